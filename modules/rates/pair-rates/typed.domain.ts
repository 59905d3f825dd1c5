import { Exact } from '#kit/domain/decimals.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'

/** A rate as the server takes it; undefined for what is no rate. */
export function rateOf(text: string): string | undefined {
  const amount = amountOf(text)
  return amount !== undefined && /[1-9]/.test(amount) ? amount : undefined
}

/** As `rateOf`, of what may be nothing, such as a margin. */
export const amountOf = (text: string): string | undefined => readNumber(text, { decimals: 8, digits: 12 })

/** A stored fraction as a percentage, exact and without zeros that say nothing: `0.006` as `0.6`. */
export const percentageOf = (fraction: string): string => new Exact(fraction).times(100).toString()
