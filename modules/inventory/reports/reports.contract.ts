import * as z from 'zod'
import { reportReads } from '#kit/contract/report.contract.ts'
import { DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import type { Report } from '#kit/domain/report.domain.ts'

const path = '/posinventory/report'
const permission = 'view_stock' as const
const figure = { kind: 'number' } as const
const sum = { kind: 'number', isSummed: true } as const

/** What rows are added up by; what moves within one of these is neither in nor out. */
export const levels = ['company', 'branch', 'place'] as const
const Of = { branchId: Id.optional(), itemId: Id.optional(), level: z.enum(levels).default('branch') }
/** Business dates, both inclusive. */
const Period = { from: DateOnly, to: DateOnly }
const answerOf = <R extends z.ZodObject>(row: R) =>
  z.strictObject({ local: z.string(), rows: z.array(row), isCut: z.boolean() })

/** Whether what documents say is what the ledger holds of them, and that value in local currency. */
export const Booked = z.strictObject({ value: z.string(), agrees: z.boolean() })

const Item = { itemId: Id, code: z.string(), flagCode: z.string() }
/** Branch and counter or vault, or what is on its way; of the company it is empty. */
const Unit = { place: z.string(), branchId: Id.nullable(), counterId: Id.nullable(), ...Item }

export const StockAtAsk = z.strictObject({ ...Of, date: DateOnly })
const StockAtRow = z.strictObject({
  ...Unit,
  quantity: z.string(),
  /** Of one unit. A place has neither: what notes cost is known of the branch. */
  cost: z.string().nullable(),
  value: z.string().nullable(),
  /** Of all that is shown of the currency, as a fraction. */
  share: z.string(),
})
export type StockAtRow = z.output<typeof StockAtRow>
export const stockAtReport: Report<StockAtRow> = {
  texts: 'inventory:stockOnHand',
  name: 'stock-on-hand',
  columns: [
    { key: 'place', isGroup: true, none: 'anyBranch' },
    { key: 'code', isHead: true },
    { key: 'quantity', ...figure },
    { key: 'share', kind: 'percent' },
    { key: 'cost', kind: 'rate' },
    { key: 'value', ...sum },
  ],
}
/** What lay where by the end of a business date. */
export const stockOnHand = reportReads({
  path,
  name: 'stockOnHand',
  permission,
  input: StockAtAsk,
  output: answerOf(StockAtRow),
})

export const ChangeAsk = z.strictObject({ ...Of, ...Period })
const Moves = z.array(
  z.strictObject({
    event: z.string(),
    isIn: z.boolean(),
    quantity: z.string(),
    value: z.string().nullable(),
  }),
)
const ChangeRow = z.strictObject({
  ...Unit,
  openingQuantity: z.string(),
  openingValue: z.string().nullable(),
  inQuantity: z.string(),
  inValue: z.string().nullable(),
  outQuantity: z.string(),
  outValue: z.string().nullable(),
  closingQuantity: z.string(),
  closingValue: z.string().nullable(),
  /** Of the closing of the company; of a branch and a place nothing, what is on its way has a row of its own. */
  transitQuantity: z.string().nullable(),
  transitValue: z.string().nullable(),
  movements: Moves,
  /** The movements in words. */
  details: z.string(),
})
export type ChangeRow = z.output<typeof ChangeRow>
export const changeReport: Report<ChangeRow> = {
  texts: 'inventory:inventoryChange',
  name: 'inventory-change',
  columns: [
    { key: 'place', isGroup: true, none: 'anyBranch' },
    { key: 'code', isHead: true },
    { key: 'openingQuantity', ...figure },
    { key: 'openingValue', ...sum },
    { key: 'inQuantity', ...figure },
    { key: 'inValue', ...sum },
    { key: 'outQuantity', ...figure },
    { key: 'outValue', ...sum },
    { key: 'closingQuantity', ...figure },
    { key: 'closingValue', ...sum },
    { key: 'transitQuantity', ...figure },
    { key: 'transitValue', ...sum },
    { key: 'details' },
  ],
}
/** Opening, in, out and closing of each currency between two business dates. */
export const inventoryChange = reportReads({
  path,
  name: 'inventoryChange',
  permission,
  input: ChangeAsk,
  output: answerOf(ChangeRow),
})

const MovementRow = z.strictObject({
  ...Unit,
  entryId: Id,
  at: Instant,
  businessDate: DateOnly,
  event: z.string(),
  sourceNumber: z.string().nullable(),
  author: z.string(),
  quantity: z.string(),
  value: z.string().nullable(),
})
export type MovementRow = z.output<typeof MovementRow>
export const movementReport: Report<MovementRow> = {
  texts: 'inventory:stockMovements',
  name: 'stock-movements',
  columns: [
    { key: 'businessDate', kind: 'date' },
    { key: 'at', kind: 'dateTime' },
    { key: 'event', isHead: true },
    { key: 'sourceNumber' },
    { key: 'place', none: 'anyBranch' },
    { key: 'code' },
    { key: 'quantity', ...figure },
    { key: 'value', ...sum },
    { key: 'author' },
  ],
}
/** Each movement with its document, in the order of posting. */
export const stockMovements = reportReads({
  path,
  name: 'stockMovements',
  permission,
  input: ChangeAsk,
  output: answerOf(MovementRow),
})
