import { Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { type Grain, type Piece, type Side, solveLine, type Typed } from '../basket/basket.domain.ts'

/** One line of the basket as the teller types it. Fields are text as typed; empty is unknown. */
export interface Entry {
  /** Tells the lines of a screen apart. */
  key: number
  side: Side
  currencyId: string
  subCurrencyId: string | null
  quantity: string
  /** Null holds the usual rate; empty was emptied, so that it may be found from the other two. */
  rate: string | null
  amount: string
  /** Which of the three follows from the other two. */
  found: 'quantity' | 'amount' | 'rate'
  /** The usual rate that the teller sees, and what was typed when it was asked for. */
  usual: string | null
  usualFor: string
  reason: string
  pieces: Piece[]
  /** The account at a bank by which it comes or goes, and what the bank is told; empty: in notes. */
  accountId: string
  reference: string
}

/** What a line must know of its currency and of the house. */
export interface CurrencyGrain extends Grain {
  quoteUnit: number
}

export const newEntry = (key: number, side: Side): Entry => ({
  key,
  side,
  currencyId: '',
  subCurrencyId: null,
  quantity: '',
  rate: null,
  amount: '',
  found: 'amount',
  usual: null,
  usualFor: '',
  reason: '',
  pieces: [],
  accountId: '',
  reference: '',
})

/** A number above zero as tellers type it, `1,500`, `1k`, `2.5m`, as a plain decimal; undefined where it is none. */
export function typedNumber(text: string): string | undefined {
  const value = new Exact(readNumber(text, { magnitudes: true }) ?? 0)
  return value.isZero() ? undefined : value.toFixed()
}

/** Whether something is typed that is no number above zero: it is marked, and the deal cannot be sent. */
export const isNoNumber = (text: string): boolean => text.trim() !== '' && typedNumber(text) === undefined

export type NumberField = 'quantity' | 'rate' | 'amount'

/**
 * The line after something was typed into one of its numbers. The rate never gives way unless it was emptied: who types an
 * amount beside a quantity wants another quantity, not another rate. A number that is wiped is found from the other that was typed.
 */
export function typeInto(entry: Entry, field: NumberField, text: string): Entry {
  const next = { ...entry, [field]: text }
  if (field === 'rate') return { ...next, found: entry.found === 'rate' ? 'amount' : entry.found }
  const other = field === 'quantity' ? 'amount' : 'quantity'
  if (entry.rate === '' && entry[other] !== '' && text !== '') return { ...next, found: 'rate' }
  const found = text !== '' ? other : entry[other] === '' ? 'amount' : field
  // The notes that were chosen make up a quantity that stays.
  const isSame = text === '' && entry.found !== 'quantity' && field === 'amount'
  return { ...next, found, ...(!isSame && { pieces: [] }) }
}

/** The three numbers of a line, as plain decimals, where they are known. */
export function solveNumbers(entry: Entry, grain: CurrencyGrain | undefined): Typed {
  const rate = isNoNumber(entry.rate ?? '')
    ? undefined
    : (typedNumber(entry.rate ?? '') ?? entry.usual ?? undefined)
  const quantity = typedNumber(entry.quantity)
  const amount = typedNumber(entry.amount)
  if (!grain) return { quantity, rate, amount }
  switch (entry.found) {
    case 'amount':
      return solveLine({ quantity, rate }, grain.quoteUnit, grain)
    case 'quantity':
      return solveLine({ amount, rate }, grain.quoteUnit, grain)
    case 'rate':
      return solveLine({ amount, quantity }, grain.quoteUnit, grain)
  }
}

/** What the usual rate of a line depends on: as long as this stays, a rate that is another one has moved. */
export const basisOf = ({ found, quantity, amount }: Entry): string =>
  found === 'quantity' ? `amount ${amount}` : `quantity ${quantity}`

/** Whether another rate than the usual one was agreed. */
export const isNegotiated = (entry: Entry, { rate }: Typed): boolean =>
  rate !== undefined && (entry.usual === null || !new Exact(rate).equals(entry.usual))

/** Whether a line can be dealt as it stands. */
export const isWhole = (entry: Entry, { quantity, rate, amount }: Typed): boolean =>
  entry.currencyId !== '' &&
  rate !== undefined &&
  [quantity, amount].every((one) => one !== undefined && !new Exact(one).isZero())

/** Whether nothing was entered in a line yet. */
export const isBlank = ({ currencyId, quantity, amount }: Entry): boolean =>
  currencyId === '' && quantity === '' && amount === ''

/**
 * The local amount that a line must have so that the deal comes to `total`, given what the rest of it comes to; both signed,
 * above zero where the customer pays. Undefined where the line goes the other way.
 */
export function amountFor(side: Side, total: string, rest: string): string | undefined {
  const gap = new Exact(total).minus(rest)
  const amount = side === 'sell' ? gap : gap.negated()
  return amount.greaterThan(0) ? amount.toFixed() : undefined
}

/** How many pieces of each face value, as a plain sum; a count that could not be read is not in it. */
export const sumOf = (pieces: readonly Piece[]): string =>
  pieces
    .reduce((total, { faceValue, count }) => total.plus(new Exact(faceValue).times(count || 0)), new Exact(0))
    .toFixed()

/** A signed sum of plain decimals, with so many decimals. */
export const add = (amounts: readonly string[], exponent: number): string =>
  amounts.reduce((total, amount) => total.plus(amount), new Exact(0)).toFixed(exponent)
