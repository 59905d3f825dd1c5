import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Piece } from '../basket/basket.domain.ts'
import type { Subject } from './pricing.domain.ts'

/** States in which a deal counts towards what somebody has dealt: submitted, and neither refused nor taken back. */
const counted = sql`('waiting', 'pending', 'partiallySettled', 'settled')`

/** One who decides on a subject's deals at a time: a sum over them is not made while another is added. */
export const holdSubjects = (db: Db, subjects: readonly string[]) =>
  sql`select pg_advisory_xact_lock(hashtextextended('exchange ' || kit.company()::text || s, 0))
    from (select unnest(${[...subjects].toSorted()}::text[]) s order by 1) all_subjects`.execute(db)

/** What a maker, with all who count as them, has dealt on a business date, by the larger side of each deal, without one of them. */
export async function makerTotal(
  db: Db,
  makers: ReadonlySet<string>,
  date: string,
  exceptId: string | null,
): Promise<string> {
  const { rows } = await sql<{
    total: string
  }>`select coalesce(sum(greatest(buy, sell)), 0)::text as total from exchange.deal
    where maker_id = any(${[...makers]}::uuid[]) and business_date = ${date} and state in ${counted}
      and id is distinct from ${exceptId}`.execute(db)
  return rows[0]?.total ?? '0'
}

export interface EarlierRow {
  id: string
  at: string
  businessDate: string
  buy: string
  sell: string
  cash: string
}

/** The deals of these customers, or of who showed these papers, since a business date, without one of them. */
export async function earlierDeals(
  db: Db,
  { customerIds, papers }: Subject,
  since: string,
  exceptId: string | null,
): Promise<EarlierRow[]> {
  if (customerIds.length + papers.length === 0) return []
  const { rows } = await sql<EarlierRow>`
    select d.id, d.submitted_at as at, d.business_date, d.buy::text, d.sell::text, d.cash::text
    from exchange.deal d
    where (d.customer_id = any(${[...customerIds]}::uuid[])
        or (d.identity = any(${[...papers]}::text[]) and d.identity <> ''))
      and d.business_date >= ${since} and d.state in ${counted} and d.id is distinct from ${exceptId}`.execute(
    db,
  )
  return rows
}

/** The notes and coins that deals have moved at a counter since a moment, as far as they said. */
export const piecesSince = (db: Db, counterId: string, since: string) =>
  db
    .selectFrom('exchange.deal as d')
    .innerJoin('exchange.dealLine as l', (join) =>
      join.onRef('l.companyId', '=', 'd.companyId').onRef('l.dealId', '=', 'd.id'),
    )
    .select(['l.itemId', sql<Piece[]>`l.pieces`.as('pieces'), sql<boolean>`l.side = 'buy'`.as('isIn')])
    .where('d.counterId', '=', counterId)
    .where('d.state', '=', 'settled')
    .where('d.createdAt', '>', since)
    .execute()

/** The notes and coins of local money that deals have paid out at a counter since a moment, as far as they said. */
export const listPaidOutSince = (db: Db, counterId: string, since: string) =>
  db
    .selectFrom('exchange.deal as d')
    .innerJoin('exchange.dealPayment as p', (join) =>
      join.onRef('p.companyId', '=', 'd.companyId').onRef('p.dealId', '=', 'd.id'),
    )
    .select(sql<Piece[]>`p.pieces`.as('pieces'))
    .where('p.direction', '=', 'out')
    .where('d.counterId', '=', counterId)
    .where('d.state', '=', 'settled')
    .where('d.createdAt', '>', since)
    .execute()
