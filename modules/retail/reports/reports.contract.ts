import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

const path = '/posretail/report'
const permission = 'view_retail_reports' as const
const figure = { kind: 'number' } as const
const sum = { kind: 'number', isSummed: true } as const

/** What sales are added up by. */
export const saleKeys = ['item', 'category', 'branch', 'cashier', 'hour', 'mode'] as const

/** Business dates, both inclusive. */
const Period = { from: DateOnly, to: DateOnly, branchId: Id.optional() }
export const PeriodAsk = z.strictObject(Period)
export type PeriodAsk = z.output<typeof PeriodAsk>
export const SalesAsk = z.strictObject({ ...Period, by: z.enum(saleKeys).default('item') })
export type SalesAsk = z.output<typeof SalesAsk>
export const StockAsk = z.strictObject({ branchId: Id.optional(), below: z.stringbool().default(false) })
export type StockAsk = z.output<typeof StockAsk>
const answerOf = <R extends z.ZodObject>(row: R) =>
  z.strictObject({ local: z.string(), rows: z.array(row), isCut: z.boolean() })

const SalesRow = z.strictObject({
  /** As it was called when it was sold. */
  name: z.string(),
  /** Units sold less units returned; of a mode of payment nothing. */
  quantity: z.string().nullable(),
  discount: z.string().nullable(),
  net: z.string().nullable(),
  tax: z.string().nullable(),
  total: z.string(),
})
export type SalesRow = z.output<typeof SalesRow>
export const salesReport: Report<SalesRow> = {
  texts: 'retail:salesReport',
  name: 'retail-sales',
  columns: [
    { key: 'name', isHead: true, none: 'none' },
    { key: 'quantity', ...figure },
    { key: 'discount', ...sum },
    { key: 'net', ...sum },
    { key: 'tax', ...sum },
    { key: 'total', ...sum },
  ],
}
/** Sales less returns, each on its own day: by item, category, branch, cashier, hour or mode of payment. */
export const retailSalesReport = reportReads({
  path,
  name: 'sales',
  permission,
  input: SalesAsk,
  output: answerOf(SalesRow),
})

const TaxRow = z.strictObject({
  /** Rates as people read them; empty where nothing is taxed. */
  rates: z.string(),
  net: z.string(),
  tax: z.string(),
})
export type TaxRow = z.output<typeof TaxRow>
export const taxReport: Report<TaxRow> = {
  texts: 'retail:taxReport',
  name: 'retail-tax',
  columns: [
    { key: 'rates', isHead: true, none: 'none' },
    { key: 'net', ...sum },
    { key: 'tax', ...sum },
  ],
}
/** What was taxed at which rates, by the rates of the day of each sale. */
export const retailTaxReport = reportReads({
  path,
  name: 'tax',
  permission,
  input: PeriodAsk,
  output: answerOf(TaxRow),
})

const PersonRow = z.strictObject({
  person: z.string(),
  sales: z.int(),
  discounted: z.int(),
  discount: z.string(),
  returns: z.int(),
  returned: z.string(),
})
export type PersonRow = z.output<typeof PersonRow>
export const personReport: Report<PersonRow> = {
  texts: 'retail:personReport',
  name: 'retail-discounts-returns',
  columns: [
    { key: 'person', isHead: true },
    { key: 'sales', ...figure },
    { key: 'discounted', ...figure },
    { key: 'discount', ...sum },
    { key: 'returns', ...figure },
    { key: 'returned', ...sum },
  ],
}
/** Discounts and returns of each person who sold or took back. */
export const retailPersonReport = reportReads({
  path,
  name: 'people',
  permission,
  input: PeriodAsk,
  output: answerOf(PersonRow),
})

const StockRow = z.strictObject({
  branchId: Id,
  branch: z.string(),
  counterId: Id.nullable(),
  /** Where in the branch; null: in its store. */
  counter: z.string().nullable(),
  itemId: Id,
  sku: z.string(),
  name: z.string(),
  category: z.string(),
  quantity: z.string(),
  /** Of one unit on average; of what is not there nothing. */
  cost: z.string().nullable(),
  value: z.string(),
  reorderLevel: z.string().nullable(),
})
export type StockRow = z.output<typeof StockRow>
export const goodsReport: Report<StockRow> = {
  texts: 'retail:stock',
  name: 'retail-stock',
  columns: [
    { key: 'branch', isGroup: true },
    { key: 'counter', none: 'store' },
    { key: 'sku' },
    { key: 'name', isHead: true },
    { key: 'category' },
    { key: 'quantity', ...figure },
    { key: 'reorderLevel', ...figure },
    { key: 'cost', kind: 'rate' },
    { key: 'value', ...sum },
  ],
}
/**
 * What lies in the store and at the counters of each branch now, and what it has cost; only what of the whole branch is to be ordered
 * again where that is asked.
 */
export const goodsStock = reportReads({
  path,
  name: 'stock',
  permission: 'view_retail_stock',
  input: StockAsk,
  output: answerOf(StockRow),
})

const moveKinds = ['sale', 'return', 'adjustment'] as const
const MovementRow = z.strictObject({
  businessDate: DateOnly,
  at: Instant,
  kind: z.enum(moveKinds),
  number: z.string(),
  branch: z.string(),
  sku: z.string(),
  name: z.string(),
  quantity: z.string(),
  value: z.string(),
  author: z.string(),
})
export type MovementRow = z.output<typeof MovementRow>
export const goodsMovementReport: Report<MovementRow> = {
  texts: 'retail:movements',
  name: 'retail-movements',
  columns: [
    { key: 'businessDate', kind: 'date' },
    { key: 'kind', kind: 'value' },
    { key: 'number', isHead: true },
    { key: 'branch' },
    { key: 'sku' },
    { key: 'name' },
    { key: 'quantity', ...figure },
    { key: 'value', ...sum },
    { key: 'author' },
  ],
}
/** Each movement of goods at its cost, with its document. */
export const goodsMovements = reportReads({
  path,
  name: 'movement',
  permission: 'view_retail_stock',
  input: PeriodAsk,
  output: answerOf(MovementRow),
})

const PrincipalRow = z.strictObject({
  code: z.string(),
  name: z.string(),
  opening: z.string(),
  /** What customers paid for what is the principal's, less what came back. */
  total: z.string(),
  commission: z.string(),
  tax: z.string(),
  owed: z.string(),
  settled: z.string(),
  closing: z.string(),
})
export type PrincipalRow = z.output<typeof PrincipalRow>
export const principalReport: Report<PrincipalRow> = {
  texts: 'retail:principalReport',
  name: 'retail-principals',
  columns: [
    { key: 'code' },
    { key: 'name', isHead: true },
    { key: 'opening', ...sum },
    { key: 'total', ...sum },
    { key: 'commission', ...sum },
    { key: 'tax', ...sum },
    { key: 'owed', ...sum },
    { key: 'settled', ...sum },
    { key: 'closing', ...sum },
  ],
}
/** What was sold for principals, what is ours of it, and what was owed and settled. */
export const retailPrincipalReport = reportReads({
  path,
  name: 'principals',
  permission,
  input: PeriodAsk,
  output: answerOf(PrincipalRow),
})

const MarginRow = z.strictObject({
  sku: z.string(),
  name: z.string(),
  quantity: z.string(),
  net: z.string(),
  cost: z.string(),
  margin: z.string(),
  /** Of the net price, as a fraction; null where nothing was got. */
  share: z.string().nullable(),
})
export type MarginRow = z.output<typeof MarginRow>
export const marginReport: Report<MarginRow> = {
  texts: 'retail:margin',
  name: 'retail-margin',
  columns: [
    { key: 'sku' },
    { key: 'name', isHead: true },
    { key: 'quantity', ...figure },
    { key: 'net', ...sum },
    { key: 'cost', ...sum },
    { key: 'margin', ...sum },
    { key: 'share', kind: 'percent' },
  ],
}
/** What each item brought above its cost, less what came back. */
export const retailMargin = reportReads({
  path,
  name: 'margin',
  permission: 'view_retail_margin',
  input: PeriodAsk,
  output: answerOf(MarginRow),
})
