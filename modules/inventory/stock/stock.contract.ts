import * as z from 'zod'
import type { Report } from '#kit/domain/report.domain.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'

const StockLine = z.object({
  branchId: Id,
  branchName: z.string(),
  /** Null: the vault of the branch. */
  counterId: Id.nullable(),
  counterName: z.string().nullable(),
  itemId: Id,
  code: z.string(),
  flagCode: z.string(),
  exponent: z.int(),
  onHand: z.string(),
  reserved: z.string(),
  available: z.string(),
  /** Of one unit, on average over the branch; of local money nothing. */
  cost: z.string().nullable(),
  /** In local currency, as it was paid. */
  value: z.string(),
})
export type StockLine = z.output<typeof StockLine>

const Stock = z.object({ local: z.string(), lines: z.array(StockLine), total: z.string() })
export type Stock = z.output<typeof Stock>

const figure = { kind: 'number' } as const
export const stockReport: Report<StockLine> = {
  texts: 'inventory:stock',
  name: 'stock',
  columns: [
    { key: 'branchName', isGroup: true },
    { key: 'counterName', isGroup: true, none: 'vault' },
    { key: 'code', isHead: true },
    { key: 'onHand', ...figure },
    { key: 'reserved', ...figure },
    { key: 'available', ...figure },
    { key: 'cost', kind: 'rate' },
    { key: 'value', kind: 'number', isSummed: true },
  ],
}

const At = z.strictObject({ branchId: Id.optional() })
const path = '/posinventory/management'

/** What lies where, and what it cost. */
export const stock = {
  list: read({ path: `${path}/list`, permission: 'view_stock', input: At, output: Stock }),
  export: read({
    path: `${path}/export`,
    permission: 'view_stock',
    input: At,
    output: z.unknown(),
    download: true,
  }),
}
