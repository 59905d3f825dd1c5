/** A line of a statement that nothing settles yet, or not all of it. */
export interface OpenLine {
  id: string
  bookedOn: string
  /** What is left of it, in the smallest unit of its currency; money out is negative. */
  amount: number
  /** Its reference and its words. */
  text: string
  counterparty: string
}

/** What the books have open at the bank: a payment, a deposit, a transfer. */
export interface OpenItem {
  id: string
  on: string
  /** In the smallest unit of the currency; money out is negative. */
  amount: number
  reference: string
  party: string
}

/** The points of one suggestion by what they are for: why it is one. */
export interface Score {
  total: number
  amount: number
  date: number
  reference: number
  party: number
}

/** The most points of each part, and the days after which a date has none. Source: domain.md 12.5. */
export const weights = { amount: 50, date: 20, reference: 20, party: 10, days: 7 } as const
/** From so many points on a suggestion is shown; from so many on it is sure, where nothing else could be. */
export const thresholds = { shown: 60, sure: 90 } as const

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A line or an item with what is compared of it, made once. */
export interface Prepared<T> {
  of: T
  day: number
  words: readonly string[]
  party: readonly string[]
  /** How many of the words of `party` name the other side. */
  parties: number
}

/** Prepares lines for comparison. */
export const prepareLine = (line: OpenLine): Prepared<OpenLine> => ({
  of: line,
  day: Date.parse(line.bookedOn) / 86_400_000,
  words: wordsOf(`${line.text} ${line.counterparty}`),
  party: wordsOf(`${line.counterparty} ${line.text}`),
  parties: wordsOf(line.counterparty).length,
})

/** Prepares open items for comparison. */
export const prepareItem = (item: OpenItem): Prepared<OpenItem> => ({
  of: item,
  day: Date.parse(item.on) / 86_400_000,
  words: wordsOf(item.reference),
  party: wordsOf(item.party),
  parties: wordsOf(item.party).length,
})

/** Points of a day: all on the same one, none after seven. */
export const datePoints = (days: number): number =>
  Math.round(Math.max(0, weights.date * (1 - Math.abs(days) / weights.days)))

/** Points of an amount: all where it is equal, falling to none at the tolerance. */
function amountPoints(a: number, b: number, tolerance: number): number {
  const off = Math.abs(a - b)
  if (off === 0) return weights.amount
  return tolerance > 0 ? Math.round(Math.max(0, weights.amount * (1 - off / tolerance))) : 0
}

/**
 * Points of a reference: all where its words stand in the text one after another, most where a long one is one sign off. A
 * reference of one sign says nothing.
 */
export function referencePoints(words: readonly string[], reference: readonly string[]): number {
  const joined = reference.join('')
  if (joined.length < 2) return 0
  for (let at = 0; at < words.length; at += 1) {
    let run = ''
    for (let end = at; end < words.length && run.length < joined.length; end += 1) run += words[end] ?? ''
    if (run === joined) return weights.reference
    if (joined.length >= 6 && isOneOff(run, joined)) return weights.reference * 0.6
  }
  return 0
}

/** Whether two texts differ by one sign that is changed, added, left out, or by two beside one another that are swapped. */
export function isOneOff(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && from < b.length && a[from] === b[from]) from += 1
  const rest = (text: string, cut: number) => text.slice(from + cut)
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2))
  )
}

/** Points of a party: the part of its words that stand in the line. */
function partyPoints(words: readonly string[], party: readonly string[]): number {
  const long = party.filter((word) => word.length > 1)
  if (long.length === 0) return 0
  return Math.round((weights.party * long.filter((word) => words.includes(word)).length) / long.length)
}

/** The score of an item for a line, with its parts; of an item of the other direction it has none. */
export function scoreOf(line: Prepared<OpenLine>, item: Prepared<OpenItem>, tolerance = 0): Score {
  const isSameWay = line.of.amount < 0 === item.of.amount < 0
  const amount = isSameWay ? amountPoints(line.of.amount, item.of.amount, tolerance) : 0
  const date = datePoints(line.day - item.day)
  const reference = referencePoints(line.words, item.words)
  const party = partyPoints(line.party, item.party)
  return { total: amount + date + reference + party, amount, date, reference, party }
}
