import { isUtf8 } from 'node:buffer'
import { inflateRawSync } from 'node:zlib'
import { SaxesParser } from 'saxes'
import * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { partsOf, type ZipPart } from '#kit/server/tables/zip.server.ts'
import { type Feed, type Quote, sources } from './sources.domain.ts'
import { clock } from './calendar.domain.ts'

/** The most bytes of a feed, also unpacked; the full history of the ECB is 2 MB. */
export const mostBytes = 16_777_216
/** Of JSON, of which each bracket takes many times its size: a session of Bank Negara is 12 kB. */
const mostJson = 1_048_576
const mostDepth = 8

/**
 * Reads what a source publishes, whatever of its forms it is: the XML of the ECB (daily, 90 days, all), its history as CSV or
 * zipped, the JSON of Bank Negara. The whole file or nothing.
 * @throws Refusal FEED_EMPTY, FEED_TRUNCATED, FEED_SHAPE (with where), FEED_TWICE, FEED_FUTURE or FEED_TOO_LARGE
 */
export function readFeed(bytes: Uint8Array, now: Date): Feed {
  if (bytes.length > mostBytes) throw new Refusal('FEED_TOO_LARGE')
  const content = startsWith(bytes, 'PK') ? unzipped(bytes) : bytes
  if (!isUtf8(content)) throw shape(1)
  const text = new TextDecoder().decode(content).trimStart()
  if (text === '') throw new Refusal('FEED_EMPTY')
  if (text.startsWith('{') && content.length > mostJson) throw new Refusal('FEED_TOO_LARGE')
  const read = text.startsWith('<') ? ecbXml : text.startsWith('{') ? bnmJson : ecbCsv
  return checked(read(text), now)
}

const startsWith = (bytes: Uint8Array, letters: string) =>
  Buffer.from(bytes.subarray(0, letters.length)).toString('latin1') === letters

/** `line` is where the file is not what it should be. */
const shape = (line: number) => new Refusal('FEED_SHAPE', { line })

/** The only file of an archive, unpacked no further than a feed may be large. */
function unzipped(bytes: Uint8Array): Uint8Array {
  let parts: ZipPart[]
  try {
    parts = [...partsOf(bytes).values()]
  } catch {
    throw new Refusal('FEED_TRUNCATED')
  }
  const [only] = parts
  if (!only || parts.length > 1) throw shape(1)
  try {
    const content = only.isPacked ? inflateRawSync(only.packed, { maxOutputLength: mostBytes }) : only.packed
    if (content.length === only.size) return content
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new Refusal('FEED_TOO_LARGE')
  }
  throw new Refusal('FEED_TRUNCATED')
}

/** No day after today on the clock of the source, no quote twice, at least one. */
function checked(feed: Feed, now: Date): Feed {
  if (feed.quotes.length === 0) throw new Refusal('FEED_EMPTY')
  const today = clock(now, sources[feed.source].timeZone).day
  const seen = new Set<string>()
  for (const { base, code, day, session } of feed.quotes) {
    if (day > today) throw new Refusal('FEED_FUTURE', { day })
    const key = `${day} ${session} ${base} ${code}`
    if (seen.has(key)) throw new Refusal('FEED_TWICE', { day, code: feed.source === 'ecb' ? code : base })
    seen.add(key)
  }
  return feed
}

const isCode = (text: string | undefined): text is string => text !== undefined && /^[A-Z]{3}$/.test(text)

const isDay = (text: string | undefined): text is string =>
  text !== undefined &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** A rate as written, with a point or, as some copies of the ECB's file have it, a comma. */
function rateOf(text: string | undefined): string | undefined {
  const rate = text?.replace(',', '.') ?? ''
  return /^\d{1,12}(\.\d{1,10})?$/.test(rate) && /[1-9]/.test(rate) ? rate : undefined
}

const ofEuro = (code: string, day: string, rate: string): Quote => ({
  base: 'EUR',
  code,
  day,
  session: '',
  unit: 1,
  rate,
})

/** Hostile until read: no document type and so no entity of its own, no depth, no size beyond what was checked. */
function ecbXml(text: string): Feed {
  const parser = new SaxesParser()
  const quotes: Quote[] = []
  let [depth, isClosing] = [0, false]
  let day: string | undefined
  parser.on('error', () => {
    throw isClosing ? new Refusal('FEED_TRUNCATED') : shape(parser.line)
  })
  parser.on('doctype', () => {
    throw shape(parser.line)
  })
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > mostDepth || (depth === 1 && name !== 'gesmes:Envelope')) throw shape(parser.line)
    if (name !== 'Cube') return
    const { time, currency, rate } = attributes as Record<string, string | undefined>
    if (time !== undefined) {
      if (!isDay(time)) throw shape(parser.line)
      day = time
    }
    if (currency === undefined && rate === undefined) return
    const value = rateOf(rate)
    if (!day || !value || !isCode(currency) || currency === 'EUR') throw shape(parser.line)
    quotes.push(ofEuro(currency, day, value))
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  parser.write(text)
  isClosing = true
  parser.close()
  return { source: 'ecb', quotes }
}

/** Days down, currencies across, `N/A` where there is none; each line ends as the first one does. */
function ecbCsv(text: string): Feed {
  const lines = text.trimEnd().split(/\r?\n/)
  const head = (lines[0] ?? '').split(',').map((cell) => cell.trim())
  const codes = head.slice(1, head.at(-1) === '' ? -1 : undefined)
  const isHead =
    head[0] === 'Date' && codes.length > 0 && codes.every((code) => isCode(code) && code !== 'EUR')
  if (!isHead) throw shape(1)
  const quotes = lines.slice(1).flatMap((line, index) => {
    const cells = line.split(',')
    if (cells.length < head.length && index === lines.length - 2) throw new Refusal('FEED_TRUNCATED')
    const day = cells[0]?.trim()
    if (cells.length !== head.length || !isDay(day)) throw shape(index + 2)
    return codes.flatMap((code, column) => {
      const cell = cells[column + 1]?.trim() ?? ''
      if (cell === 'N/A' || cell === '') return []
      const rate = rateOf(cell)
      if (!rate) throw shape(index + 2)
      return [ofEuro(code, day, rate)]
    })
  })
  return { source: 'ecb', quotes }
}

/** Bank Negara writes binary fractions out (`4.0880000000000001`): beyond ten decimals there is only noise. */
const Rate = z.string().transform((text, context) => {
  const rate = /^\d{1,12}(\.\d{1,30})?$/.test(text) && rateOf(new Exact(text).toDecimalPlaces(10).toFixed())
  return rate || (context.addIssue('no rate'), z.NEVER)
})
const BnmDay = z.object({
  date: z.string().refine(isDay),
  buying_rate: Rate.nullish(),
  selling_rate: Rate.nullish(),
  middle_rate: Rate.nullish(),
})
const BnmRate = z.object({
  currency_code: z.string().refine((code) => isCode(code) && code !== 'MYR'),
  unit: z.enum(['1', '100', '1000', '1000000']).transform(Number),
  rate: z.union([z.array(BnmDay), BnmDay.transform((one) => [one])]),
})
const Bnm = z.object({
  data: z.union([z.array(BnmRate), BnmRate.transform((one) => [one])]),
  meta: z.object({ quote: z.literal('rm'), session: z.string().regex(/^\d{4}$/) }),
})

/** One session, in ringgit for so many units. Without a middle rate it is halfway between buying and selling. */
function bnmJson(text: string): Feed {
  let json: unknown
  try {
    // Numbers stay as they are written: a rate is never a floating-point number.
    json = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' ? (context?.source ?? '') : value,
    )
  } catch {
    throw text.trimEnd().endsWith('}') ? shape(1) : new Refusal('FEED_TRUNCATED')
  }
  const read = Bnm.safeParse(json)
  if (!read.success) throw shape(1)
  const { data, meta } = read.data
  const quotes = data.flatMap(({ currency_code, unit, rate }) =>
    rate.map(({ date, buying_rate, selling_rate, middle_rate }) => {
      const between =
        buying_rate && selling_rate && new Exact(buying_rate).plus(selling_rate).div(2).toFixed()
      const mid = middle_rate ?? between
      if (!mid) throw shape(1)
      return {
        base: currency_code,
        code: 'MYR',
        day: date,
        session: meta.session,
        unit,
        rate: mid,
        buying: buying_rate ?? null,
        selling: selling_rate ?? null,
      }
    }),
  )
  return { source: 'bnm', quotes }
}
