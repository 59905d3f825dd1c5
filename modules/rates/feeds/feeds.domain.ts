import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { clock, dayBefore, isPublishingDay } from '../sources/calendar.domain.ts'
import { factsOf, type Quote, type Source, sources } from '../sources/sources.domain.ts'

/** The other side of a quote than the pivot of its source. */
const sideOf = ({ base, code }: Pick<Quote, 'base' | 'code'>, pivot: string): string =>
  base === pivot ? code : base

/**
 * What `units` of one currency cost in another by quotes of one source against its pivot: eight decimals, half up. A side
 * that is the pivot itself has no quote. The division comes last and once, so nothing is rounded twice.
 */
export function cross(
  of: Quote | undefined,
  against: Quote | undefined,
  pivot: string,
  units: number,
): string {
  const [a, b] = [worth(of, pivot), worth(against, pivot)]
  return a.over.times(b.under).times(units).div(a.under.times(b.over)).toFixed(8)
}

/** What one of a currency is worth in the pivot, as a fraction. */
function worth(quote: Quote | undefined, pivot: string) {
  if (!quote) return { over: new Exact(1), under: new Exact(1) }
  const [unit, rate] = [new Exact(quote.unit), new Exact(quote.rate)]
  return quote.base === pivot ? { over: unit, under: rate } : { over: rate, under: unit }
}

/** A rate between two currencies, with where it comes from. */
export interface Mid {
  source: Source
  isSimulated: boolean
  day: string
  session: string
  /** Units of the currency that the rate is for. */
  unit: number
  /** Eight decimals. */
  mid: string
  /** The quotes behind it: two, or one where a side is the pivot, or none for a currency against itself. */
  from: Quote[]
}

/**
 * The mids of a currency against another, newest first, from quotes of one source: one for each day and session at which
 * both sides were quoted. Of a currency against itself there is none.
 */
export function midsOf(
  source: Source,
  quotes: readonly Quote[],
  { code, local, unit }: { code: string; local: string; unit: number },
): Mid[] {
  const { pivot, isSimulated = false } = factsOf(source)
  if (code === local) return []
  const quotesFor = (currency: string) =>
    new Map(
      quotes.filter((quote) => sideOf(quote, pivot) === currency).map((quote) => [moment(quote), quote]),
    )
  const [of, against] = [quotesFor(code), quotesFor(local)]
  const moments = [...(code === pivot ? against : of).keys()].filter(
    (at) => code === pivot || local === pivot || against.has(at),
  )
  return moments
    .toSorted()
    .toReversed()
    .map((at) => {
      const sides = [of.get(at), against.get(at)] as const
      const [day = '', session = ''] = at.split(' ')
      const from = sides.filter((side) => side !== undefined)
      return { source, isSimulated, day, session, unit, mid: cross(...sides, pivot, unit), from }
    })
}

/**
 * Whether a source has given a currency up: since its newest mid the source spoke again, at a session at which it quoted the
 * currency before, and left it out. A source that is silent gives nothing up.
 * @param mids of the currency, newest first
 * @param spoken when the source spoke, of whatever currency
 */
export function isGivenUp(
  mids: readonly Pick<Mid, 'day' | 'session'>[],
  spoken: readonly Pick<Quote, 'day' | 'session'>[],
): boolean {
  const [newest] = mids
  const sessions = new Set(mids.map(({ session }) => session))
  return newest !== undefined && spoken.some((at) => sessions.has(at.session) && moment(at) > moment(newest))
}

/** Days of a pair, oldest first, from its mids, newest first: each with its last word and what it moved between. */
export function daysOf(mids: readonly Pick<Mid, 'day' | 'mid'>[]) {
  const days = Map.groupBy(mids.toReversed(), ({ day }) => day)
  return [...days].map(([day, words]) => {
    const all = words.map(({ mid }) => mid)
    const bySize = all.toSorted(compareDecimals)
    const [first = '', last = first] = [all[0], all.at(-1)]
    const [low = '', high = low] = [bySize[0], bySize.at(-1)]
    return { day, mid: last, first, high, low, words: all.length }
  })
}

const moment = ({ day, session }: Pick<Quote, 'day' | 'session'>) => `${day} ${session}`

export interface FeedSettings {
  source: Source
  delivery: 'address' | 'file'
  everyMinutes: number
  allowedMinutes: number
  /** Local times of the company between which a source that never rests is watched. */
  businessFrom: string
  businessTo: string
}

/** What holds until a company says otherwise: nothing is fetched. */
export const usualSettings: FeedSettings = {
  source: 'ecb',
  delivery: 'file',
  everyMinutes: sources.ecb.everyMinutes,
  allowedMinutes: sources.ecb.allowedMinutes,
  businessFrom: '09:00',
  businessTo: '18:00',
}

/** The text, below `notifications`, that says to people why a fetch failed by this refusal. */
export const failureText = (code: string): string =>
  code === 'FEED_UNREACHABLE' || code === 'ADDRESS_INSIDE' ? 'feeds.unreachable' : 'feeds.unusable'

/** When a source spoke: by its session, else by the time its day's rates are due. */
export function instantOf(source: Source, { day, session }: Pick<Quote, 'day' | 'session'>): Date {
  const { publishedAt = '00:00', timeZone } = factsOf(source)
  const time = session ? `${session.slice(0, 2)}:${session.slice(2)}` : publishedAt
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const seen = clock(new Date(asUtc), timeZone)
  return new Date(2 * asUtc - Date.parse(`${seen.day}T${seen.time}:00Z`))
}

/**
 * Whether a source is too old to set rates by. One that publishes once a day is when its last due day has not come; one that
 * never rests is when its newest word is older than allowed, within the business hours of the company.
 */
export function isStale(
  newest: Pick<Quote, 'day' | 'session'> | undefined,
  settings: FeedSettings,
  now: Date,
  timeZone: string,
): boolean {
  if (!newest) return true
  const { publishedAt, timeZone: itsZone } = factsOf(settings.source)
  const due = clock(new Date(now.getTime() - settings.allowedMinutes * 60_000), itsZone)
  if (publishedAt) return newest.day < lastDue(settings.source, due, publishedAt)
  const { time } = clock(now, timeZone)
  if (time < settings.businessFrom || time >= settings.businessTo) return false
  return moment(newest) < `${due.day} ${due.time.replace(':', '')}`
}

/** The last day whose rate is out at this local time. */
function lastDue(source: Source, { day, time }: { day: string; time: string }, publishedAt: string): string {
  let due = time >= publishedAt ? day : dayBefore(day)
  while (!isPublishingDay(source, due)) due = dayBefore(due)
  return due
}
