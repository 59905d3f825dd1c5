import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  DateOnly,
  Id,
  Instant,
  line,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { DocumentEvent } from '#modules/documents/history/history.contract.ts'
import { Batches, NamedBatches } from '../batches/batches.contract.ts'
import { Price } from '../items/items.contract.ts'
import { taxRoundings } from '../policy/policy.domain.ts'
import { taxSayers } from '../taxes/taxes.domain.ts'
import { saleGates, saleStates, saleWorkflow } from './sales.domain.ts'
import { ApplicationType } from '#modules/applications.contract.ts'

const Basket = z.strictObject({
  name: line(60).default(''),
  /** Who buys, where an item or a rule of due diligence asks for it. */
  customerId: Id.nullable().default(null),
  discount: Price.default('0'),
  lines: z
    .array(
      z.strictObject({
        itemId: Id,
        quantity: z.string().regex(/^[1-9]\d{0,5}$/),
        /** Of an item whose price is open, or what the counter shows: another price of now is asked about. */
        price: Price.nullable().default(null),
        /** Of what is kept by serial: one for each unit. */
        serials: z.array(requiredLine(60)).max(300).default([]),
        /** Of what is kept by batch: which; none: those that expire first. */
        batches: NamedBatches,
      }),
    )
    .min(1)
    .max(300),
})

export const SaleDraft = z.strictObject({
  /** Made by who calls, so that a lost answer makes no second sale. */
  id: Id,
  branchId: Id,
  counterId: Id,
  ...Basket.shape,
})
export type SaleDraft = z.output<typeof SaleDraft>

const Park = z.strictObject({ ...Versioned.shape, ...Basket.shape })
export type Park = z.output<typeof Park>

const { name: _name, ...priced } = Basket.shape
const PriceAsk = z.strictObject({ branchId: Id, counterId: Id.optional(), ...priced })
export type PriceAsk = z.output<typeof PriceAsk>

export const Settle = z.strictObject({
  ...Versioned.shape,
  payments: z
    .array(z.strictObject({ modeId: Id, amount: Price }))
    .max(10)
    .default([]),
  /** A deal of this counter, which is settled with it. */
  deal: z.strictObject(Versioned.shape).nullable().default(null),
  /** Prices that have changed since are agreed with. */
  acceptsPrices: z.boolean().default(false),
})
export type Settle = z.output<typeof Settle>

const Rates = z.array(z.string())
const SaleLine = z.object({
  itemId: Id,
  sku: z.string(),
  name: z.string(),
  unit: z.string(),
  quantity: z.string(),
  serials: z.array(z.string()),
  /** Of a settled sale those that were sold; before, those that are named or would be sold. */
  batches: Batches,
  price: z.string(),
  rates: Rates,
  /** Who said how it is taxed; null: nobody did. */
  taxFrom: z.enum(taxSayers).nullable(),
  gross: z.string(),
  discount: z.string(),
  net: z.string(),
  tax: z.string(),
  /** What of it is owed to the principal of what is sold for another. */
  owed: z.string(),
  total: z.string(),
})

/** What a basket would come to. */
const Priced = z.object({
  discount: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  /** What would be paid in cash alone, rounded to the smallest coin. */
  inCash: z.string(),
  taxBy: z.enum(taxRoundings),
  byRate: z.array(z.object({ rates: Rates, net: z.string(), taxes: z.array(z.string()) })),
  /** What another person would have to allow. */
  asks: z.array(z.enum(saleGates)),
  lines: z.array(
    z.object({
      ...SaleLine.shape,
      /** Units beyond what is there; they are sold where the item says so, and refused else. */
      short: z.string(),
    }),
  ),
})
export type Priced = z.output<typeof Priced>

const Sale = z.object({
  id: Id,
  applicationType: ApplicationType,
  version: Version,
  number: z.string(),
  state: z.enum(saleStates),
  name: z.string(),
  branchId: Id,
  branch: z.string(),
  counterId: Id,
  counter: z.string(),
  businessDate: DateOnly.nullable(),
  discount: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  rounding: z.string(),
  customerId: Id.nullable(),
  customerType: z.int().nullable(),
  customer: z.string(),
  createdAt: Instant,
  author: z.string(),
  can: z.array(z.string()),
})
export type Sale = z.output<typeof Sale>

const SaleDetail = z.object({
  ...Sale.shape,
  lines: z.array(SaleLine),
  /** Below zero it was paid out. */
  payments: z.array(z.object({ modeId: Id, mode: z.string(), tendered: z.string(), amount: z.string() })),
  /** The deal that was settled with it, and what of that was owed to the customer; below zero the customer owed. */
  deal: z.object({ id: Id, number: z.string(), owed: z.string() }).nullable(),
  /** What came back and paid for it; what of that was above the price was paid out. */
  refund: z.object({ id: Id, number: z.string(), owed: z.string() }).nullable(),
  history: z.array(DocumentEvent),
})
export type SaleDetail = z.output<typeof SaleDetail>

/** A deal that may be settled with a sale. */
const DealChoice = z.object({
  id: Id,
  version: Version,
  number: z.string(),
  customer: z.string(),
  currencies: z.string(),
  /** To the customer; below zero by the customer. */
  owed: z.string(),
  /** What is left with the total of the sale: above zero the customer pays, below zero it is paid out. */
  due: z.string(),
  /** The same in cash, rounded to the smallest coin. */
  inCash: z.string(),
})
export type DealChoice = z.output<typeof DealChoice>

const columns = {
  number: 'String',
  state: 'select',
  branchId: 'Guid',
  counterId: 'Guid',
  customer: 'String',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/posretail/sale'
const permission = 'view_retail_sales' as const
const seen = [permission, 'create_retail_sales'] as const
const { settle, cancel, approveDiscount, approveBelowCost, reject, clear, refuse } = actionsOf(saleWorkflow, {
  path,
  row: SaleDetail,
  kinds: {
    cancel: 'CANCEL',
    approveDiscount: 'APPROVE',
    approveBelowCost: 'APPROVE',
    reject: 'REJECT',
    clear: 'APPROVE',
    refuse: 'REJECT',
  },
})

export const sales = {
  ...listCalls({ path, permission, row: Sale, columns }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: SaleDetail }),
  price: read({ path: `${path}/price`, method: 'POST', permission: seen, input: PriceAsk, output: Priced }),
  listDeals: read({ path: `${path}/listDeals`, permission: seen, input: ById, output: z.array(DealChoice) }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'create_retail_sales',
    input: SaleDraft,
    output: SaleDetail,
  }),
  park: write({
    path: `${path}/park`,
    kind: 'UPDATE',
    permission: 'create_retail_sales',
    input: Park,
    output: SaleDetail,
  }),
  settle: { ...settle, input: Settle, movesValue: true as const },
  approveDiscount,
  approveBelowCost,
  reject,
  clear,
  refuse,
  cancel,
}
