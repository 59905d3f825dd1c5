import { asciiDigits } from '#kit/domain/digits.domain.ts'

/** Days, YYYY-MM-DD, both included. */
export interface Span {
  from: string
  to: string
}

/** Years by which "approximately" reaches further, on both sides. */
const aroundYears = 2

// In full and in short, in English, Malay, Indonesian, German and French; nothing that only begins so: `Marseille 1971` is no day.
const monthWords = `jan january januari januar janvier; feb february februari februar février fev; mar march mac maret märz mrz mars;
  apr april avril avr; may mei mai; jun june juni juin; jul july julai juli juillet; aug august ogos ogo agustus agu août;
  sep sept september septembre; oct october oktober okt octobre; nov november novembre; dec december disember dis desember des
  dezember dez décembre`
const months = new Map(
  monthWords.split(';').flatMap((words, at) =>
    words
      .trim()
      .split(/\s+/)
      .map((word) => [word, at + 1] as const),
  ),
)

/** The span between two others; as they are where they stand in the wrong order. */
const between = (a: Span, b: Span): Span =>
  a.from <= b.to ? { from: a.from, to: b.to } : { from: b.from, to: a.to }

/** A span about which a list is not sure. */
export function widenSpan({ from, to }: Span): Span {
  const year = (day: string, by: number) => String(Number(day.slice(0, 4)) + by).padStart(4, '0')
  return { from: `${year(from, -aroundYears)}-01-01`, to: `${year(to, aroundYears)}-12-31` }
}

/** Each span once. */
export const distinctSpans = (spans: readonly Span[]): Span[] => [
  ...new Map(spans.map((span) => [`${span.from} ${span.to}`, span])).values(),
]

/** A text as it is read: digits of every script, small letters, Chinese and Vietnamese words of year and month as marks. */
const plainOf = (text: string) =>
  asciiDigits(text)
    .toLowerCase()
    .replaceAll(/[年月](?=\s*\d)/g, '-')
    .replaceAll(/[年月日]/g, '')
    .normalize('NFC')
    .replace(
      /^(?:ngày\s*)?(?:(?<=^|\s)(\d{1,2})\s*)?tháng\s*(\d{1,2})\s*năm\s*(?=\d{4}$)/,
      (_, day?: string, month?: string) => [day, month, ''].filter((part) => part !== undefined).join('/'),
    )
    .replaceAll(/(?<=\d)\s*([/.])\s*(?=\d)/g, '$1')
    .trim()
    .replace(/(?<=^\d{4}\.\d{1,2}\.\d{1,2})\.$/, '')

/** A time after a day: it has a colon, so that a second year is none. */
const time = String.raw`(?:(?:t|\s+)\d{1,2}:[\d:.]*\s*(?:[ap]m|z|[+-][\d:]+)?)?`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`)
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})${time}$`)

/**
 * The days that a text may mean, as lists, files and people write them: `1971`, `1971-03`, `3/1971`, `1971-03-05`, `05/03/1971` (the
 * day first, unless only the month can be), `05 Mar 1971`, `Mar 5, 1971`, `circa 1971`, `1970 to 1972`, `1970s`. Nothing where it
 * says no day that there is, in no year that a person lives in, or could be read in two ways: two digits of a year have no century.
 */
export function spanOf(text: string): Span | undefined {
  const span = readSpan(text)
  return span && span.from >= '1800' && span.to < '2101' ? span : undefined
}

/** As `spanOf`, in whatever year. */
function readSpan(text: string): Span | undefined {
  // Nearly all that is asked for, a million times in a night.
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return inNumbers(text)
  const plain = plainOf(text)
  const unsure = /^(?:circa|approximately|approx\.?|about|around|c(?=\d)|c\.|ca\.?|~)\s*(.+)$/.exec(
    plain,
  )?.[1]
  if (unsure !== undefined) {
    const span = readSpan(unsure)
    return span && widenSpan(span)
  }
  const range =
    /^(?:between|from)?\s*(.+?)\s+(?:to|and|until|&|[-–—])\s+(.+)$/.exec(plain) ??
    /^(\d{4})\s*[-–/]\s*(\d{4})$/.exec(plain)
  if (range) {
    const [a, b] = [spanOfEnd(range[1] ?? '', range[2] ?? ''), readSpan(range[2] ?? '')]
    return a && b && between(a, b)
  }
  const decade = /^(\d{3})0s$/.exec(plain)
  if (decade) return { from: `${decade[1]}0-01-01`, to: `${decade[1]}9-12-31` }
  return inNumbers(plain) ?? inWords(plain)
}

/** The first end of a range, which may leave its year to the second: `between Aug. and Sep. 1977`. */
const spanOfEnd = (first: string, second: string): Span | undefined =>
  readSpan(first) ?? readSpan(`${first} ${/\d{4}$/.exec(second)?.[0] ?? ''}`)

function inNumbers(plain: string): Span | undefined {
  const [, year, month, day] = yearFirst.exec(plain) ?? /^(\d{4})(?:[-/.](\d{1,2}))?$/.exec(plain) ?? []
  if (year !== undefined) return days(Number(year), numberOf(month), numberOf(day))
  const [, ofMonth, inYear] = /^(\d{1,2})[-/.](\d{4})$/.exec(plain) ?? []
  if (inYear !== undefined) return days(Number(inYear), Number(ofMonth))
  const [, first, second, last] = yearLast.exec(plain) ?? []
  if (last === undefined) return undefined
  const [a, b] = [Number(first), Number(second)]
  return days(Number(last), b, a) ?? (b > 12 ? days(Number(last), a, b) : undefined)
}

/** `05 Mar 1971`, `5-mar-1971`, `05MAR1971`, `March 5, 1971`, `Mar 1971`. */
function inWords(plain: string): Span | undefined {
  const parts = plain
    .replaceAll(/(?<=\d)(?=\p{L}{3})|(?<=\p{L})(?=\d)/gu, ' ')
    .split(/[\s,./-]+/)
    .filter(Boolean)
  const at = parts.findIndex((part) => months.has(part))
  const [year, ...others] = [parts.at(-1) ?? '', ...parts.slice(0, -1).filter((_, place) => place !== at)]
  if (at < 0 || at === parts.length - 1 || parts.length > 3 || !/^\d{4}$/.test(year)) return undefined
  const [day] = others.map((part) => /^(\d{1,2})(?:st|nd|rd|th)?$/.exec(part)?.[1])
  const month = months.get(parts[at] ?? '')
  return others.length > 0 && day === undefined ? undefined : days(Number(year), month, numberOf(day))
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

// A list asks of the same text what it means, and then whether that was understood.
const recent = new Map<string, readonly Span[]>()

/**
 * Each of several days in one text, `1971, 1973` or `1 Jan 1970; 1971`, where every one can be read; a text with a comma within one
 * day, `Mar 5, 1971`, is that day.
 */
export function spansOf(text: string): readonly Span[] {
  const known = recent.get(text)
  if (known) return known
  if (recent.size >= 1000) recent.clear()
  const spans = readSpans(text)
  recent.set(text, spans)
  return spans
}

function readSpans(text: string): readonly Span[] {
  const whole = spanOf(text)
  if (whole) return [whole]
  for (const mark of [/\s*[;|\n]\s*|\s+or\s+/i, /\s*[;|,\n]\s*|\s+or\s+/i]) {
    const spans = text.split(mark).map(spanOf)
    if (spans.length > 1 && spans.every((span) => span !== undefined)) return distinctSpans(spans)
  }
  return []
}

/** The one day that a text means; nothing for a month, a year, or days between. */
export function dayOf(text: string): string | undefined {
  const span = readSpan(text)
  return span && span.from === span.to ? span.from : undefined
}

/** A year, a month or a day as a span; nothing where the calendar has none. */
function days(year: number, month?: number, day?: number): Span | undefined {
  if (year < 1000) return undefined
  const [first, last] = [month ?? 1, month ?? 12]
  if (first < 1 || last > 12) return undefined
  const lastDay = new Date(Date.UTC(year, last, 0)).getUTCDate()
  if (day !== undefined && (day < 1 || day > lastDay)) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return { from: `${year}-${two(first)}-${two(day ?? 1)}`, to: `${year}-${two(last)}-${two(day ?? lastDay)}` }
}
