import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { accountClasses } from './accounts.domain.ts'

const Account = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  class: z.enum(accountClasses),
  isEnabled: z.boolean(),
  /** In local currency over all branches in reach; a debit above zero. */
  balance: z.string(),
})
export type Account = z.output<typeof Account>

export const accounts = {
  /** The chart of accounts, by code. */
  list: read({ path: '/posaccounting/ledger/list', permission: 'view_ledger', output: z.array(Account) }),
}
