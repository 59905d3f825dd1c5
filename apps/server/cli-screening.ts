import { createWriteStream, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import type { Command } from 'commander'
import { streamCsvRows, writeCsv } from 'hucre/csv'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { StartRefusal } from '#kit/server/start-refusal.server.ts'
import { text as textOf } from '#kit/server/texts.server.ts'
import { indexBuilder } from '#modules/names/lookup/build.domain.ts'
import type { Query } from '#modules/names/lookup/search.domain.ts'
import { productOptions } from '#modules/names/matching/options.domain.ts'
import { spansOf } from '#modules/names/dates/dates.domain.ts'
import { schemaOf, several } from '#modules/names/matching/query.domain.ts'
import { scorePair } from '#modules/names/matching/score.domain.ts'
import { countryCode, listFiles, readList } from '#modules/watchlists/public.server.ts'
import { type Answer, searchAll } from './screening-search.ts'

/** What an operator asks of the matcher; it needs no database and no running server. */
export function screeningCommands(program: Command, say: (line: string) => void): void {
  const screening = program.command('screening').description('names against names, and against lists')
  screening
    .command('score-pairs')
    .description(
      'score each pair of a CSV file: schema, name1, name2 and, where known, dob, country, id, gender, address of both',
    )
    .argument('<in.csv>')
    .argument('<out.csv>')
    .action(async (input: string, output: string) => {
      const { head, rows } = table(input, ['schema', 'name1', 'name2'])
      const done = rows.map((row) => {
        const party = (side: string) => ({ name: row(`name${side}`), ...facts(row, side) })
        return [...row.cells, shown(scorePair(schemaOf(row('schema')), party('1'), party('2')).score)]
      })
      await write(output, [[...head, 'score'], ...done])
      say(`${rows.length} pairs; the threshold is ${productOptions.threshold}.`)
    })
  screening
    .command('search')
    .description('search each name of a CSV file (name and, where known, type, dob, country) in lists')
    .argument('<in.csv>')
    .argument('<out.csv>')
    .requiredOption('--lists <files...>', 'files of lists, of any format that is known')
    .option('--threshold <score>', 'the least score of a hit', String(productOptions.threshold))
    .option('--limit <number>', 'the most hits of a name', '10')
    .action(
      async (
        input: string,
        output: string,
        options: { lists: string[]; threshold: string; limit: string },
      ) => {
        const threshold = numeric('--threshold', options.threshold, 0, 1)
        const limit = numeric('--limit', options.limit, 1, 1000)
        const { rows } = table(input, ['name'])
        const started = performance.now()
        const image = await load(options.lists)
        const loaded = performance.now() - started
        const queries = rows.map((row): Query => ({
          name: row('name'),
          schema: schemaOf(row('type')),
          ...facts(row, ''),
        }))
        const settings = {
          ...productOptions,
          threshold,
          weakThreshold: Math.max(threshold, productOptions.weakThreshold),
        }
        const begun = performance.now()
        let told = 0
        const answers = await searchAll(queries, { image, limit, options: settings }, (done) => {
          const tenth = Math.floor((done * 10) / queries.length)
          if (tenth > told) process.stderr.write(`progress ${done} of ${queries.length} names\n`)
          told = tenth
        })
        const seconds = (performance.now() - begun) / 1000
        const out: string[][] = [['query', 'rank', 'score', 'list', 'id', 'matchedName']]
        for (const [at, { hits }] of answers.entries())
          for (const [rank, { score, list, id, matchedName }] of hits.entries())
            out.push([queries[at]?.name ?? '', String(rank + 1), shown(score), list, id, matchedName])
        await write(output, out)
        say(`${rows.length} names, ${out.length - 1} hits; the threshold is ${threshold}.`)
        process.stderr.write(`${summary(loaded, seconds, answers)}\n`)
      },
    )
}

function summary(loaded: number, seconds: number, answers: readonly Answer[]): string {
  const sorted = answers.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  const share = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0).toFixed(3)
  const perSecond = seconds > 0 ? Math.round(answers.length / seconds) : 0
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  return `summary load ${(loaded / 1000).toFixed(2)} s, ${perSecond} queries/s, p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, p99 ${share(0.99)} ms, peak memory ${memory} MB`
}

async function load(files: readonly string[]) {
  const builder = indexBuilder()
  for (const file of listFiles(files))
    try {
      for await (const entry of readList(file)) builder.add(entry)
    } catch (error) {
      if (error instanceof Refusal)
        throw new StartRefusal(`${file}: ${textOf('en', `refusals.${error.code}`, error.data)}`)
      throw unreadable(file, error)
    }
  return builder.finish()
}

const shown = (score: number) => score.toFixed(4)

/** The facts of a row, of one of its two sides where it has two; a date that does not exist is not known. */
function facts(row: Row, side: string): Omit<Query, 'name' | 'schema'> {
  return {
    birthDates: several(row(`dob${side}`)).flatMap(spansOf),
    countries: several(row(`country${side}`)).map((one) => countryCode(one) ?? one.toLowerCase()),
    documents: several(row(`id${side}`)),
    genders: several(row(`gender${side}`)),
    addresses: several(row(`address${side}`)),
  }
}

interface Row {
  (column: string): string
  cells: string[]
}

/** The rows of a CSV file with a header, which must have the columns that are needed. */
function table(file: string, needed: readonly string[]): { head: string[]; rows: Row[] } {
  const content = decoded(file)
  const first = /^[^\r\n]*/.exec(content)?.[0] ?? ''
  const delimiter = [',', ';', '\t'].find((one) => first.includes(one)) ?? ','
  // A line of ours at the end comes out as it went in, unless a value that was never closed swallowed it.
  const lines = [...streamCsvRows(`${content}\n\uFFFF`, { delimiter })].map((cells) =>
    cells.map((cell) => String(cell ?? '')),
  )
  if (lines.pop()?.[0] !== '\uFFFF') throw new StartRefusal(`${file}: a quoted value is not closed.`)
  const [head = [], ...body] = lines
  const names = head.map((name) => name.trim().toLowerCase())
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new StartRefusal(`${file}: there is no column ${missing.join(', ')}.`)
  const rows = body
    .filter((cells) => cells.some((cell) => cell !== ''))
    .map((cells) => {
      const full = head.map((_, at) => cells[at] ?? '')
      return Object.assign((column: string) => full[names.indexOf(column)] ?? '', { cells: full })
    })
  return { head, rows }
}

function decoded(file: string): string {
  try {
    const bytes = readFileSync(file)
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    throw unreadable(file, error)
  }
}

const unreadable = (file: string, error: unknown) =>
  error instanceof StartRefusal
    ? error
    : new StartRefusal(`${file} cannot be read: ${(error as Error).message.replace(/\.$/, '')}.`)

async function write(file: string, rows: string[][]): Promise<void> {
  const size = 5000
  function* pieces() {
    for (let at = 0; at < rows.length; at += size)
      yield `${writeCsv(rows.slice(at, at + size), { lineSeparator: '\n' }).replace(/\n$/, '')}\n`
  }
  try {
    await pipeline(Readable.from(pieces()), createWriteStream(file))
  } catch (error) {
    throw new StartRefusal(`${file} cannot be written: ${(error as Error).message.replace(/\.$/, '')}.`)
  }
}

function numeric(option: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() === '' || !(value >= least && value <= most))
    throw new StartRefusal(`${option}: ${text} is not a number from ${least} to ${most}.`)
  return value
}
