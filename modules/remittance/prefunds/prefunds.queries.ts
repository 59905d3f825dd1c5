import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('remittance.prefund')

const named = (db: Db) =>
  db
    .selectFrom('remittance.prefund as f')
    .innerJoin('remittance.provider as p', (join) =>
      join.onRef('p.companyId', '=', 'f.companyId').onRef('p.id', '=', 'f.providerId'),
    )
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'f.companyId').onRef('b.branchId', '=', 'f.branchId'),
    )
    .leftJoin('remittance.lowLimit as l', (join) =>
      join
        .onRef('l.companyId', '=', 'f.companyId')
        .onRef('l.providerId', '=', 'f.providerId')
        .on('l.isEnabled', '=', true),
    )
    .selectAll('f')
    .select((eb) => [
      'p.name as provider',
      'p.code as providerCode',
      'b.name as branch',
      'p.settlementCurrency as currency',
      'l.amount as lowLimit',
      eb
        .selectFrom('remittance.payoutOrder as o')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('o.companyId', '=', 'f.companyId')
        .whereRef('o.providerId', '=', 'f.providerId')
        .where('o.waitsFor', '=', 'prefund')
        .as('waiting'),
    ])
    .$narrowType<{ branch: string; waiting: number }>()
export type PrefundRow = Awaited<ReturnType<typeof all>>[number]

const columns = { providerId: 'f.providerId', branchId: 'f.branchId', createdAt: 'f.createdAt' }

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'f.branchId')), input, {
    columns,
    place: 'f.branchId',
    order: ['createdAt-asc'],
    tie: 'f.id',
  })

/** All balances in reach, by the name of the partner. */
export const all = (db: Db, scope: Scope) =>
  named(db)
    .where(withinScope(scope, 'branchIds', 'f.branchId'))
    .orderBy('p.name')
    .execute()
export const get = (db: Db, id: string) => named(db).where('f.id', '=', id).executeTakeFirst()

/** The balance with a partner, if one was opened. */
export const ofProvider = (db: Db, providerId: string) =>
  named(db).where('f.providerId', '=', providerId).executeTakeFirst()

/** Whether a low balance was said. */
export const markLow = (db: Db, id: string, isLow: boolean) =>
  db.updateTable('remittance.prefund').set({ isLow }).where('id', '=', id).execute()
