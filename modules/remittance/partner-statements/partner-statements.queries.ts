import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { LineKind, Theirs } from '../statement-differences/matching.domain.ts'
import { lineKey } from './former-statements.domain.ts'
import type { StatementRow } from './statement-file.domain.ts'

export const rows = rowsOf('remittance.providerStatement')

const columns = { providerId: 's.providerId', day: 's.day', source: 's.source', readAt: 's.readAt' }

export const list = (db: Db, scope: Scope, input: ListInput) =>
  listPage(
    db,
    db
      .selectFrom('remittance.providerStatement as s')
      .innerJoin('remittance.provider as p', (join) =>
        join.onRef('p.companyId', '=', 's.companyId').onRef('p.id', '=', 's.providerId'),
      )
      .innerJoin('remittance.prefund as f', (join) =>
        join.onRef('f.companyId', '=', 's.companyId').onRef('f.providerId', '=', 's.providerId'),
      )
      .selectAll('s')
      .select((eb) => [
        'p.name as provider',
        'p.settlementCurrency as currency',
        eb
          .selectFrom('remittance.statementLine as l')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('l.companyId', '=', 's.companyId')
          .whereRef('l.statementId', '=', 's.id')
          .where('l.matchId', 'is', null)
          .as('unmatched'),
        eb
          .selectFrom('remittance.formerStatement as e')
          .select(sql<number>`count(*)::int`.as('n'))
          .whereRef('e.companyId', '=', 's.companyId')
          .whereRef('e.statementId', '=', 's.id')
          .as('formers'),
      ])
      .$narrowType<{ unmatched: number; formers: number }>()
      .where(withinScope(scope, 'branchIds', 'f.branchId')),
    input,
    { columns, order: ['day-desc'], tie: 's.id' },
  )

/** Nobody else reconciles the balance meanwhile. */
export const lockPrefund = (db: Db, id: string) =>
  db.selectFrom('remittance.prefund').select('id').where('id', '=', id).forUpdate().execute()

export const setReconciledFrom = (db: Db, id: string, reconciledFrom: string) =>
  db.updateTable('remittance.prefund').set({ reconciledFrom }).where('id', '=', id).execute()

export const ofDay = (db: Db, providerId: string, day: string) =>
  db
    .selectFrom('remittance.providerStatement')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('day', '=', day)
    .executeTakeFirst()

/** The latest statement of a partner. */
export const latestOf = (db: Db, providerId: string) =>
  db
    .selectFrom('remittance.providerStatement')
    .selectAll()
    .where('providerId', '=', providerId)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The last day of each partner's statements. */
export async function lastDays(db: Db): Promise<Map<string, string>> {
  const found = await db
    .selectFrom('remittance.providerStatement')
    .select((eb) => ['providerId', eb.fn.max('day').as('day')])
    .groupBy('providerId')
    .execute()
  return new Map(found.map(({ providerId, day }) => [providerId, day]))
}

/** The day of a partner's first statement; null before that. */
export const firstDayOf = async (db: Db, providerId: string): Promise<string | null> =>
  (
    await db
      .selectFrom('remittance.providerStatement')
      .select((eb) => eb.fn.min<string | null>('day').as('day'))
      .where('providerId', '=', providerId)
      .executeTakeFirstOrThrow()
  ).day

/**
 * The lines of a statement become these: what is there already keeps what explains it, and what is gone explains nothing any more. Answers
 * whether anything lost by that what explained it.
 */
export async function replaceLines(
  db: Db,
  { id: statementId, providerId }: { id: string; providerId: string },
  lines: readonly StatementRow[],
): Promise<boolean> {
  const there = await db
    .selectFrom('remittance.statementLine')
    .select(['id', 'reference', 'kind', 'matchId', sql<string>`trim_scale(amount)::text`.as('amount')])
    .where('statementId', '=', statementId)
    .execute()
  const kept = Map.groupBy(there, lineKey)
  const fresh = lines.filter((line) => kept.get(lineKey(line))?.pop() === undefined)
  const gone = [...kept.values()].flat()
  const lost = gone.flatMap(({ matchId }) => matchId ?? [])
  if (gone.length > 0) {
    await unmatch(db, lost)
    await db
      .deleteFrom('remittance.statementLine')
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  }
  for (let at = 0; at < fresh.length; at += 1000)
    await db
      .insertInto('remittance.statementLine')
      .values(fresh.slice(at, at + 1000).map((line) => ({ ...line, statementId, providerId })))
      .execute()
  return lost.length > 0
}

async function unmatch(db: Db, matchIds: readonly string[]): Promise<void> {
  if (matchIds.length === 0) return
  await db
    .updateTable('remittance.statementLine')
    .set({ matchId: null })
    .where('matchId', 'in', [...matchIds])
    .execute()
  await db
    .deleteFrom('remittance.statementMatch')
    .where('matchId', 'in', [...matchIds])
    .execute()
}

/** Lines of a partner that nothing explains yet. */
export const unmatchedLines = async (db: Db, providerId: string): Promise<Theirs[]> =>
  (
    await db
      .selectFrom('remittance.statementLine as l')
      .innerJoin('remittance.providerStatement as s', (join) =>
        join.onRef('s.companyId', '=', 'l.companyId').onRef('s.id', '=', 'l.statementId'),
      )
      .select(['l.id', 's.day', 'l.reference', 'l.kind', 'l.amount'])
      .where('l.providerId', '=', providerId)
      .where('l.matchId', 'is', null)
      .orderBy('s.day')
      .orderBy('l.id')
      .execute()
  ).map((line) => ({ ...line, kind: line.kind as LineKind }))

/** What a partner may call orders, movements of balances and inward remittances, by their ids. */
export async function referencesOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows: found } = await sql<{ id: string; reference: string }>`
    with asked as (select unnest(${[...ids]}::uuid[]) as id)
    select o.id, r.reference from asked join remittance.payout_order o on o.company_id = kit.company() and o.id = asked.id
      cross join lateral (values (o.reference), (o.number)) r (reference)
    union all
    select i.order_id, i.reference from asked join remittance.batch_item i on i.company_id = kit.company() and i.order_id = asked.id
    union all
    select m.id, r.reference from asked join remittance.prefund_move m on m.company_id = kit.company() and m.id = asked.id
      cross join lateral (values (m.reference), (m.number)) r (reference)
    union all
    select n.id, r.reference from asked join remittance.inward n on n.company_id = kit.company() and n.id = asked.id
      cross join lateral (values (n.code), (n.number)) r (reference)`.execute(db)
  const known = Map.groupBy(
    found.filter(({ reference }) => reference !== ''),
    ({ id }) => id,
  )
  return new Map([...known].map(([id, all]) => [id, [...new Set(all.map(({ reference }) => reference))]]))
}
