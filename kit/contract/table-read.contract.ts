import * as z from 'zod'

/** What was read of an uploaded table, and what was not. */
export const TableRead = z.object({
  /** The sheet of a workbook; empty for a text. */
  sheet: z.string(),
  otherSheets: z.array(z.string()),
  unusedColumns: z.array(z.string()),
})
export type TableRead = z.output<typeof TableRead>
