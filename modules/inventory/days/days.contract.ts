import * as z from 'zod'
import { actionsOf, listCalls } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, DateOnly, Id, Instant, Version } from '#kit/contract/shapes.contract.ts'
import { CountLines, ZeroConfirmed } from '../counts/counts.contract.ts'
import { dayWorkflow } from './days.domain.ts'

export const Day = z.object({
  id: Id,
  version: Version,
  branchId: Id,
  branchName: z.string(),
  counterId: Id,
  counterName: z.string(),
  /** The day in the branch's time zone when it was opened; what is dealt in it carries this date. */
  businessDate: DateOnly,
  state: z.enum(['opening', 'open', 'closed']),
  /** What lies in the drawer was counted, and has to be counted once more before the day opens or closes. */
  isRecount: z.boolean(),
  openedAt: Instant,
  openedBy: z.string(),
  closedAt: Instant.nullable(),
  closedBy: z.string().nullable(),
  /** The transfer by which the drawer went to the vault as the day ended. */
  vaultTransferId: Id.nullable(),
  can: z.array(z.enum(['open', 'close'])),
})
export type Day = z.output<typeof Day>

const columns = {
  counterId: 'Guid',
  branchId: 'Guid',
  businessDate: 'Date',
  state: 'select',
  openedAt: 'Date',
} as const satisfies Columns

const path = '/posinventory/day'
/** What lies in the drawer then, by notes and coins; needed where anything should. */
const Counted = z.strictObject({ lines: CountLines.default([]), ...ZeroConfirmed })
const { close } = actionsOf(dayWorkflow, { path, row: Day })
const seen = ['view_stock', 'open_counter_day'] as const

export const days = {
  /** The day of a counter that is not closed; without an id, of the counter at which the person has taken a seat. */
  current: read({
    path: `${path}/current`,
    permission: seen,
    input: z.strictObject({ counterId: Id.optional() }),
    output: z.object({ counterId: Id.nullable(), day: Day.nullable() }),
  }),
  ...listCalls({ path, permission: seen, row: Day, columns }),
  getById: read({ path: `${path}/getById`, permission: seen, input: ById, output: Day }),
  /** What is not done yet in an open day, each a reason why it cannot be closed: asked before anything is counted. */
  blockers: read({
    path: `${path}/blockers`,
    permission: seen,
    input: ById,
    output: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
  }),
  /** A day that has to be counted once more is answered unopened; then `version` says that this is the second count. */
  open: write({
    path: `${path}/open`,
    kind: 'CREATE',
    permission: 'open_counter_day',
    input: z.strictObject({ counterId: Id, version: Version.optional(), ...Counted.shape }),
    output: Day,
  }),
  /**
   * A day that has to be counted once more is answered open, with another version. `toVault`: the money of the drawer goes to the vault,
   * but for a currency of which more was counted than the books have.
   */
  close: {
    ...close,
    input: z.strictObject({ ...close.input.shape, ...Counted.shape, toVault: z.boolean().default(false) }),
  },
}
