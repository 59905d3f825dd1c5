/** The pair that an address names: the id with all digits removed, in upper case. Specification 001, 2.4. */
export const pairOf = (id: string): string => id.replaceAll(/\d/g, '').toUpperCase()

/** A day of a pair as its source tells it. */
interface Day {
  day: string
  mid: string
  first: string
  high: string
  low: string
  words: number
}

export interface Candle {
  day: string
  open: string
  high: string
  low: string
  close: string
  /** The source spoke more than once that day: first, highest, lowest and last are its own words. */
  isWhole: boolean
}

/**
 * Daily candles, oldest first. Where a source spoke once a day nothing is known of what lay between: the candle then goes from
 * the day before's mid to the day's own, and its high and low are no more than these two. The first day of such has none.
 */
export function candlesOf(days: readonly Day[]): Candle[] {
  return days.flatMap(({ day, mid, first, high, low, words }, index): Candle[] => {
    if (words > 1) return [{ day, open: first, high, low, close: mid, isWhole: true }]
    const before = days[index - 1]?.mid
    if (before === undefined) return []
    const [less, more] = Number(before) < Number(mid) ? [before, mid] : [mid, before]
    return [{ day, open: before, high: more, low: less, close: mid, isWhole: false }]
  })
}

/** Decimals that tell one day of a pair from the next: four, and more where the rate is small. */
export function decimalsOf(mid: string): number {
  const zeros = /^0\.(0*)/.exec(mid)?.[1]?.length ?? 0
  return Math.min(8, 4 + zeros)
}

/** The candles with what the feed says now: the last one ends there, or another begins where it is of a later day. */
export function movedBy(
  candles: readonly Candle[],
  live: { day: string; mid: string } | undefined,
): Candle[] {
  const last = candles.at(-1)
  if (!last || !live || live.day < last.day) return [...candles]
  const { day, mid } = live
  const isNew = day > last.day
  const from = isNew ? last.close : last.open
  const [high, low] = isNew ? [from, from] : [last.high, last.low]
  const moved = {
    ...last,
    day,
    open: from,
    close: mid,
    high: Number(mid) > Number(high) ? mid : high,
    low: Number(mid) < Number(low) ? mid : low,
    isWhole: !isNew && last.isWhole,
  }
  return isNew ? [...candles, moved] : [...candles.slice(0, -1), moved]
}
