import * as z from 'zod'
import { write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery } from '#kit/contract/list.contract.ts'
import { corporates, individuals } from '../profiles/profiles.contract.ts'

/** A list as a workbook, filtered as it is and in the order of registration; taking it away is an act of its own in the audit. */
const exportOf = (path: string, columns: Columns) => ({
  export: write({
    path: `${path}/export`,
    kind: 'VIEW',
    permission: 'export_customers',
    stepUp: true,
    input: listQuery(columns),
    output: z.unknown(),
    download: true,
  }),
})

export const individualExports = exportOf('/poscustomer/customerindividual', individuals.list.columns ?? {})
export const corporateExports = exportOf('/poscustomer/customercorporate', corporates.list.columns ?? {})
