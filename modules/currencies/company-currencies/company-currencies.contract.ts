import * as z from 'zod'
import { updateOf } from '#kit/contract/crud.contract.ts'
import { read, reserveForCompany, write } from '#kit/contract/endpoint.contract.ts'
import { ById, DecimalString, Id, Instant, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { denominationKinds, quoteUnits } from '../iso/units.domain.ts'

export const CurrencyCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/)

/** A decimal string above zero. */
export const Positive = DecimalString.refine((value) => /[1-9]/.test(value) && !value.startsWith('-'))

const QuoteUnit = z.union(quoteUnits.map((unit) => z.literal(unit)))
const Denomination = z.strictObject({ kind: z.enum(denominationKinds), faceValue: Positive })

export const CurrencyDraft = z.strictObject({
  quoteUnit: QuoteUnit,
  cashUnit: Positive,
  denominations: z.array(Denomination).max(60),
})
export type CurrencyDraft = z.output<typeof CurrencyDraft>
export const NewCurrency = z.strictObject({ code: CurrencyCode, ...CurrencyDraft.shape })
export type NewCurrency = z.output<typeof NewCurrency>

export const Currency = z.object({
  id: Id,
  version: Version,
  code: z.string(),
  flagCode: z.string(),
  name: z.string(),
  exponent: z.int(),
  quoteUnit: z.int(),
  cashUnit: z.string(),
  denominations: z.array(z.object({ kind: z.string(), faceValue: z.string() })),
  isLocal: z.boolean(),
  isEnabled: z.boolean(),
  sortIndex: z.int(),
  subCurrencyCount: z.int(),
  createdAt: Instant,
})
export type Currency = z.output<typeof Currency>

/** A currency as the specification has it of a company, region or branch. */
export const CompanyCurrency = z.strictObject({
  currencyId: Id,
  currencyCode: z.string(),
  currencyFlagCode: z.string(),
  isLocal: z.boolean(),
  /** What can be handed out of it, in the currency. */
  balance: z.string(),
})
export type CompanyCurrency = z.output<typeof CompanyCurrency>

const GlobalCurrency = z.strictObject({
  code: z.string(),
  number: z.string(),
  name: z.string(),
  flagCode: z.string(),
  exponent: z.int(),
  /** What it begins with in a company. */
  quoteUnit: z.int(),
  cashUnit: z.string(),
  denominations: z.array(z.object({ kind: z.string(), faceValue: z.string() })),
  isTaken: z.boolean(),
})

const path = '/poscurrency/setting'
const permission = 'manage_currencies'

export const companyCurrencies = reserveForCompany({
  list: read({ path: `${path}/list`, permission: 'view_currencies', output: z.array(Currency) }),
  getById: read({ path: `${path}/getById`, permission: 'view_currencies', input: ById, output: Currency }),
  create: write({ path: `${path}/create`, kind: 'CREATE', permission, input: NewCurrency, output: Currency }),
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: updateOf(CurrencyDraft),
    output: Currency,
  }),
  /** All currencies in their new order. */
  updateIndex: write({
    path: `${path}/updateIndex`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ids: z.array(Id).min(1).max(300) }),
    output: z.array(Currency),
  }),
  enable: write({ path: `${path}/enable`, kind: 'UPDATE', permission, input: Versioned, output: Currency }),
  disable: write({ path: `${path}/disable`, kind: 'UPDATE', permission, input: Versioned, output: Currency }),
  getCompanyCurrencies: read({
    path: `${path}/getCompanyCurrencies`,
    permission: 'signedIn',
    output: z.array(CompanyCurrency),
  }),
  getLocalCurrency: read({
    path: `${path}/getLocalCurrency`,
    permission: 'signedIn',
    output: CompanyCurrency,
  }),
  /** What a deal must know of each enabled currency. */
  getSettings: read({ path: `${path}/getSettings`, permission: 'signedIn', output: z.array(Currency) }),
  getGlobalCurrencies: read({
    path: `${path}/getGlobalCurrencies`,
    permission: 'view_currencies',
    output: z.array(GlobalCurrency),
  }),
})
