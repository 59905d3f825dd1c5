import * as z from 'zod'
import { type Access, read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'

/** What a report comes to on a ledger, beside the balances of that ledger: two ways to one figure. */
export const Agreement = z.object({
  accountId: Id,
  /** Code and name. */
  ledger: z.string(),
  reported: z.string(),
  balance: z.string(),
  difference: z.string(),
  isRight: z.boolean(),
})
export type Agreement = z.output<typeof Agreement>

const permission: Access = 'view_statements'

/** A report of the books: its rows with their currency and what they agree with, and the same as a workbook. */
export function bookReport<I extends z.ZodObject, R extends z.ZodType>(
  name: string,
  { input, row }: { input: I; row: R },
) {
  const path = `/posaccounting/${name}`
  const output = z.object({ local: z.string(), rows: z.array(row), agreements: z.array(Agreement) })
  return {
    list: read({ method: 'POST', path: `${path}/list`, permission, input, output }),
    export: read({
      method: 'POST',
      path: `${path}/export`,
      permission,
      input,
      output: z.unknown(),
      download: true,
    }),
  }
}
