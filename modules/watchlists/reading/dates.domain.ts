/** Days, YYYY-MM-DD, both included. */
export interface Span {
  from: string
  to: string
}

/** Years by which "approximately" reaches further, on both sides. */
const aroundYears = 2

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The span between two others; as they are where they stand in the wrong order. */
const between = (a: Span, b: Span): Span =>
  a.from <= b.to ? { from: a.from, to: b.to } : { from: b.from, to: a.to }

/** A span about which a list is not sure. */
export function around({ from, to }: Span): Span {
  const year = (day: string, by: number) => String(Number(day.slice(0, 4)) + by).padStart(4, '0')
  return { from: `${year(from, -aroundYears)}-01-01`, to: `${year(to, aroundYears)}-12-31` }
}

/** Each span once. */
export const distinctSpans = (spans: readonly Span[]): Span[] => [
  ...new Map(spans.map((span) => [`${span.from} ${span.to}`, span])).values(),
]

/**
 * The days that a text of a list may mean: `1971`, `1971-03`, `1971-03-05`, `05 Mar 1971`, `Mar 1971`, `circa 1971`, `1970 to
 * 1972`, `between 1970 and 1972`, `1970s`. Nothing where it says no day that there is.
 */
export function spanOf(text: string): Span | undefined {
  const plain = text.trim().toLowerCase()
  const unsure = /^(?:circa|approximately|approx\.?|about|around|c\.|ca\.?)\s*(.+)$/.exec(plain)?.[1]
  if (unsure !== undefined) {
    const span = spanOf(unsure)
    return span && around(span)
  }
  const range =
    /^(?:between|from)?\s*(.+?)\s+(?:to|and|until)\s+(.+)$/.exec(plain) ??
    /^(\d{4})\s*[-–/]\s*(\d{4})$/.exec(plain)
  if (range) {
    const [a, b] = [spanOf(range[1] ?? ''), spanOf(range[2] ?? '')]
    return a && b && between(a, b)
  }
  const iso = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?(?:t.*)?$/.exec(plain)
  if (iso)
    return days(Number(iso[1]), iso[2] ? Number(iso[2]) : undefined, iso[3] ? Number(iso[3]) : undefined)
  const decade = /^(\d{3})0s$/.exec(plain)
  if (decade) return { from: `${decade[1]}0-01-01`, to: `${decade[1]}9-12-31` }
  const named = /^(?:(\d{1,2})\.?\s+)?([a-z]{3})[a-z]*\.?\s+(\d{4})$/.exec(plain)
  if (named) {
    const month = months.indexOf(named[2] ?? '') + 1
    return month > 0 ? days(Number(named[3]), month, named[1] ? Number(named[1]) : undefined) : undefined
  }
  const numbers = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(plain)
  return numbers ? days(Number(numbers[3]), Number(numbers[2]), Number(numbers[1])) : undefined
}

/** A year, a month or a day as a span; nothing where the calendar has none, or for a year that no person lives in. */
function days(year: number, month?: number, day?: number): Span | undefined {
  if (year < 1800 || year > 2100) return undefined
  const [first, last] = [month ?? 1, month ?? 12]
  if (first < 1 || last > 12) return undefined
  const lastDay = new Date(Date.UTC(year, last, 0)).getUTCDate()
  if (day !== undefined && (day < 1 || day > lastDay)) return undefined
  const two = (value: number) => String(value).padStart(2, '0')
  return { from: `${year}-${two(first)}-${two(day ?? 1)}`, to: `${year}-${two(last)}-${two(day ?? lastDay)}` }
}
