import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import {
  ById,
  Choice,
  Code,
  Id,
  Instant,
  lines,
  Phone,
  requiredLine,
  Version,
  Versioned,
} from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { TimeZone } from '../company/company.contract.ts'

export const BranchDraft = z.strictObject({
  code: Code,
  name: requiredLine(80),
  regionId: Id.nullable().default(null),
  address: lines(500).default(''),
  phone: Phone.default(''),
  /** The company's own where the branch has none. */
  timeZone: TimeZone.nullable().default(null),
  isOnlyView: z.boolean().default(false),
  /** Where lies what is the company's own and no branch's; one branch of a company. */
  isHeadOffice: z.boolean().default(false),
  receiptHeader: lines(500).default(''),
})
export type BranchDraft = z.output<typeof BranchDraft>

export const Branch = z.object({
  ...storedShape(BranchDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Branch = z.output<typeof Branch>

const BranchDetail = z.object({ ...Branch.shape, regionName: z.string().nullable() })
export type BranchDetail = z.output<typeof BranchDetail>
const BranchRow = z.object({ ...BranchDetail.shape, counterCount: z.int() })
const columns = {
  code: 'String',
  name: 'String',
  regionId: 'Guid',
  isOnlyView: 'Boolean',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/poscompany/branch'
const permission = 'manage_branches'

export const branches = {
  ...crud({ path, permission, row: Branch, listRow: BranchRow, draft: BranchDraft, columns }),
  ...toggles({ path, permission, row: Branch }),
  getById: read({
    path: `${path}/getById`,
    permission: 'view_branches',
    input: ById,
    output: BranchDetail,
  }),
  getListByRegion: read({
    path: `${path}/getListByRegion`,
    permission: 'view_branches',
    input: z.strictObject({ regionId: Id }),
    output: z.array(Branch),
  }),
  /** Moves these counters into the branch. */
  assignCounters: write({
    path: `${path}/assignCounters`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, counterIds: z.array(Id).min(1).max(1000) }),
    output: Branch,
  }),
  listSelection: read({
    path: `${path}/listSelectionBranch`,
    permission: 'signedIn',
    output: z.array(Choice),
  }),
}
