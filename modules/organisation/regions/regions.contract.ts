import * as z from 'zod'
import { crud, toggles } from '#kit/contract/crud.contract.ts'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Choice, Code, Id, Instant, requiredLine, Version, Versioned } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'

export const RegionDraft = z.strictObject({ code: Code, name: requiredLine(80) })
export const Region = z.object({
  ...storedShape(RegionDraft),
  id: Id,
  version: Version,
  isEnabled: z.boolean(),
  createdAt: Instant,
})
export type Region = z.output<typeof Region>

const RegionRow = z.object({ ...Region.shape, branchCount: z.int() })
const columns = {
  code: 'String',
  name: 'String',
  isEnabled: 'Boolean',
  createdAt: 'Date',
} as const satisfies Columns
const path = '/poscompany/region'
const permission = 'manage_regions'

export const regions = {
  ...crud({ path, permission, row: Region, listRow: RegionRow, draft: RegionDraft, columns }),
  ...toggles({ path, permission, row: Region }),
  /** Makes exactly these the branches of the region; others that were in it are in none afterwards. */
  assignBranches: write({
    path: `${path}/assignBranches`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, branchIds: z.array(Id).max(1000) }),
    output: Region,
  }),
  listSelection: read({ path: `${path}/listSelection`, permission: 'signedIn', output: z.array(Choice) }),
}
