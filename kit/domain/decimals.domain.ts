import { Decimal } from 'decimal.js'

// 60 digits of working precision, half away from zero, never an exponent: as PostgreSQL's numeric rounds.
export const Exact = Decimal.clone({
  precision: 60,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -1e9,
  toExpPos: 1e9,
})

/** -1, 0 or 1: how decimal string `a` stands to `b`. Throws on text that is not a number. */
export const compareDecimals = (a: string, b: string): -1 | 0 | 1 => new Exact(a).comparedTo(b) as -1 | 0 | 1
