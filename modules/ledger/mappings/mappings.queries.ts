import { sql, type SqlBool } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { nameIn } from '../accounts/names.queries.ts'
import { type Part, parts } from '../events/events.domain.ts'

export const rows = rowsOf('ledger.mapping')

const columns = {
  part: 'm.part',
  event: 'm.event',
  branchId: 'm.branchId',
  itemId: 'm.itemId',
  modeId: 'm.modeId',
  accountId: 'm.accountId',
}

/** Rows of the whole company and of the branches in reach, of what is posted today. */
const inReach = (db: Db, scope: Scope, language: Language) =>
  db
    .selectFrom('ledger.mapping as m')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'm.companyId').onRef('a.id', '=', 'm.accountId'),
    )
    .leftJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'm.companyId').onRef('b.branchId', '=', 'm.branchId'),
    )
    .select(['m.id', 'm.version', 'm.part', 'm.event', 'm.branchId', 'm.itemId', 'm.modeId', 'm.accountId'])
    .select(['b.name as branchName', sql<string>`a.code || ' ' || ${nameIn('a', language)}`.as('account')])
    .where(
      'm.part',
      'in',
      parts.all().map(({ code }) => code),
    )
    .where(sql<SqlBool>`(m.branch_id is null or ${withinScope(scope, 'branchIds', 'm.branch_id')})`)

export const list = (db: Db, scope: Scope, input: ListInput, language: Language) =>
  listPage(db, inReach(db, scope, language), input, { columns, order: ['part-asc'], tie: 'm.id' })

export const find = (db: Db, scope: Scope, id: string, language: Language = 'en') =>
  inReach(db, scope, language).where('m.id', '=', id).executeTakeFirst()

/** Adds a row unless there is one for the same; then answers nothing. */
export const add = (
  db: Db,
  row: {
    part: string
    event: string | null
    branchId: string | null
    itemId: string | null
    modeId: string | null
    accountId: string
  },
) =>
  db
    .insertInto('ledger.mapping')
    .values(row)
    .onConflict((conflict) => conflict.constraint('mapping_key').doNothing())
    .returning('id')
    .executeTakeFirst()

/** In how many places something lies in another account than this, of what a kept part covers in a branch and of an item. */
export async function countHeldElsewhere(
  db: Db,
  { code: part, keeps }: Pick<Part, 'code' | 'keeps'>,
  { branchId, itemId }: { branchId: string | null; itemId: string | null },
  accountId: string | undefined,
): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from ledger.holding h
    join ledger.account a on a.company_id = h.company_id and a.id = h.account_id
    where h.company_id = kit.company() and h.account_id is distinct from ${accountId ?? null}::uuid
      and (h.on_hand <> 0 or h.reserved <> 0)
      and a.keeps = ${keeps} and (${keeps} <> 'cash' or (h.counter_id is null) = (${part} = 'vault'))
      and (${branchId}::uuid is null or h.branch_id = ${branchId}) and (${itemId}::uuid is null or h.item_id = ${itemId})`.execute(
    db,
  )
  return found[0]?.count ?? 0
}
