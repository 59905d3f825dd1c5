import { isoCurrencies } from '#modules/currencies/public.server.ts'

/** Decimals of each currency of today: one that is not among them is none. */
export const currencyDecimals: ReadonlyMap<string, number> = new Map(
  [...isoCurrencies].map(([code, { exponent }]) => [code, exponent]),
)
