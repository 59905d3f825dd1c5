import * as z from 'zod'
import { actionsOf } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { ById, DateOnly, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { CountLines, ZeroConfirmed } from '../counts/counts.contract.ts'
import { handoverStates, handoverWorkflow } from './handovers.domain.ts'

export const Handover = z.object({
  id: Id,
  version: z.int(),
  state: z.enum(handoverStates),
  branchId: Id,
  branchName: z.string(),
  counterId: Id,
  counterName: z.string(),
  /** The day that was closed. */
  dayId: Id,
  businessDate: DateOnly,
  /** The day that opened with it. */
  nextDayId: Id.nullable(),
  toId: Id,
  toName: z.string(),
  author: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  endedBy: z.string().nullable(),
  reason: z.string(),
  /** It was counted once and differs: it is to be counted once more. */
  isCounted: z.boolean(),
  can: z.array(z.enum(['accept', 'refuse', 'withdraw'])),
})
export type Handover = z.output<typeof Handover>

const path = '/posinventory/handover'
const { accept, refuse, withdraw } = actionsOf(handoverWorkflow, { path, row: Handover })
const permission = ['view_stock', 'open_counter_day'] as const

/** A drawer is handed to the next teller, after its day was closed. */
export const handovers = {
  /** Of a counter whose day is closed: the handover that waits, else the last day where this person may hand it over, and to whom. */
  current: read({
    path: `${path}/current`,
    permission,
    input: z.strictObject({ counterId: Id }),
    output: z.object({
      waiting: Handover.nullable(),
      dayId: Id.nullable(),
      people: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }),
  getById: read({ path: `${path}/getById`, permission, input: ById, output: Handover }),
  create: write({
    path: `${path}/create`,
    kind: 'CREATE',
    permission: 'open_counter_day',
    input: z.strictObject({ dayId: Id, toId: Id }),
    output: Handover,
  }),
  /** With a count that agrees, or the second one, the next day is open; else it is answered waiting, with another version. */
  accept: {
    ...accept,
    input: z.strictObject({ ...accept.input.shape, lines: CountLines.default([]), ...ZeroConfirmed }),
  },
  refuse,
  withdraw,
}
