import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'
import type { Holding, RevaluedLine } from './revaluations.domain.ts'

export const rows = rowsOf('ledger.revaluation')

const columns = {
  number: 'r.number',
  state: 'r.state',
  branchId: 'r.branchId',
  businessDate: 'r.businessDate',
  createdAt: 'r.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('ledger.revaluation as r')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'r.companyId').onRef('b.branchId', '=', 'r.branchId'),
    )
    .selectAll('r')
    .select(['b.name as branchName'])
    .$narrowType<{ branchName: string }>()
export type RevaluationRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'r.branchId')), input, {
    columns,
    place: 'r.branchId',
    order: ['createdAt-desc'],
    tie: 'r.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('r.id', 'in', [...ids])
    .execute()

/** One who makes or posts a run at a time: who comes second sees what the first has done. */
export const hold = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('revaluation ' || kit.company()::text, 0))`.execute(db)

/** The runs of a day in some states, those that share a branch: of everything, or of one. */
export const ofDay = (
  db: Db,
  { businessDate, branchId, isWhole }: { businessDate: string; branchId: string; isWhole: boolean },
  state: 'draft' | 'posted',
) =>
  db
    .selectFrom('ledger.revaluation')
    .select(['id', 'version', 'number'])
    .where('businessDate', '=', businessDate)
    .where('state', '=', state)
    .$if(!isWhole, (query) =>
      query.where(({ or, eb }) => or([eb('isWhole', '=', true), eb('branchId', '=', branchId)])),
    )
    .execute()

/**
 * The posted runs of the same period that would be counted beside one of a day: those before it that go back after it, and the next
 * after it before `until`. Those that share a branch.
 */
export const listOverlapping = (
  db: Db,
  { businessDate, branchId, isWhole }: { businessDate: string; branchId: string; isWhole: boolean },
  until: string,
) =>
  db
    .selectFrom('ledger.revaluation')
    .select(['id', 'version', 'number', 'branchId', 'isWhole', 'businessDate', 'isReturned'])
    .where('state', '=', 'posted')
    .where('returnsOn', '>', businessDate)
    .where('businessDate', '<', until)
    .where('businessDate', '<>', businessDate)
    .$if(!isWhole, (query) =>
      query.where(({ or, eb }) => or([eb('isWhole', '=', true), eb('branchId', '=', branchId)])),
    )
    .orderBy('businessDate')
    .forUpdate()
    .execute()

export async function linesOf(db: Db, id: string): Promise<RevaluedLine[]> {
  const { rows: found } = await sql<RevaluedLine>`
    select branch_id, account_id, kind, item_id, holder_id, party_type, party_id, trim_scale(quantity)::text as quantity,
      trim_scale(value)::text as value, trim_scale(rate)::text as rate, quote_unit, trim_scale(worth)::text as worth
    from ledger.revaluation_line where company_id = kit.company() and revaluation_id = ${id} order by position`.execute(
    db,
  )
  return found
}

export const addLines = (db: Db, revaluationId: string, lines: readonly RevaluedLine[]) =>
  db
    .insertInto('ledger.revaluationLine')
    .values(lines.map((line, index) => ({ ...line, revaluationId, position: index + 1 })))
    .execute()

/**
 * What some branches have in these currencies at the end of a day, by the balances of days and what is not sealed yet: each pool once,
 * and what is owed by ledger and party. Without what a revaluation itself keeps.
 */
export async function holdingsAt(
  db: Db,
  ask: { branchIds: readonly string[]; itemIds: readonly string[]; date: string },
): Promise<Holding[]> {
  const { branchIds, itemIds, date } = ask
  const asked = sql`l.branch_id = any(${[...branchIds]}::uuid[]) and l.item_id = any(${[...itemIds]}::uuid[])
    and l.business_date <= ${date}::date`
  const isOfParty = sql`a.keeps is null or a.party is not null`
  const { rows: found } = await sql<Holding>`
    with every_part as (
      select l.account_id, l.branch_id, l.item_id, l.holder_id, l.party_type, l.party_id, l.quantity, l.value
      from ledger.day_balance l where l.company_id = kit.company() and ${asked}
      union all
      select l.account_id, l.branch_id, l.item_id, l.holder_id, l.party_type, l.party_id, coalesce(l.quantity, 0), l.amount
      from ledger.tail_line l where ${asked}
    ), whole as (
      select l.branch_id, (array_agg(a.id order by a.code))[1] as account_id, coalesce(a.keeps, 'open') as kind, l.item_id, l.holder_id,
        -- A pool is nobody's, whoever its lines were with, but on a ledger that asks for the party.
        (array_agg(l.party_type order by a.code) filter (where ${isOfParty}))[1] as party_type,
        (array_agg(l.party_id order by a.code) filter (where ${isOfParty}))[1] as party_id,
        sum(l.quantity) as quantity, sum(l.value) as value
      from every_part l join ledger.account a on a.company_id = kit.company() and a.id = l.account_id
      where a.class in ('asset', 'liability') and (a.keeps is null or a.keeps in ('notes', 'transit', 'bank', 'partner'))
        and not exists (select from ledger.mapping m where m.company_id = a.company_id and m.account_id = a.id
          and m.part = 'revaluation')
      group by l.branch_id, a.keeps, case when a.keeps is null then a.id end, l.item_id, l.holder_id,
        case when a.keeps is null then l.party_type end, case when a.keeps is null then l.party_id end
    )
    select w.branch_id, w.account_id, w.kind, w.item_id, w.holder_id, w.party_type, w.party_id,
      trim_scale(w.quantity)::text as quantity, trim_scale(w.value)::text as value
    from whole w join organisation.branch_name_read b on b.company_id = kit.company() and b.branch_id = w.branch_id
      join ledger.account a on a.company_id = kit.company() and a.id = w.account_id
    where (w.quantity <> 0 or w.value <> 0)
      -- Local money that only says of which currency it is was never foreign.
      and (w.quantity <> 0 or exists (select from ledger.line l where l.company_id = kit.company() and l.account_id = w.account_id
        and l.branch_id = w.branch_id and l.item_id = w.item_id and (a.keeps is not null or l.party_id is not distinct from w.party_id)
        and l.quantity is not null))
    order by b.name, b.branch_id, w.item_id, a.code, w.kind, w.party_id nulls first, w.holder_id nulls first`.execute(
    db,
  )
  return found
}

/** The posted runs that go back up to a day, locked. */
export const due = (db: Db, day: string) =>
  db
    .selectFrom('ledger.revaluation')
    .select(['id', 'version', 'branchId', 'author', 'returnsOn', 'businessDate'])
    .where('state', '=', 'posted')
    .where('isReturned', '=', false)
    .where('returnsOn', '<=', day)
    .orderBy('id')
    .execute()

/** Takes the next number of a branch's runs. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-V`, kind: 'revaluation', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
