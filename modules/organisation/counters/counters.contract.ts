import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { ById, Code, Id, Instant, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'

export const CounterDraft = z.strictObject({ code: Code, name: requiredLine(80), branchId: Id })
export type CounterDraft = z.output<typeof CounterDraft>

export const Counter = z.object({
  ...storedShape(CounterDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Counter = z.output<typeof Counter>

const CounterDetail = z.object({ ...Counter.shape, branchName: z.string() })
export type CounterDetail = z.output<typeof CounterDetail>
const columns = {
  code: 'String',
  name: 'String',
  branchId: 'Guid',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/poscompany/counter'
const permission = 'manage_counters'

export const counters = {
  ...crud({ path, permission, row: Counter, listRow: CounterDetail, draft: CounterDraft, columns }),
  ...toggles({ path, permission, row: Counter }),
  getById: read({
    path: `${path}/getById`,
    permission: 'view_counters',
    input: ById,
    output: CounterDetail,
  }),
  getListByBranch: read({
    path: `${path}/getListByBranch`,
    permission: 'view_counters',
    input: z.strictObject({ branchId: Id }),
    output: z.array(Counter),
  }),
}
