import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { deviationOf, lineAmount, solveLine } from '#modules/exchange/basket/basket.domain.ts'

/** What notes of a currency are sold at, in local currency per `quoteUnit` units. */
interface SoldAt {
  sell: string
  quoteUnit: number
}

/** The most notes that an amount of local currency pays for at the sell rate, down to what can be handed over. */
export function notesFor(
  amount: string,
  { sell, quoteUnit, cashUnit }: SoldAt & { cashUnit: string },
  localExponent: number,
): string {
  const grain = { localExponent, ratePrecision: 8, cashUnit }
  return solveLine({ amount, rate: sell }, quoteUnit, grain).quantity ?? '0'
}

/**
 * What of an amount pays for notes, and what is left of it for local cash: notes are sold at the sell rate; those that are worth more
 * take the whole amount, at the rate that this implies. `worth` is the greater of the amount and what is handed out at mid.
 */
export function splitAmount(
  amount: string,
  { quantity, mid }: { quantity: string; mid: string },
  { sell, quoteUnit }: SoldAt,
  exponent: number,
) {
  const price = lineAmount({ quantity, rate: sell, quoteUnit }, exponent)
  const isAbove = compareDecimals(price, amount) > 0
  const proceeds = isAbove ? amount : price
  const rate = isAbove ? new Exact(amount).times(quoteUnit).dividedBy(quantity).toFixed() : sell
  const rest = new Exact(amount).minus(proceeds)
  const atMid = new Exact(quantity).times(mid).dividedBy(quoteUnit).plus(rest)
  return {
    proceeds,
    rest: rest.toFixed(exponent),
    rate,
    /** Above zero in the customer's favour. */
    deviation: isAbove ? deviationOf('sell', rate, sell) : '0',
    worth: Exact.max(amount, atMid).toFixed(),
  }
}
