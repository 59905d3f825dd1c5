import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ScreenedEntity } from '../matching/entity.domain.ts'
import { productOptions } from '../matching/options.domain.ts'
import { scorePair } from '../matching/score.domain.ts'
import type { NameSchema } from '../names/parse.domain.ts'
import { indexBuilder } from './build.domain.ts'
import { openIndex } from './search.domain.ts'

// Nobody on any list: names made for this test, of people and companies in several scripts.
const people = `
  Ottoline Brackwater|Osric Tamsin Pellew|Ilona Farkasdi|Abdulkarim Zahir al-Mansouri|Muhammad Yusuf Karimov|Ирина Соколовская
  خالد المنصوري|Nguyễn Thị Ánh|Tan Mei Ling|陈美玲|김민준|Jean-Baptiste Lefèvre|Maria del Carmen Ruiz Ortega|Dmitri Sergeyevich Volkonsky
  William Harrington|Robert Ashdown-Quill|Hussein Abu Talib|Sheikh Omar Bazargan|Kofi Ampiaw|Anna K. Weber|Anna B. Weber|Ludwig van der Meulen`
const companies = `
  Nordwind Handelsgesellschaft mbH|Orion Trading Company Limited|Halcyon Shipping Lines|Battalion Twenty-Two|Société Lumière SARL
  C G Metals (Panama) Inc|First Bank of Belltower|The Cedar Foundation|Общество Заря|4711 Corporation`
const vessels = 'MV Silver Heron|Northern Dawn 7'

const namesOf = (text: string) => text.trim().split(/\||\n\s*/)
const entity = (schema: ScreenedEntity['schema'], name: string, at: number): ScreenedEntity => ({
  list: 'own',
  id: `${schema} ${at}`,
  schema,
  names: [
    { text: name, quality: 'primary' },
    ...(at % 5 === 0 ? [{ text: `${name.split(' ')[0]} Quartzly`, quality: 'weak' as const }] : []),
  ],
  birthDates: at % 3 === 0 ? [{ from: `${1950 + at}-01-01`, to: `${1950 + at}-12-31` }] : [],
  genders: [],
  countries: at % 2 === 0 ? ['hu'] : [],
  documents: [],
  addresses: [],
})
const listed = [
  ...namesOf(people).map((name, at) => entity('person', name, at)),
  ...namesOf(companies).map((name, at) => entity('organisation', name, at)),
  ...namesOf(vessels).map((name, at) => entity('vessel', name, at)),
  entity('unknown', 'Grey Falcon Group', 1),
]
const builder = indexBuilder()
for (const one of listed) builder.add(one)
const index = openIndex(builder.finish())

interface Asked extends Partial<Pick<ScreenedEntity, 'birthDates' | 'countries'>> {
  name: string
  schema: NameSchema
}

/** Every entry of the kind, each of its names scored by itself. */
function scored({ name, schema, ...facts }: Asked) {
  const read = (one: ScreenedEntity): NameSchema | undefined => {
    if (schema === 'unknown')
      return one.schema === 'person' ? 'person' : one.schema === 'vessel' ? undefined : 'unknown'
    if (one.schema === schema) return schema
    return one.schema === 'unknown' ? (schema === 'person' ? 'unknown' : schema) : undefined
  }
  return listed.flatMap((one) => {
    const kind = read(one)
    if (!kind) return []
    const scores = one.names.flatMap(({ text, quality }) => {
      const { score } = scorePair(kind, { name, ...facts }, { ...one, name: text })
      const least = quality === 'weak' ? productOptions.weakThreshold : productOptions.threshold
      return score >= least ? [score] : []
    })
    return scores.length > 0 ? [{ id: one.id, score: Math.max(...scores) }] : []
  })
}

/** Names of which the index keeps one reading; of others it may find more than a pair of names says. */
const isLatin = (id: string) =>
  /^[\p{Script=Latin}\P{L}]*$/u.test(listed.find((one) => one.id === id)?.names[0]?.text ?? '')
const slip = fc.constantFrom('none', 'drop', 'double', 'swap', 'order', 'part', 'case', 'title')
const asked: fc.Arbitrary<Asked> = fc
  .tuple(
    fc.constantFrom(...listed),
    slip,
    fc.nat(30),
    fc.boolean(),
    fc.constantFrom('own', 'unknown', 'person'),
  )
  .map(([one, what, place, withFacts, as]) => {
    const text = one.names[0]?.text ?? ''
    const at = place % text.length
    const words = text.split(' ')
    const changed: Record<string, string> = {
      drop: text.slice(0, at) + text.slice(at + 1),
      double: text.slice(0, at + 1) + text.slice(at),
      swap: text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
      order: words.toReversed().join(' '),
      part: words.toSpliced(place % words.length, words.length > 2 ? 1 : 0).join(' '),
      case: text.toUpperCase(),
      title: `Dr. ${text}`,
    }
    // A digit that is wrong makes another number, which the index does not look for.
    const name = (/\d/.test(text) && what !== 'order' ? text : changed[what]) ?? text
    // The words before the name of a ship are read as such only where a ship is asked for.
    const schema = as === 'own' || one.schema === 'vessel' ? one.schema : (as as NameSchema)
    return { name, schema, ...(withFacts && { birthDates: one.birthDates, countries: one.countries }) }
  })

describe('a search in the index', () => {
  test('finds whom a look at every entry finds, but for two in a hundred, with the same scores, best first', () => {
    const seen = { all: 0, missed: 0 }
    for (const query of fc.sample(asked, { numRuns: 400, seed: 7 })) {
      const hits = index.search(query)
      const all = new Map(scored(query).map(({ id, score }) => [id, score]))
      seen.all += all.size
      seen.missed += [...all.keys()].filter((id) => !hits.some((hit) => hit.id === id)).length
      for (const { id, score } of hits)
        if (isLatin(id) && !(query.schema === 'unknown' && id.startsWith('vessel')))
          expect([query.name, id, score]).toEqual([query.name, id, expect.closeTo(all.get(id) ?? 0, 9)])
      const scores = hits.map(({ score }) => score)
      expect(scores).toEqual(scores.toSorted((a, b) => b - a))
      expect(index.search(query, 1)).toEqual(hits.slice(0, 1))
    }
    expect(seen.all).toBeGreaterThan(300)
    expect(seen.missed / seen.all).toBeLessThanOrEqual(0.02)
  })

  test('finds everybody by their own name, and says by which of several', () => {
    for (const one of listed)
      for (const { text, quality } of one.names) {
        const hit = index.search({ name: text, schema: one.schema }).find(({ id }) => id === one.id)
        expect([text, hit?.matchedName, hit?.quality, hit?.schema]).toEqual([text, text, quality, one.schema])
      }
    expect([index.entities, index.names]).toEqual([
      listed.length,
      listed.reduce((sum, { names }) => sum + names.length, 0),
    ])
  })

  test('finds every one of many with one name, in order of their facts, then of their numbers', () => {
    const many = indexBuilder()
    for (let n = 0; n < 150; n += 1)
      many.add({
        ...entity('person', 'Osric Pellew', 1),
        id: String(1000 + n),
        countries: n === 77 ? ['hu'] : [],
      })
    const hits = openIndex(many.finish()).search(
      { name: 'Osric Pellew', schema: 'person', countries: ['hu'] },
      200,
    )
    expect(hits).toHaveLength(150)
    expect(hits[0]?.id).toBe('1077')
    const rest = hits.slice(1).map(({ id }) => id)
    expect(rest).toEqual(rest.toSorted())
  })
})

describe('an index of few names', () => {
  const indexOf = (...names: readonly string[]) => {
    const own = indexBuilder()
    for (const [at, name] of names.entries()) own.add({ ...entity('person', name, 1), id: `${at} ${name}` })
    const { search } = openIndex(own.finish())
    return (name: string, limit = 50) =>
      search({ name, schema: 'person' }, limit).map(({ id }) => id.replace(/^\d+ /, ''))
  }

  test('finds a name by its words written together, and apart', () => {
    const find = indexOf('Harrington Pemberton', 'Osbertquillfeather')
    expect(find('Harringtonpemberton')).toEqual(['Harrington Pemberton'])
    expect(find('Osbert Quillfeather')).toEqual(['Osbertquillfeather'])
  })

  test('finds a name of which one of three words is hardly alike', () => {
    for (const between of ['', 'de la van der ']) {
      const name = `Harrington Ilona ${between}Ottoline`
      const near = `Harrington Ilona ${between}Bttdline`
      expect(scorePair('person', { name }, { name: near }).score).toBeGreaterThan(productOptions.threshold)
      expect(indexOf(name, 'Osbert Bttdline', 'Kofi Bttdline')(near)).toEqual([name])
    }
  })

  test('keeps apart a word with its vowels and the same letters without', () => {
    const find = indexOf('Krmbl Qssnt', 'كرمبل قسسنت')
    expect(find('Karambal Qasasant')).toEqual(['كرمبل قسسنت'])
  })

  test('keeps two names of one entry that read alike when written together', () => {
    const own = indexBuilder()
    const names = ['Ann Lowe', 'Annwordlowe'].map((text) => ({ text, quality: 'primary' as const }))
    own.add({ ...entity('person', '', 1), names })
    const { search } = openIndex(own.finish())
    for (const { text } of names) expect(search({ name: text, schema: 'person' })[0]?.matchedName).toBe(text)
  })

  test('finds as many as are asked for of very many who are nearly alike', () => {
    const many = Array.from(
      { length: 1000 },
      (_, at) => `Osric Tamsin Pellew ${'ABCDEFGHIJ'.charAt(at % 10)}`,
    )
    expect(indexOf(...many)('Osric Tamsin Pelew', 1000).length).toBeGreaterThanOrEqual(120)
  })
})
