import * as z from 'zod'
import { crud } from '#kit/contract/crud.contract.ts'
import { controls, read, write } from '#kit/contract/endpoint.contract.ts'
import type { Columns } from '#kit/contract/list.contract.ts'
import { Id, Version, Versioned } from '#kit/contract/shapes.contract.ts'

/** As a module declares it. */
const Code = z.string().min(1).max(60)

const narrowed = {
  event: Code.nullable().default(null),
  branchId: Id.nullable().default(null),
  itemId: Id.nullable().default(null),
  modeId: Id.nullable().default(null),
}
export const MappingDraft = z.strictObject({ part: Code, ...narrowed, accountId: Id })
export type MappingDraft = z.output<typeof MappingDraft>

const Mapping = z.object({
  id: Id,
  version: Version,
  part: z.string(),
  event: z.string().nullable(),
  branchId: Id.nullable(),
  branchName: z.string().nullable(),
  itemId: Id.nullable(),
  itemCode: z.string().nullable(),
  modeId: Id.nullable(),
  modeName: z.string().nullable(),
  accountId: Id,
  /** Code and name of the account. */
  account: z.string(),
  /** The company's usual account of the part: it is changed, and never ended. */
  isUsual: z.boolean(),
})
export type Mapping = z.output<typeof Mapping>

const columns = {
  part: 'select',
  event: 'select',
  branchId: 'Guid',
  itemId: 'Guid',
  modeId: 'Guid',
  accountId: 'Guid',
} as const satisfies Columns

const path = '/posaccounting/globalledgermapping'
const permission = 'manage_ledger_mapping'
const seen = 'view_ledger_mapping'
const Named = z.object({ id: Id, name: z.string() })

/** Which account each part of an event is posted to; the most specific row that fits wins. A change holds for what is posted later. */
export const mappings = controls({
  ...crud({ path, permission, row: Mapping, draft: MappingDraft, columns }),
  /** Only its account changes: for something else there is another row. */
  update: write({
    path: `${path}/update`,
    kind: 'UPDATE',
    permission,
    input: z.strictObject({ ...Versioned.shape, accountId: Id }),
    output: Mapping,
  }),
  choices: read({
    path: `${path}/choices`,
    permission: seen,
    output: z.object({
      accounts: z.array(
        z.object({
          ...Named.shape,
          class: z.string(),
          keeps: z.string().nullable(),
          party: z.string().nullable(),
          isEnabled: z.boolean(),
        }),
      ),
      items: z.array(z.object({ ...Named.shape, isLocal: z.boolean() })),
      modes: z.array(Named),
      /** What is posted: by which events, and to which accounts it may go. */
      parts: z.array(
        z.object({
          code: z.string(),
          classes: z.array(z.string()),
          keeps: z.string().nullable(),
          says: z.enum(['item', 'mode']).optional(),
          party: z.string().optional(),
          events: z.array(z.string()),
        }),
      ),
      events: z.array(z.string()),
    }),
  }),
  /** Whether everything that is posted leads to an account, in every branch; what does not, the first of it named. */
  check: read({
    path: `${path}/check`,
    permission: seen,
    output: z.object({
      count: z.int(),
      missing: z.array(
        z.object({
          part: z.string(),
          event: z.string(),
          branchName: z.string(),
          itemCode: z.string().nullable(),
          modeName: z.string().nullable(),
        }),
      ),
    }),
  }),
})
