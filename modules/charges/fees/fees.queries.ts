import { sql, type SqlBool } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('charges.feeRule')

const columns = { name: 'f.name', priority: 'f.priority', kind: 'f.kind', isEnabled: 'f.isEnabled' }

/** Fees of the whole company, and of the branches in reach. */
const inReach = (db: Db, scope: Scope) =>
  db
    .selectFrom('charges.feeRule as f')
    .selectAll('f')
    .where(sql<SqlBool>`(f.branch_id is null or ${withinScope(scope, 'branchIds', 'f.branchId')})`)

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, inReach(db, scope), input, { columns, order: ['priority-asc'], tie: 'f.id' })

export const find = (db: Db, scope: Scope, id: string) =>
  inReach(db, scope).where('f.id', '=', id).executeTakeFirst()

/** The enabled fees of all branches. */
export const listEnabled = remember((db) =>
  db.selectFrom('charges.feeRule').selectAll().where('isEnabled', '=', true).execute(),
)

interface NewVersion {
  ruleId: string
  version: number
  isEnabled: boolean
  terms: string
  authorId: string | null
  author: string
  at: string
}

export const addVersion = (db: Db, values: NewVersion) =>
  db.insertInto('charges.feeRuleVersion').values(values).execute()

/** Every version of a fee, the newest first. */
export const versions = (db: Db, ruleId: string) =>
  db
    .selectFrom('charges.feeRuleVersion')
    .selectAll()
    .where('ruleId', '=', ruleId)
    .orderBy('version', 'desc')
    .execute()
