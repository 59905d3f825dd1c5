import * as z from 'zod'
import { crud } from '#kit/contract/crud.contract.ts'
import { read } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, requiredLine, Version } from '#kit/contract/shapes.contract.ts'
import { storedShape } from '#kit/contract/stored.contract.ts'
import { accountClasses } from './accounts.domain.ts'
import { namesShape } from './names.contract.ts'

export const LedgerGroupDraft = z.strictObject({
  name: requiredLine(100),
  ...namesShape,
  class: z.enum(accountClasses),
  /** Null: directly under its class. */
  parentId: Id.nullable().default(null),
  /** Among those of the same parent, the lowest first. */
  position: z.int().min(0).max(9999).default(0),
})
export type LedgerGroupDraft = z.output<typeof LedgerGroupDraft>

export const LedgerGroup = z.object({
  ...storedShape(LedgerGroupDraft),
  id: Id,
  version: Version,
  /** The names from the highest group down to this one. */
  path: z.string(),
  parentName: z.string().nullable(),
  /** Ledgers directly in it. */
  ledgerCount: z.int(),
})
export type LedgerGroup = z.output<typeof LedgerGroup>

const columns = { class: 'select', name: 'String', path: 'String' } as const satisfies Columns

const path = '/posaccounting/ledgergroup'

/** Groups of ledgers: a tree of any depth under the five classes. */
export const ledgerGroups = {
  ...crud({
    path,
    permission: 'manage_ledger',
    row: LedgerGroup,
    draft: LedgerGroupDraft,
    columns,
  }),
  /** Every group by its whole path, in the order of the statements. */
  listSelection: read({
    path: `${path}/listSelection`,
    permission: 'view_ledger',
    output: z.array(z.object({ id: Id, name: z.string(), class: z.enum(accountClasses) })),
  }),
}
