import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { RateAmount } from '../publishing/publishing.contract.ts'
import { ruleKinds } from './effective.domain.ts'

const Effective = z.strictObject({
  currencyId: Id,
  /** A part of the currency that has a rate of its own, then code and name are its; null for the currency as such. */
  subCurrencyId: Id.nullable(),
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  quoteUnit: z.int(),
  mid: z.string(),
  buy: z.string().nullable(),
  sell: z.string().nullable(),
  /** Foreign currency per one of local, for showing only. */
  inverseBuy: z.string().nullable(),
  inverseSell: z.string().nullable(),
  rule: z.strictObject({ kind: z.enum(ruleKinds), id: Id.nullable() }),
  precision: z.int(),
})
export type Effective = z.output<typeof Effective>

const PairRate = z.strictObject({ baseCurrencyId: Id, quoteCurrencyId: Id, rate: z.string() })

/** Who asks for a rate. */
export const Ask = z.strictObject({
  branchId: Id.nullable().default(null),
  customerType: z.union([z.literal(0), z.literal(1), z.literal(2)]).default(0),
  customerId: Id.nullable().default(null),
  /** In the foreign currency. */
  amount: RateAmount.nullable().default(null),
})

export const effectiveRates = {
  /**
   * What the house deals at, for who asks; currencies without a mid are left out. After each currency come its parts that
   * have rates of their own.
   */
  getRates: read({
    path: '/posrate/getRates',
    method: 'POST',
    permission: 'signedIn',
    input: Ask,
    output: z.array(Effective),
  }),
  /** The same at a branch, of what that branch trades. */
  branchList: read({
    path: '/posrate/branchrate/list',
    method: 'POST',
    permission: 'signedIn',
    input: Ask.extend({ branchId: Id }),
    output: z.array(Effective),
  }),
  /** The mids of all pairs with the local currency, per one unit. */
  getPairRates: read({
    path: '/posrate/baserate/getPairRates',
    permission: 'signedIn',
    output: z.array(PairRate),
  }),
}
