import * as z from 'zod'
import { Id, line, lines } from '#kit/contract/shapes.contract.ts'
import { identityTypes } from '#modules/customers/profiles/profiles.domain.ts'
import { ruleKinds } from '#modules/rates/effective/effective.domain.ts'
import { sides } from '../basket/basket.domain.ts'
import { OpenGate } from '../gates/gates.contract.ts'
import { ThirdParty } from '../third-parties/third-parties.contract.ts'

/** Above zero, with at most so many digits that sums of a basket stay exact. */
const Positive = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,8})?$/)
  .refine((value) => /[1-9]/.test(value), { params: { code: 'NOT_POSITIVE' } })
const Amount = z.string().regex(/^\d{1,14}(\.\d{1,4})?$/)

export const Piece = z.strictObject({
  kind: z.enum(['note', 'coin']),
  faceValue: Positive,
  count: z.int().min(1).max(1_000_000),
})

/** By which account of ours at a bank foreign money comes or goes, and what the bank is told of it. */
const TransferDraft = z.strictObject({ accountId: Id, reference: line(80).default('') })

export const LineDraft = z.strictObject({
  side: z.enum(sides),
  currencyId: Id,
  subCurrencyId: Id.nullable().default(null),
  quantity: Positive,
  /** Local currency per quote unit. Without it the usual rate holds. */
  rate: Positive.nullable().default(null),
  /** The usual rate that the teller saw: a deal at another one is refused, unless it was quoted. */
  usualRate: Positive.nullable().default(null),
  reason: line(200).default(''),
  /** Which notes and coins go over the counter, if somebody says; they add up to the quantity. */
  pieces: z.array(Piece).max(60).default([]),
  /** Null: in notes. */
  transfer: TransferDraft.nullable().default(null),
})

const PaymentDraft = z.strictObject({
  /** In: the customer pays us. Out: we pay the customer. */
  direction: z.enum(['in', 'out']),
  modeId: Id,
  /** In local currency. */
  amount: Positive,
  /** What the customer handed over, where the change goes back. */
  tendered: Amount.nullable().default(null),
  reference: line(80).default(''),
  /** Who pays or is paid, where it is not the customer. */
  thirdParty: ThirdParty.nullable().default(null),
})

/** A deal as the counter enters it. */
export const DealDraft = z.strictObject({
  customerId: Id.nullable().default(null),
  /** Who stands at the counter, where no customer is on file. */
  walkIn: z
    .strictObject({
      name: line(200).default(''),
      idType: z.enum(['', ...identityTypes]).default(''),
      idNumber: line(40).default(''),
      idIssuingCountry: line(2).default(''),
    })
    .nullable()
    .default(null),
  /** Who came for the customer, where no payment names them. */
  thirdParty: ThirdParty.nullable().default(null),
  purpose: line(200).default(''),
  sourceOfFunds: line(200).default(''),
  remarks: lines(1000).default(''),
  lines: z.array(LineDraft).min(1).max(20),
  /** Without any the whole is paid or received in cash. */
  payments: z.array(PaymentDraft).max(10).default([]),
  /** Notes and coins of the cash that is paid out; kept as long as they add up to it. */
  payout: z.array(Piece).max(60).default([]),
  /** Fees that are waived, by rule, with the reason. */
  waivedFees: z
    .array(z.strictObject({ ruleId: Id, reason: line(200).min(1) }))
    .max(20)
    .default([]),
  /** A second person shall look at it, whatever the rules say. */
  askAuthorization: z.boolean().default(false),
})
export type DealDraft = z.output<typeof DealDraft>

export const Money = z.string()
export const Totals = z.strictObject({
  buy: Money,
  sell: Money,
  fee: Money,
  tax: Money,
  net: Money,
  /** Added so that the cash part can be paid with the coins there are. */
  rounding: Money,
})
export const Fee = z.strictObject({
  ruleId: Id,
  name: z.string(),
  fee: Money,
  /** The tax in it by name and rate, a fraction; no rate where there is none. */
  tax: Money,
  taxName: z.string(),
  taxRate: z.string().nullable(),
  isWaived: z.boolean(),
  isWaivable: z.boolean(),
  reason: z.string(),
})
const Gains = z.strictObject({ dealing: Money, holding: Money, realised: Money })
/** Of a whole deal; null for whoever may not know. */
export const Earned = Gains.nullable()

export const Line = z.strictObject({
  position: z.int(),
  side: z.enum(sides),
  currencyId: Id,
  subCurrencyId: Id.nullable(),
  currencyCode: z.string(),
  subCurrencyCode: z.string().nullable(),
  quoteUnit: z.int(),
  quantity: z.string(),
  rate: z.string(),
  usualRate: z.string(),
  mid: z.string(),
  rateRule: z.strictObject({ kind: z.enum(ruleKinds), id: Id.nullable() }),
  reason: z.string(),
  amount: Money,
  pieces: z.array(Piece),
  /** The account at a bank by which it comes or goes; null: in notes. */
  transfer: z.strictObject({ accountId: Id, name: z.string(), reference: z.string() }).nullable(),
  isSettled: z.boolean(),
  /** With what a purchase lies below the mid, which is no gain. */
  gain: Gains.extend({ purchaseMargin: Money }).nullable(),
})

/** Something without which a deal cannot go on, at the field that it concerns. */
const Missing = z.strictObject({
  field: z.string(),
  code: z.string(),
  message: z.string(),
  rule: z.string(),
  source: z.string(),
})

/** What the house says of a basket before it is a deal. */
export const Priced = z.strictObject({
  lines: z.array(
    Line.omit({ isSettled: true }).extend({
      /** In the drawer, or the account at the bank, and not promised, in units of the currency; of what is sold. */
      available: z.string().nullable(),
      /** The drawer has less of it: whoever counts blind is told no more. */
      isShort: z.boolean(),
      /** Notes and coins that would be handed over, out of the drawer; null where it cannot make the quantity. */
      suggested: z.array(Piece).nullable(),
    }),
  ),
  /** Notes and coins in which the cash would be paid out, likewise. */
  payout: z.array(Piece).nullable(),
  fees: z.array(Fee),
  totals: Totals,
  gates: z.array(OpenGate),
  /** Limits of stock that it would leave behind, and that do not stop it. */
  warnings: z.array(OpenGate),
  missing: z.array(Missing),
  tier: z.enum(['none', 'SDD', 'CDD', 'EDD']),
  /** Codes of the information fields that a customer who must be identified has to have; empty once one is named. */
  asks: z.array(z.string()),
  gain: Earned,
})
export type Priced = z.output<typeof Priced>
