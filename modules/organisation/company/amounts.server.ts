import { data } from 'currency-codes'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { current } from './company.queries.ts'

const digits = new Map(data.map((currency) => [currency.code, currency.digits]))

/** Decimals of an amount in a currency; two where it is none of ISO 4217. */
export const exponentOf = (code: string): number => digits.get(code) ?? 2

/** An amount with the decimals of its currency, as it is kept and shown. */
export const amountIn = (currency: string, amount: string): string =>
  new Exact(amount).toFixed(exponentOf(currency))

/** An amount to read: with the decimals of its currency, and with more where it was kept with more. */
export function formatAmountIn(currency: string, amount: string): string {
  const exact = new Exact(amount)
  return exact.toFixed(Math.max(exponentOf(currency), exact.decimalPlaces()))
}

/** Amounts by the field that holds each: plain decimals, or nothing. */
type Amounts = Readonly<Record<string, string | null | undefined>>

/** A fault for each amount that has more decimals than its currency; zeros at the end say nothing. */
export function decimalFaults(currency: string, amounts: Amounts): FieldFault[] {
  const decimals = exponentOf(currency)
  return Object.entries(amounts).flatMap(([field, amount]) =>
    amount && !hasAtMost(amount, decimals)
      ? [{ field, code: 'TOO_MANY_DECIMALS', data: { exponent: decimals } }]
      : [],
  )
}

/** Throws TOO_MANY_DECIMALS at each field whose amount has more decimals than the local currency, or than `currency`. */
export async function refuseDecimals(db: Db, amounts: Amounts, currency?: string | null): Promise<void> {
  const fields = decimalFaults(currency ?? (await current(db)).localCurrency, amounts)
  const [first] = fields
  if (first) throw new Refusal('TOO_MANY_DECIMALS', first.data, { kind: 'invalid', fields })
}
