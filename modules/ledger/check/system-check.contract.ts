import * as z from 'zod'
import { read, write } from '#kit/contract/endpoint.contract.ts'
import { type Columns, listQuery, pageOf } from '#kit/contract/list.contract.ts'
import { ById, Id, Instant } from '#kit/contract/shapes.contract.ts'
import { checkCodes } from './check.domain.ts'

const CheckRun = z.strictObject({
  id: Id,
  at: Instant,
  /** Whoever asked for it; empty where it ran by itself. */
  author: z.string(),
  /** How many are wrong, over all checks. */
  wrong: z.int(),
})

const CheckRunDetail = z.strictObject({
  ...CheckRun.shape,
  looks: z.array(
    z.strictObject({
      check: z.enum(checkCodes),
      /** How many were looked at. */
      seen: z.int(),
      wrong: z.int(),
      /** The first differences, with the entry of the journal where it is one. */
      examples: z.array(z.strictObject({ name: z.string(), entryId: Id.nullable() })),
    }),
  ),
})
export type CheckRunDetail = z.output<typeof CheckRunDetail>

const columns = { at: 'Date', wrong: 'Number' } as const satisfies Columns

const checksOf = (name: string) => {
  const path = `/posaccounting/${name}`
  const permission = 'view_statements' as const
  return {
    list: read({
      path: `${path}/list`,
      method: 'POST',
      permission,
      input: listQuery(columns),
      output: pageOf(CheckRun),
      columns,
    }),
    getById: read({ path: `${path}/getById`, permission, input: ById, output: CheckRunDetail }),
    /** The last one that was run; null where none was. */
    latest: read({
      path: `${path}/latest`,
      permission,
      output: z.object({ run: CheckRunDetail.nullable() }),
    }),
    /** Looks at everything now: for whoever locks the books. */
    run: write({
      path: `${path}/run`,
      kind: 'CREATE',
      permission: 'manage_period_lock',
      input: z.strictObject({}),
      output: CheckRunDetail,
    }),
    export: read({ path: `${path}/export`, permission, input: ById, output: z.unknown(), download: true }),
  }
}

/** Everything that the books promise. */
export const systemCheck = checksOf('systemcheck')
/** What of it is of stock. */
export const inventorySystemCheck = checksOf('inventorysystemcheck')
