import { expect, test } from 'vitest'
import { samplePath } from '#kit/test/samples.ts'
import { readList } from '#modules/watchlists/formats/read.server.ts'
import type { ScreenedEntity } from '../matching/entity.domain.ts'
import { productOptions } from '../matching/options.domain.ts'
import { scorePair } from '../matching/score.domain.ts'
import type { NameSchema } from '../names/parse.domain.ts'
import { indexBuilder } from './build.domain.ts'
import { openIndex, type Query } from './search.domain.ts'

const entries: ScreenedEntity[] = []
const builder = indexBuilder()
for (const file of ['un-newer.xml', 'sdn/sdn.csv'])
  for await (const entry of readList(samplePath(file))) {
    entries.push(entry)
    builder.add(entry)
  }
const searcher = openIndex(builder.finish())

const matches = (schema: NameSchema, one: string, other: string) =>
  scorePair(schema, { name: one }, { name: other }).score >= productOptions.threshold

test.each<[NameSchema, string, string]>([
  ['person', 'Oswin Pardubat', 'Pardubat, Oswin'],
  ['person', 'Oswin Pardubat', 'Oswin Pardubaat'],
  ['person', 'Mohammed al-Kasrawi', 'Muhamad Al Qasrawi'],
  ['person', 'Yusuf Tarik Haddadine', 'Youssef Tarik Haddadine'],
  ['person', 'Ekaterina Zarunina', 'Yekaterina Zarounina'],
  ['person', 'José Ångström Núñez', 'Jose Angstrom Nunez'],
  ['person', 'Виктор Эмилович Зарунин', 'Viktor Emilovich Zarunin'],
  ['person', 'Οδυσσέας Καραμπέλας', 'Odysseas Karampelas'],
  ['person', 'حمدان القصراوي', 'Hamdan al-Qasrawi'],
  ['person', '朱文朗', 'Zhu Wenlang'],
  ['person', '리철삼', 'Ri Chol Sam'],
  ['organisation', 'Neva Demonstration Bank', 'Bank Neva Demonstration'],
  ['organisation', 'Quellmark Petrochemical Company Limited', 'Quellmark Petrochemical Co. Ltd.'],
  ['organisation', 'OOO Zaladan Trading', 'Zaladan Trading LLC'],
  ['vessel', 'MV Polar Demonstration', 'POLAR DEMONSTRATION'],
])('the same %s under another spelling matches: %s, %s', (schema, one, other) => {
  expect(matches(schema, one, other)).toBe(true)
})

test.each<[NameSchema, string, string]>([
  ['person', 'Oswin Pardubat', 'Edwin Marchbank'],
  ['person', 'Oswin Pardubat', 'Oswin Tellerby'],
  ['person', 'Viktor Emilovich Zarunin', 'Viktor Emilovich Petrov'],
  ['person', 'Mohammed al-Kasrawi', 'Mohammed al-Hadithi'],
  ['person', 'Zhu Wenlang', 'Zhao Weiling'],
  ['person', 'Li Na Sample', 'Lee Kuan Sample'],
  ['organisation', 'Neva Demonstration Bank', 'Volga Demonstration Bank'],
  ['organisation', 'Quellmark Petrochemical Company', 'Harwick Petrochemical Company'],
  ['organisation', 'Sample Trading Company LLC', 'Orchard Trading Company LLC'],
  ['vessel', 'POLAR DEMONSTRATION', 'SOLAR VOYAGER'],
])('another %s does not match: %s, %s', (schema, one, other) => {
  expect(matches(schema, one, other)).toBe(false)
})

test('who is on the list is found, also with a letter too few, two swapped or the words in another order', () => {
  const change: ((word: string) => string)[] = [
    (word) => word,
    (word) => (word.length > 5 ? word.slice(0, 3) + word.slice(4) : word),
    (word) => (word.length > 5 ? word.slice(0, 2) + word.charAt(3) + word.charAt(2) + word.slice(4) : word),
  ]
  const people = entries.filter(({ schema }) => schema === 'person')
  expect(people.length).toBeGreaterThan(30)
  for (const { list, id, names } of people)
    for (const changed of change) {
      const words = (names[0]?.text ?? '').replace(',', '').split(' ').map(changed)
      for (const name of [words.join(' '), words.toReversed().join(' ')]) {
        const hits = searcher.search({ name, schema: 'person' }, 10)
        expect(
          hits.map((hit) => `${hit.list} ${hit.id}`),
          name,
        ).toContain(`${list} ${id}`)
      }
    }
})

test('who is on no list is seldom flagged', () => {
  const given =
    'Amara Bjorn Chidi Dolores Eamon Farah Gunther Hana Ivo Jasmine Kwame Leila Mateo Ngoc Olga Priya'
  const family =
    'Abernathy Bergstrom Castellanos Dubois Eriksen Fitzgerald Gutierrez Hashimoto Ibrahim Johansson'
  const people = given.split(' ').flatMap((one) => family.split(' ').map((other) => `${one} ${other}`))
  const flagged = people.filter((name) => searcher.search({ name, schema: 'person' }, 1).length > 0)
  expect(people.length).toBe(160)
  expect(flagged).toEqual([])
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
