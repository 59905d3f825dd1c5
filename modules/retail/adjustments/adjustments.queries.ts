import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Adjusted } from './adjustments.domain.ts'

export const rows = rowsOf('retail.adjustment')

const columns = {
  number: 'a.number',
  state: 'a.state',
  reason: 'a.reason',
  branchId: 'a.branchId',
  counterId: 'a.counterId',
  supplier: 'a.supplier',
  createdAt: 'a.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('retail.adjustment as a')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'a.companyId').onRef('b.branchId', '=', 'a.branchId'),
    )
    .leftJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'a.companyId').onRef('c.counterId', '=', 'a.counterId'),
    )
    .selectAll('a')
    .select(['b.name as branch', 'c.name as counter'])
    .$narrowType<{ branch: string }>()
export type AdjustmentRow = Awaited<ReturnType<typeof find>>[number]

/** At a counter whoever may see it, in a store whoever may see the branch. */
export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    named(db).where((eb) =>
      eb.or([
        withinScope(scope, 'counterIds', 'a.counterId'),
        eb.and([eb('a.counterId', 'is', null), withinScope(scope, 'branchIds', 'a.branchId')]),
      ]),
    ),
    input,
    { columns, place: 'a.branchId', order: ['createdAt-desc'], tie: 'a.id' },
  )

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('a.id', 'in', [...ids])
    .execute()

export const linesOf = (db: Db, adjustmentId: string) =>
  db
    .selectFrom('retail.adjustmentLine as l')
    .innerJoin('retail.item as i', (join) =>
      join.onRef('i.companyId', '=', 'l.companyId').onRef('i.id', '=', 'l.itemId'),
    )
    .select(['l.itemId', 'l.quantity', 'l.cost', 'l.serials', 'l.batches', 'i.sku', 'i.name', 'i.tracking'])
    .where('l.adjustmentId', '=', adjustmentId)
    .orderBy('l.position')
    .execute()

export const addLines = (
  db: Db,
  adjustmentId: string,
  lines: readonly (Adjusted & { serials: string[]; batches: readonly object[] })[],
) =>
  db
    .insertInto('retail.adjustmentLine')
    .values(
      lines.map(({ batches, ...line }, at) => ({
        ...line,
        batches: JSON.stringify(batches),
        adjustmentId,
        position: at + 1,
      })),
    )
    .execute()

/** Writes what goods had cost that have gone out, by their place. */
export async function setCosts(db: Db, adjustmentId: string, costs: readonly string[]): Promise<void> {
  for (const [at, cost] of costs.entries())
    await db
      .updateTable('retail.adjustmentLine')
      .set({ cost })
      .where('adjustmentId', '=', adjustmentId)
      .where('position', '=', at + 1)
      .execute()
}

/** Writes which batches came in or went out, by the place of their lines. */
export async function setBatches(
  db: Db,
  adjustmentId: string,
  batches: readonly (readonly object[])[],
): Promise<void> {
  for (const [at, parts] of batches.entries())
    if (parts.length > 0)
      await db
        .updateTable('retail.adjustmentLine')
        .set({ batches: JSON.stringify(parts) })
        .where('adjustmentId', '=', adjustmentId)
        .where('position', '=', at + 1)
        .execute()
}

/** Takes the next number of a branch's adjustments of goods. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-G`, kind: 'goodsAdjustment', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
