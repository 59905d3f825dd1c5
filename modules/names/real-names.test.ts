import { gunzipSync } from 'node:zlib'
import { parseCsvObjects } from 'hucre/csv'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { hasNoRealFiles, realFile, realPath } from '#kit/test/real-files.ts'
import { readList } from '#modules/watchlists/formats/read.server.ts'
import { indexBuilder } from './lookup/build.domain.ts'
import { openIndex, type Searcher } from './lookup/search.domain.ts'
import { productOptions } from './matching/options.domain.ts'
import { schemaOf } from './matching/query.domain.ts'
import { scorePair } from './matching/score.domain.ts'

/** The rows of a real file of names. */
function rowsOf(path: string): Record<string, string>[] {
  const bytes = realFile(`names/${path}`)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return parseCsvObjects(text).data as Record<string, string>[]
}

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

describe.skipIf(hasNoRealFiles)('real files:', () => {
  let searcher: Searcher
  beforeAll(async () => {
    const builder = indexBuilder()
    for (const file of ['un/un-consolidated-2026-02-27.xml.gz', 'ofac/sdn-legacy-2023-12-28/sdn.csv.gz'])
      for await (const entry of readList(realPath(file))) builder.add(entry)
    searcher = openIndex(builder.finish())
  })

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
    const { checks } = parse(realFile('names/entity-checks.yml').toString('utf8')) as { checks: Check[] }
    const nameOf = ({ name, firstName, middleName, fatherName, lastName }: Check['query']) =>
      name ?? [firstName, middleName, fatherName, lastName].filter(Boolean).join(' ')
    const wrong = checks.filter(({ schema, match, query, candidate }) => {
      const { score } = scorePair(schemaOf(schema), { name: nameOf(query) }, { name: nameOf(candidate) })
      return score >= productOptions.threshold !== match
    })
    expect(checks.length).toBeGreaterThan(150)
    expect(wrong.length / checks.length).toBeLessThanOrEqual(0.03)
  })

  test('names across scripts match', () => {
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
})
