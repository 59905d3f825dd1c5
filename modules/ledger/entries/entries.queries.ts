import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { nextNumber, withinScope } from '#modules/organisation/public.server.ts'

export const rows = rowsOf('ledger.manualEntry')

const columns = {
  number: 'e.number',
  state: 'e.state',
  kind: 'e.kind',
  branchId: 'e.branchId',
  businessDate: 'e.businessDate',
  createdAt: 'e.createdAt',
}

const named = (db: Db) =>
  db
    .selectFrom('ledger.manualEntry as e')
    .innerJoin('organisation.branchNameRead as b', (join) =>
      join.onRef('b.companyId', '=', 'e.companyId').onRef('b.branchId', '=', 'e.branchId'),
    )
    .selectAll('e')
    .select(['b.name as branchName', sql<string>`trim_scale(e.value)::text`.as('value')])
    .$narrowType<{ branchName: string }>()
export type EntryRow = Awaited<ReturnType<typeof find>>[number]

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db).where(withinScope(scope, 'branchIds', 'e.branchId')), input, {
    columns,
    place: 'e.branchId',
    order: ['createdAt-desc'],
    tie: 'e.id',
  })

export const find = (db: Db, ids: readonly string[]) =>
  named(db)
    .where('e.id', 'in', [...ids])
    .execute()

export interface EntryLine {
  accountId: string
  branchId: string
  partyType: string | null
  partyId: string | null
  itemId: string | null
  quantity: string | null
  rate: string | null
  amount: string
  taxCodeId: string | null
  /** A fraction. */
  taxRate: string | null
  isTaxIncluded: boolean
  /** In local currency, on the side of the amount. */
  tax: string
  note: string
}

export async function linesOf(db: Db, id: string): Promise<EntryLine[]> {
  const { rows: found } = await sql<EntryLine>`
    select account_id, branch_id, party_type, party_id, item_id, trim_scale(quantity)::text as quantity,
      trim_scale(rate)::text as rate, trim_scale(amount)::text as amount, tax_code_id,
      trim_scale(tax_rate)::text as tax_rate, is_tax_included, trim_scale(tax)::text as tax, note
    from ledger.manual_entry_line where company_id = kit.company() and manual_entry_id = ${id} order by position`.execute(
    db,
  )
  return found
}

export const addLines = (db: Db, manualEntryId: string, lines: readonly EntryLine[]) =>
  db
    .insertInto('ledger.manualEntryLine')
    .values(lines.map((line, index) => ({ ...line, manualEntryId, position: index + 1 })))
    .execute()

export const removeLines = (db: Db, manualEntryId: string) =>
  db.deleteFrom('ledger.manualEntryLine').where('manualEntryId', '=', manualEntryId).execute()

/** The posted entries that are undone by themselves up to a day, locked. */
export const due = (db: Db, day: string) =>
  db
    .selectFrom('ledger.manualEntry')
    .select(['id', 'version', 'branchId', 'author', 'autoReverseOn'])
    .where('state', '=', 'posted')
    .where('autoReverseOn', '<=', day)
    .orderBy('id')
    .execute()

/** The day of the first posting that is not itself an opening: the first day of business. */
export async function firstBusinessDay(db: Db): Promise<string | null> {
  const { rows: found } = await sql<{ day: string | null }>`
    select min(e.business_date)::text as day from ledger.entry e
    where e.company_id = kit.company() and e.event !~ '^(opening|bankOpening)'
      and not (e.source_type = 'manualEntry' and exists (select from ledger.manual_entry m
        where m.company_id = e.company_id and m.id = e.source_id and m.kind = 'opening'))`.execute(db)
  return found[0]?.day ?? null
}

/** The number of the opening of the books, other than this entry, that is not undone. */
export const otherOpening = (db: Db, id: string | null) =>
  db
    .selectFrom('ledger.manualEntry')
    .select('number')
    .where('kind', '=', 'opening')
    .where('state', 'not in', ['reversed', 'cancelled'])
    .where('id', 'is distinct from', id)
    .executeTakeFirst()

/** Takes the next number of a branch's entries. */
export async function numberOf(db: Db, branchId: string, code: string, year: number): Promise<string> {
  const { rows: found } = await sql<{ number: string }>`
    with n as (${nextNumber({ branchId, code: `${code}-J`, kind: 'manualEntry', year })}) select number from n`.execute(
    db,
  )
  return found[0]?.number ?? ''
}
