import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { chartColumns, chartFormats } from './chart.domain.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const ChartImport = z.object({
  /** Nothing was written: it was a trial, or something is wrong with a row. */
  isTrial: z.boolean(),
  added: z.array(z.string()),
  changed: z.array(z.string()),
  same: z.int(),
  /** Groups that were not there. */
  groups: z.array(z.string()),
  faults: z.array(
    z.object({ rowNumber: z.int(), field: z.enum(chartColumns), code: z.string(), message: z.string() }),
  ),
})
export type ChartImport = z.output<typeof ChartImport>

const path = '/posaccounting/ledger'

export const chartSheet = {
  /** The chart as a sheet that can be taken in again. */
  export: read({
    path: `${path}/exportChart`,
    permission: 'view_ledger',
    input: z.strictObject({ format: z.enum(chartFormats) }),
    output: z.unknown(),
    download: true,
  }),
  /** Ledgers of a sheet by their code: new ones are added, others changed, all of them or none. */
  import: write({
    path: `${path}/importChart`,
    kind: 'UPDATE',
    permission: 'manage_ledger',
    input: z.strictObject({ isTrial: z.stringbool().default(true) }),
    upload: { maxBytes: 5_242_880, types: [xlsx, 'text/csv'] },
    output: ChartImport,
  }),
}
