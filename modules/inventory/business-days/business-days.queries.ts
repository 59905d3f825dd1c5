import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('inventory.day')

const columns = {
  counterId: 'd.counterId',
  branchId: 'd.branchId',
  businessDate: 'd.businessDate',
  state: 'd.state',
  openedAt: 'd.openedAt',
}

const named = (db: Db) =>
  db
    .selectFrom('inventory.day as d')
    .innerJoin('organisation.counterNameRead as c', (join) =>
      join.onRef('c.companyId', '=', 'd.companyId').onRef('c.counterId', '=', 'd.counterId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'd.companyId').onRef('b.branchId', '=', 'd.branchId'),
    )
    .selectAll('d')
    .select(['c.name as counterName', 'b.name as branchName'])
    .select(
      sql<boolean>`exists (select from inventory.count k where k.company_id = d.company_id and k.day_id = d.id
        and k.kind in ('opening', 'closing') and k.state = 'recount')`.as('isRecount'),
    )
    .select(
      sql<string | null>`(select t.id from inventory.transfer t
        where t.company_id = d.company_id and t.day_id = d.id)`.as('vaultTransferId'),
    )
    .$narrowType<{ counterName: string; branchName: string }>()

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'counterIds', 'd.counterId')), input, {
    columns,
    place: 'd.branchId',
    order: ['openedAt-desc'],
    tie: 'd.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('d.id', 'in', [...ids])
    .execute()
export type DayRow = Awaited<ReturnType<typeof find>>[number]

/** The day of a counter that is opening or open. */
export const currentAt = (db: Db, counterId: string) =>
  named(db)
    .where('d.counterId', '=', counterId)
    .where('d.state', 'in', ['opening', 'open'])
    .executeTakeFirst()

/** Whether the drawer of a counter was handed to somebody who has not taken it over yet: nobody else opens its day. */
export const isHandedOver = async (db: Db, counterId: string): Promise<boolean> =>
  (await db
    .selectFrom('inventory.handover')
    .select('id')
    .where('counterId', '=', counterId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()) !== undefined

/** The open day of a counter; nobody closes it until the caller's transaction ends. */
export const holdOpen = (db: Db, counterId: string) =>
  db
    .selectFrom('inventory.day')
    .select(['id', 'businessDate'])
    .where('counterId', '=', counterId)
    .where('state', '=', 'open')
    .forShare()
    .executeTakeFirst()

/** The names of the counters, among these, whose day is not closed. */
export const openAmong = (db: Db, counterIds: readonly string[]) =>
  named(db)
    .clearSelect()
    .select('c.name')
    .$narrowType<{ name: string }>()
    .where('d.counterId', 'in', counterIds)
    .where('d.state', 'in', ['opening', 'open'])
    .orderBy('c.name')
    .execute()

/** The counters of these branches whose days up to this one are not closed. */
export const notClosed = (db: Db, branchIds: readonly string[], to: string) =>
  named(db)
    .clearSelect()
    .select(['b.name as branchName', 'c.name as counterName'])
    .$narrowType<{ branchName: string; counterName: string }>()
    .where('d.state', 'in', ['opening', 'open'])
    .where('d.branchId', 'in', branchIds)
    .where('d.businessDate', '<=', to)
    .orderBy('b.name')
    .orderBy('c.name')
    .execute()

/** Whether a branch has ever opened the day of a counter: it trades. */
export const hasOpened = async (db: Db, branchId: string): Promise<boolean> =>
  (await db
    .selectFrom('inventory.day')
    .select('id')
    .where('branchId', '=', branchId)
    .limit(1)
    .executeTakeFirst()) !== undefined
