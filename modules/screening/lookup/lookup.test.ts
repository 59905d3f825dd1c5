import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseCsvObjects } from 'hucre/csv'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { sharedFile } from '#kit/test/shared-data.ts'
import { readList } from '#modules/screening/lists/read.server.ts'
import type { ScreenedEntity } from '#modules/screening/matching/entity.domain.ts'
import { productOptions } from '#modules/screening/matching/options.domain.ts'
import { schemaOf } from '#modules/screening/matching/query.domain.ts'
import { scorePair } from '#modules/screening/matching/score.domain.ts'
import { indexBuilder } from './build.domain.ts'
import { openIndex, type Query } from './search.domain.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-lookup-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The rows of a shared file of names. */
function rowsOf(path: string): Record<string, string>[] {
  const bytes = sharedFile(`names/${path}`)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return parseCsvObjects(text).data as Record<string, string>[]
}

/** The UN list and the old SDN files, as the readers give them. */
async function entries(): Promise<ScreenedEntity[]> {
  for (const [from, to] of [
    ['un/un-consolidated-2026-02-27.xml.gz', 'un.xml.gz'],
    ['ofac/sdn-legacy-2023-12-28/sdn.csv.gz', 'sdn.csv.gz'],
    ['ofac/sdn-legacy-2023-12-28/alt.csv', 'alt.csv'],
    ['ofac/sdn-legacy-2023-12-28/add.csv', 'add.csv'],
    ['ofac/sdn-legacy-2023-12-28/sdn_comments.csv', 'sdn_comments.csv'],
  ] as const)
    writeFileSync(join(folder, to), sharedFile(from))
  const all: ScreenedEntity[] = []
  for (const file of ['un.xml.gz', 'sdn.csv.gz'])
    for await (const entry of readList(join(folder, file))) all.push(entry)
  return all
}

const builder = indexBuilder()
for (const entry of await entries()) builder.add(entry)
const searcher = openIndex(builder.finish())

interface Check {
  schema: string
  match: boolean
  query: Partial<Record<'name' | 'firstName' | 'middleName' | 'fatherName' | 'lastName', string>>
  candidate: Check['query']
}

const measured = (cases: readonly { found: boolean; right: boolean }[]) => {
  const hits = cases.filter(({ found, right }) => found && right).length
  return (2 * hits) / (cases.filter(({ found }) => found).length + cases.filter(({ right }) => right).length)
}

test('labelled pairs of names are told apart as well as the bars ask', () => {
  const cases = rowsOf('name-bench-cases.csv').map(({ schema = '', name1 = '', name2 = '', is_match }) => ({
    person: schema === 'Person',
    found: scorePair(schemaOf(schema), { name: name1 }, { name: name2 }).score >= productOptions.threshold,
    right: is_match === 'true',
  }))
  expect(cases.length).toBeGreaterThan(500)
  expect(measured(cases)).toBeGreaterThan(0.86)
  expect(measured(cases.filter(({ person }) => person))).toBeGreaterThan(0.82)
  expect(measured(cases.filter(({ person }) => !person))).toBeGreaterThan(0.91)
})

test('whole parties are told apart, all but three in a hundred', () => {
  const { checks } = parse(sharedFile('names/entity-checks.yml').toString('utf8')) as { checks: Check[] }
  const nameOf = ({ name, firstName, middleName, fatherName, lastName }: Check['query']) =>
    name ?? [firstName, middleName, fatherName, lastName].filter(Boolean).join(' ')
  const wrong = checks.filter(({ schema, match, query, candidate }) => {
    const { score } = scorePair(schemaOf(schema), { name: nameOf(query) }, { name: nameOf(candidate) })
    return score >= productOptions.threshold !== match
  })
  expect(checks.length).toBeGreaterThan(150)
  expect(wrong.length / checks.length).toBeLessThanOrEqual(0.03)
})

test('names across scripts meet', () => {
  for (const { query = '', expected_match: name = '' } of rowsOf('cross-script-pairs.csv'))
    expect(scorePair('person', { name: query }, { name }).score, query).toBeGreaterThan(
      productOptions.threshold,
    )
})

test('who is on the list is found, also under a changed name', () => {
  const listed = rowsOf('un-positives.csv').filter((row) => row['expected_dataid_2026_02_27'])
  const missed = listed.filter(({ treated_name: name = '', expected_dataid_2026_02_27: ids = '' }) => {
    const hits = searcher.search({ name, schema: 'person' }, 10)
    return !hits.some(({ list, id }) => list.startsWith('un') && ids.split(/[;|,]/).includes(id))
  })
  expect(listed.length).toBeGreaterThan(400)
  expect(missed.length).toBeLessThanOrEqual(1)
})

test('who is on no list is seldom flagged', () => {
  for (const file of ['negatives-global.csv.gz', 'negatives-us.csv.gz']) {
    const people = rowsOf(file).slice(0, 2000)
    const flagged = people.filter(
      ({ full_name: name = '' }) => searcher.search({ name, schema: 'person' }, 1).length > 0,
    )
    expect(flagged.length / people.length, file).toBeLessThanOrEqual(0.005)
  }
})

test.each([
  '',
  ' ',
  'x',
  'Ab '.repeat(3333),
  'a'.repeat(10_000),
  '😀😀😀',
  '\u0000\u0007\u202E',
  'Limited Liability Company',
  '12345678',
  '٣٤٥',
  'محمد Владимир 金 Smith',
  '%_\\\'";--',
])('a query that is no name is answered, and never by everybody: %j', (name) => {
  for (const schema of ['person', 'organisation', 'unknown'] as const) {
    const hits = searcher.search({ name, schema })
    for (const { score } of hits) expect(score).toBeLessThanOrEqual(1)
    expect(hits.length).toBeLessThan(200)
    if (!/\p{L}|\p{N}/u.test(name)) expect(hits).toEqual([])
  }
})

test('agreeing facts order entries of one name, disagreeing ones take them below the threshold', () => {
  const own = indexBuilder()
  const entity = (id: string, year: string, country: string): ScreenedEntity => ({
    list: 'own',
    id,
    schema: 'person',
    names: [{ text: 'Ilona Farkasdi', quality: 'primary' }],
    birthDates: year === '' ? [] : [{ from: `${year}-01-01`, to: `${year}-12-31` }],
    genders: [],
    countries: country === '' ? [] : [country],
    documents: [],
    addresses: [],
  })
  for (const one of [entity('nothing', '', ''), entity('other', '1931', 'pe'), entity('same', '1970', 'hu')])
    own.add(one)
  const hits = openIndex(own.finish()).search({
    name: 'Ilona Farkasdi',
    schema: 'person',
    birthDates: [{ from: '1970-05-01', to: '1970-05-01' }],
    countries: ['hu'],
  })
  expect(hits.map(({ id, score }) => [id, score])).toEqual([
    ['same', 1],
    ['nothing', 1],
  ])
  expect(hits[0]?.facts.map(({ fact, effect }) => [fact, effect])).toEqual([
    ['birthDate', 'agrees'],
    ['country', 'agrees'],
  ])
})

test('none of many who bear one name is left out', () => {
  const many = indexBuilder()
  for (let n = 0; n < 300; n++)
    many.add({
      list: 'own',
      id: `${n}`,
      schema: 'person',
      names: [{ text: 'Osric Tamsin Pellew', quality: 'primary' }],
      birthDates: [],
      genders: [],
      countries: [],
      documents: [`P${n}`],
      addresses: [],
    })
  const { search } = openIndex(many.finish())
  const asked: Query = { name: 'Osric Tamsin Pellew', schema: 'person', documents: ['P299'] }
  expect(search(asked, 1000)).toHaveLength(300)
  expect(search(asked, 1)[0]?.id).toBe('299')
})
