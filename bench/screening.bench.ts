import { gunzipSync } from 'node:zlib'
import { parseCsvObjects } from 'hucre/csv'
import { parse } from 'yaml'
import { realFile, realPath } from '#kit/test/real-files.ts'
import { indexBuilder } from '#modules/names/lookup/build.domain.ts'
import { openIndex, type Searcher } from '#modules/names/lookup/search.domain.ts'
import { productOptions } from '#modules/names/matching/options.domain.ts'
import { schemaOf } from '#modules/names/matching/query.domain.ts'
import { scorePair } from '#modules/names/matching/score.domain.ts'
import { readList } from '#modules/watchlists/public.server.ts'
import { generateNames, mistype, seedRandom } from './screening-names.ts'
import { percentile, table } from './tools.ts'

// `REAL_FILES=… npm run bench -- screening`: what the matcher reaches on labelled pairs, real lists and made-up ones.

type Row = Record<string, string>
function rowsOf(path: string): Row[] {
  const bytes = realFile(`names/${path}`)
  return parseCsvObjects((path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')).data as Row[]
}
const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const rows: [string, string, string][] = []

const cases = rowsOf('name-bench-cases.csv').map(({ schema = '', name1 = '', name2 = '', is_match }) => ({
  person: schema === 'Person',
  vessel: schema === 'Vessel',
  found: scorePair(schemaOf(schema), { name: name1 }, { name: name2 }).score >= productOptions.threshold,
  right: is_match === 'true',
}))
const f1 = (some: typeof cases) => {
  const hits = some.filter(({ found, right }) => found && right).length
  return (
    (2 * hits) /
    (some.filter((one) => one.found).length + some.filter((one) => one.right).length)
  ).toFixed(3)
}
rows.push(
  [`F1 of ${cases.length} pairs at ${productOptions.threshold}`, '0.86', f1(cases)],
  ['the same, people', '0.82', f1(cases.filter(({ person }) => person))],
  ['the same, companies', '0.91', f1(cases.filter(({ person, vessel }) => !person && !vessel))],
)
const cross = rowsOf('cross-script-pairs.csv').map(
  ({ query = '', expected_match: name = '' }) => scorePair('person', { name: query }, { name }).score,
)
rows.push([
  'pairs across scripts',
  'all',
  `${cross.filter((score) => score >= productOptions.threshold).length} of ${cross.length}`,
])

interface Check {
  schema: string
  match: boolean
  query: Record<string, string | undefined>
  candidate: Check['query']
}
const { checks } = parse(realFile('names/entity-checks.yml').toString('utf8')) as { checks: Check[] }
const nameOf = ({ name, firstName, middleName, fatherName, lastName }: Check['query']) =>
  name ?? [firstName, middleName, fatherName, lastName].filter(Boolean).join(' ')
const wrong = checks.filter(({ schema, match, query, candidate }) => {
  const { score } = scorePair(schemaOf(schema), { name: nameOf(query) }, { name: nameOf(candidate) })
  return score >= productOptions.threshold !== match
})
rows.push([`whole-entity checks wrong, of ${checks.length}`, '3 %', percent(wrong.length / checks.length)])

const began = performance.now()
const builder = indexBuilder()
for (const file of ['un/un-consolidated-2026-02-27.xml.gz', 'ofac/sdn-legacy-2023-12-28/sdn.csv.gz'])
  for await (const entry of readList(realPath(file))) builder.add(entry)
const searcher = openIndex(builder.finish())
rows.push(['load and index UN and SDN', '1.5 s', `${((performance.now() - began) / 1000).toFixed(2)} s`])

const listed = rowsOf('un-positives.csv').filter((row) => row['expected_dataid_2026_02_27'])
const placeOf = (name: string, ids: string, threshold = productOptions.threshold) =>
  searcher
    .search({ name, schema: 'person' }, 20, { ...productOptions, threshold })
    .findIndex(({ list, id }) => list.startsWith('un') && ids.split(/[;|,]/).includes(id))
const idsOf = (row: Row) => row['expected_dataid_2026_02_27'] ?? ''
const missed = listed.filter((row) => placeOf(row['treated_name'] ?? '', idsOf(row)) < 0)
rows.push(
  [`of ${listed.length} people of the UN list, missed`, '1', String(missed.length)],
  ['of those with a changed name', '1', String(missed.filter((row) => row['name_changed'] === 'yes').length)],
)
const random = seedRandom(7)
const behind = listed.filter((row) => {
  const place = placeOf(mistype(row['untreated_name'] ?? '', random), idsOf(row), 0.4)
  return place < 0 || place > 1
})
rows.push([
  'an error in each word of four letters: first or second',
  '99 %',
  percent(1 - behind.length / listed.length),
])

for (const [file, what] of [
  ['negatives-global.csv.gz', 'all countries'],
  ['negatives-us.csv.gz', 'USA'],
] as const) {
  const people = rowsOf(file)
  const flagged = people.filter(
    ({ full_name: name = '' }) => searcher.search({ name, schema: 'person' }, 1).length > 0,
  )
  rows.push([
    `of ${people.length} people on no list (${what}) flagged by name`,
    '0.3 %',
    percent(flagged.length / people.length),
  ])
}

function times(names: readonly string[], one: Searcher): string {
  const measured = names.map((name) => {
    const started = performance.now()
    one.search({ name, schema: 'person' }, 10)
    return performance.now() - started
  })
  return `${percentile(measured, 0.5).toFixed(2)} / ${percentile(measured, 0.99).toFixed(2)} ms`
}
const asked = rowsOf('negatives-global.csv.gz')
  .slice(-10_000)
  .map(({ full_name: name = '' }) => name)
rows.push(['one name, one core, p50 / p99', '0.5 / 4 ms', times(asked, searcher)])
table(['what', 'bar', 'measured'], rows)

const growth: (string | number)[][] = []
for (const size of [10_000, 100_000, 1_000_000]) {
  const started = performance.now()
  const large = indexBuilder()
  for (const entity of generateNames(size, seedRandom(size))) large.add(entity)
  const image = large.finish()
  const opened = openIndex(image)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const next = seedRandom(3)
  const queries = [...generateNames(2000, seedRandom(size + 1))].map(({ names: [name] }) =>
    mistype(name?.text ?? '', next),
  )
  times(queries.slice(0, 200), opened)
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20)
  growth.push([size, seconds, Math.round(image.byteLength / 2 ** 20), times(queries, opened), memory])
}
table(['names', 'index made, s', 'image MB', 'p50 / p99, bar 20 ms', 'resident MB, bar 1500'], growth)
