import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { accountClasses } from './accounts.domain.ts'

const Account = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  class: z.enum(accountClasses),
  /** The kind of party of its sub-ledger. */
  party: z.string().nullable(),
  isEnabled: z.boolean(),
  /** In local currency over all branches in reach; a debit above zero. */
  balance: z.string(),
})
export type Account = z.output<typeof Account>

export const accounts = {
  /** The chart of accounts, by code. */
  list: read({ path: '/posaccounting/ledger/list', permission: 'view_ledger', output: z.array(Account) }),
  /** What an account comes to by party, the largest first; what is even is left out. */
  parties: read({
    path: '/posaccounting/ledger/parties',
    permission: 'view_ledger',
    input: z.strictObject({ accountId: Id, branchId: Id.optional() }),
    output: z.object({
      /** There are more than are shown: the detail ledger has each of them. */
      isCut: z.boolean(),
      parties: z.array(z.object({ type: z.string(), id: Id, name: z.string(), balance: z.string() })),
    }),
  }),
}
