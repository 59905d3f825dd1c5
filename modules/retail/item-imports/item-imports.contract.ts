import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const path = '/posretail/item'

const Imported = z.object({
  /** Rows with something in them, under the names of the columns. */
  rows: z.int(),
  /** Items that were made; none in a dry run, or where a row has a fault. */
  created: z.int(),
  /** The first hundred cells with what is wrong. */
  faults: z.array(
    z.object({
      /** As the file numbers it, from 1. */
      row: z.int(),
      field: z.string(),
      code: z.string(),
      message: z.string(),
    }),
  ),
})
export type Imported = z.output<typeof Imported>

export const itemImports = {
  /** Makes the items of a table, all or none; a dry run says only what is wrong. */
  import: write({
    path: `${path}/import`,
    kind: 'CREATE',
    permission: 'manage_retail_items',
    // A multipart field is text.
    input: z.strictObject({ dryRun: z.enum(['true', 'false']).default('true') }),
    output: Imported,
    upload: { maxBytes: 10_485_760, types: [xlsx, 'text/csv'] },
  }),
  /** An empty table with the columns of the import. */
  template: read({
    path: `${path}/template`,
    permission: ['view_retail_items', 'manage_retail_items'],
    output: z.unknown(),
    download: true,
  }),
}
