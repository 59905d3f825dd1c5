import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { StatementLine } from '../formats/statement.domain.ts'
import type { CountedRow } from './rows.domain.ts'

export const rows = rowsOf('bank.statement')
export const mappings = rowsOf('bank.statementMapping')

const columns = {
  accountId: 's.accountId',
  fileName: 's.fileName',
  state: 's.state',
  closingOn: 's.closingOn',
  createdAt: 's.createdAt',
}
const linesAtOnce = 1000

const named = (db: Db, scope: Scope) =>
  db
    .selectFrom('bank.statement as s')
    .innerJoin('bank.account as a', (join) =>
      join.onRef('a.companyId', '=', 's.companyId').onRef('a.id', '=', 's.accountId'),
    )
    .where((eb) => eb.or([withinScope(scope, 'branchIds', 'a.branchId'), eb('a.isShared', '=', true)]))
    .selectAll('s')
    .select('a.name as account')
export type StatementRow = NonNullable<Awaited<ReturnType<typeof get>>>

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(db, named(db, scope), input, { columns, order: ['createdAt-desc'], tie: 's.id' })

export const get = (db: Db, scope: Scope, id: string) =>
  named(db, scope).where('s.id', '=', id).executeTakeFirst()

/** The lines of a statement, in the order of its file. */
export const linesOf = (db: Db, statementId: string, limit: number, offset: number) =>
  db
    .selectFrom('bank.statementSource as o')
    .innerJoin('bank.statementLine as l', (join) =>
      join.onRef('l.companyId', '=', 'o.companyId').onRef('l.id', '=', 'o.lineId'),
    )
    .selectAll('l')
    .select('o.position')
    .where('o.statementId', '=', statementId)
    .orderBy('o.position')
    .limit(limit)
    .offset(offset)
    .execute()

export const mappingOf = (db: Db, accountId: string) =>
  db.selectFrom('bank.statementMapping').selectAll().where('accountId', '=', accountId).executeTakeFirst()

/** One import of an account at a time, so that two of one file find each other's rows. */
export const lockAccount = (db: Db, accountId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`statements ${accountId}`} || kit.company()::text, 0))`.execute(
    db,
  )

/** Of rows that say these keys, how many the account has. */
export async function countKnown(db: Db, accountId: string, keys: readonly string[]) {
  const known = new Map<string, number>()
  for (let at = 0; at < keys.length; at += linesAtOnce) {
    const found = await db
      .selectFrom('bank.statementLine')
      .select(['key', (of) => of.fn.max('occurrence').as('count')])
      .where('accountId', '=', accountId)
      .where('key', 'in', keys.slice(at, at + linesAtOnce))
      .groupBy('key')
      .execute()
    for (const { key, count } of found) known.set(key, count)
  }
  return known
}

/** Keeps lines that are new, all of a statement as its own; an old line is only named. */
export async function keepLines(
  db: Db,
  { accountId, statementId }: { accountId: string; statementId: string },
  all: readonly CountedRow<StatementLine>[],
  isNew: ReadonlySet<CountedRow<StatementLine>>,
): Promise<void> {
  for (let at = 0; at < all.length; at += linesAtOnce) {
    const part = all.slice(at, at + linesAtOnce)
    const fresh = part.filter((row) => isNew.has(row))
    if (fresh.length > 0)
      await db
        .insertInto('bank.statementLine')
        .values(fresh.map((row) => ({ accountId, ...stored(row) })))
        .execute()
    const found = await db
      .selectFrom('bank.statementLine')
      .select(['id', 'key', 'occurrence'])
      .where('accountId', '=', accountId)
      .where('key', 'in', [...new Set(part.map(({ key }) => key))])
      .execute()
    const ids = new Map(found.map(({ id, key, occurrence }) => [`${occurrence} ${key}`, id]))
    const sources = part.map(({ key, occurrence }, index) => ({
      statementId,
      position: at + index + 1,
      lineId: ids.get(`${occurrence} ${key}`) ?? '',
    }))
    await db.insertInto('bank.statementSource').values(sources).execute()
  }
}

const stored = ({ line, key, occurrence }: CountedRow<StatementLine>) => ({
  bookedOn: line.bookedOn,
  valueOn: line.valueOn,
  amount: line.amount,
  bankReference: line.bankReference,
  reference: line.reference,
  text: line.text,
  counterparty: line.counterparty,
  counterpartyAccount: line.counterpartyAccount,
  originalAmount: line.original?.amount ?? null,
  originalCurrency: line.original?.currency ?? null,
  charges: line.charges,
  isReversal: line.isReversal,
  key,
  occurrence,
})

/** Takes the lines of a statement away that no other statement has. */
export async function dropLines(db: Db, statementId: string): Promise<void> {
  const dropped = await db
    .deleteFrom('bank.statementSource')
    .where('statementId', '=', statementId)
    .returning('lineId')
    .execute()
  for (let at = 0; at < dropped.length; at += linesAtOnce) {
    const ids = dropped.slice(at, at + linesAtOnce).map(({ lineId }) => lineId)
    await dropMatchesOf(db, ids)
    await db
      .deleteFrom('bank.statementLine as l')
      .where('l.id', 'in', ids)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('bank.statementSource as o').select('o.lineId').whereRef('o.lineId', '=', 'l.id'),
          ),
        ),
      )
      .execute()
  }
}

/** What keeps the lines that only this statement has: a match that is processed, or one that posted, itself or cheques as good. */
export async function restsOf(db: Db, statementId: string) {
  const { rows: found } = await sql<{ isProcessed: boolean; isPosted: boolean }>`
    select coalesce(bool_or(m.reconciliation_id is not null), false) as is_processed,
      coalesce(bool_or(exists (select from bank.match_item i
        join ledger.entry_read e on e.company_id = i.company_id and e.id = i.entry_id
        where i.company_id = m.company_id and i.match_id = m.id and (
          (e.source_id = m.id and not exists (select from ledger.entry_read r
            where r.company_id = e.company_id and r.reverses_id = e.id))
          or exists (select from bank.transfer t where t.company_id = e.company_id and t.id = e.source_id
            and t.kind = 'cheques' and t.state = 'arrived')))), false) as is_posted
    from bank.line_match m where m.company_id = kit.company() and m.id in (
      select l.match_id from bank.statement_source s
      join bank.match_line l on l.company_id = s.company_id and l.line_id = s.line_id
      where s.company_id = kit.company() and s.statement_id = ${statementId} and not exists (
        select from bank.statement_source o where o.company_id = s.company_id and o.line_id = s.line_id
          and o.statement_id <> s.statement_id))`.execute(db)
  return found[0] ?? { isProcessed: false, isPosted: false }
}

/** What settles lines that go is open again, unless a reconciliation that is processed has it. */
const dropMatchesOf = (db: Db, lineIds: readonly string[]) =>
  db
    .deleteFrom('bank.lineMatch as m')
    .where('m.reconciliationId', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('bank.matchLine as l')
          .select('l.lineId')
          .whereRef('l.matchId', '=', 'm.id')
          .where('l.lineId', 'in', [...lineIds])
          .where((line) =>
            line.not(
              line.exists(
                line
                  .selectFrom('bank.statementSource as o')
                  .select('o.lineId')
                  .whereRef('o.lineId', '=', 'l.lineId'),
              ),
            ),
          ),
      ),
    )
    .execute()

/** The first statement of an account that opens, from which its balances are counted; and the first day of its lines. */
export const anchorOf = (db: Db, accountId: string) =>
  db
    .selectFrom('bank.statement')
    .select(['opening', 'openingOn', 'firstOn'])
    .where('accountId', '=', accountId)
    .where('opening', 'is not', null)
    .orderBy('firstOn')
    .orderBy('openingOn')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** What the lines of an account come to from a day on until before another, and those of that other day. */
export async function sumBefore(db: Db, accountId: string, from: string, day: string) {
  const { sum } = await db
    .selectFrom('bank.statementLine')
    .select((of) => of.fn.sum('amount').as('sum'))
    .where('accountId', '=', accountId)
    .where('bookedOn', '>=', from)
    .where('bookedOn', '<', day)
    .executeTakeFirstOrThrow()
  const ofDay = await db
    .selectFrom('bank.statementLine')
    .select('amount')
    .where('accountId', '=', accountId)
    .where('bookedOn', '=', day)
    .orderBy('id')
    .execute()
  return { sum: String(sum ?? '0'), ofDay: ofDay.map(({ amount }) => amount) }
}
