import { expect, test } from 'vitest'
import { indexBuilder } from '../lookup/build.domain.ts'
import { openIndex } from '../lookup/search.domain.ts'
import { productOptions } from '../matching/options.domain.ts'
import { scorePair } from '../matching/score.domain.ts'

const score = (one: string, other: string) => scorePair('organisation', { name: one }, { name: other }).score

const pairs = [
  ['GUANGZHOU HAIGE COMM GRP', 'Guangzhou Haige Communication Group Co., Ltd.'],
  ['HAIGE GUANGZHOU', 'Guangzhou Haige Communication Group Co., Ltd.'],
  ['ORLOK ENERGY TECH & SRVCES LTD', 'Orlok Energy Technology & Services Limited'],
  ['ORLOK CNSTRCTN MTRLS', 'Orlok Construction Materials Ltd'],
  ['ZARYA MACH BLDG', 'Zarya Machine Building Plant JSC'],
  ['ORLOK TRDNG LGSTCS', 'Orlok Trading and Logistics Co'],
  ['BANK OF COMM SZABO', 'Szabo Bank of Communications'],
  ['COMM BANK OF SZABO', 'Commercial Bank of Szabo'],
] as const

test.each(pairs)('%s is %s: words shortened, turned or left out at the end', (short, full) => {
  expect(score(short, full)).toBeGreaterThanOrEqual(productOptions.threshold)
  expect(score(full, short)).toBe(score(short, full))
})

test('what is found by its score is found in an index', () => {
  const builder = indexBuilder()
  for (const [id, [, full]] of pairs.entries())
    builder.add({
      list: 'own',
      id: String(id),
      schema: 'organisation',
      names: [{ text: full, quality: 'primary' }],
      birthDates: [],
      genders: [],
      countries: [],
      documents: [],
      addresses: [],
    })
  const searcher = openIndex(builder.finish())
  for (const [id, [short]] of pairs.entries())
    expect(
      searcher.search({ name: short, schema: 'organisation' }, 10).map((hit) => hit.id),
      short,
    ).toContain(String(id))
})

test.each([
  ['Haige Guangzhou', 'Haige Shenzhen Communication Group'],
  ['Orlok Trading', 'Orlok Shipping Lines Group'],
  ['Orlok', 'Orlok Construction Materials Trading Group'],
  ['Mark Trading', 'Market Trading'],
  ['Zarya Fund II', 'Zarya Fund'],
])('%s is not %s', (one, other) => expect(score(one, other)).toBeLessThan(productOptions.threshold))
