import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const SerialsRead = z.object({
  /** None where any cell has a fault. */
  serials: z.array(
    z.object({
      row: z.int(),
      /** Empty where the sheet is of one item. */
      sku: z.string(),
      serial: z.string(),
    }),
  ),
  /** The first hundred cells with what is wrong. */
  faults: z.array(z.object({ row: z.int(), field: z.string(), code: z.string(), message: z.string() })),
})

export const serialSheets = {
  /** Reads the serials of a table for a receipt, all or none; nothing is stored. */
  read: write({
    path: '/posretail/inventoryadjustment/readSerials',
    kind: 'CREATE',
    permission: 'manage_retail_stock',
    input: z.strictObject({}),
    output: SerialsRead,
    upload: { maxBytes: 10_485_760, types: [xlsx, 'text/csv'] },
  }),
}
