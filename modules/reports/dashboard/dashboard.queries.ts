import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { subjectType } from '#modules/exchange/workflow/deal-workflow.domain.ts'

/** Which deals count: those in reach, and of these only some where the person works at one counter, branch or region. */
export interface Reach {
  scope: Scope
  counterId: string | null
  branchIds: readonly string[] | null
}

const within = (db: Db, { scope, counterId, branchIds }: Reach) =>
  db
    .selectFrom('exchange.dealRead as d')
    .where(withinScope(scope, 'counterIds', 'd.counterId'))
    .$if(counterId !== null, (all) => all.where('d.counterId', '=', counterId ?? ''))
    .$if(branchIds !== null, (all) => all.where('d.branchId', 'in', [...(branchIds ?? [])]))

/** Deals whose notes and money have changed hands, and have not come back. */
const dealt = (db: Db, reach: Reach) =>
  within(db, reach).where('d.state', 'in', ['settled', 'partiallySettled'])

const total = (column: 'buy' | 'sell' | 'fee' | 'dealing' | 'holding' | 'realised') =>
  sql<string>`coalesce(sum(${sql.ref(`d.${column}`)}), 0)::text`.as(column)

/** What was dealt on some business dates, by branch and date. */
export const volumes = (db: Db, reach: Reach, dates: readonly string[]) =>
  dealt(db, reach)
    .where('d.businessDate', 'in', [...dates])
    .select([
      'd.branchId',
      'd.branchName as name',
      'd.businessDate',
      sql<number>`count(*)::int`.as('deals'),
      total('buy'),
      total('sell'),
      total('fee'),
      total('dealing'),
      total('holding'),
      total('realised'),
    ])
    .groupBy(['d.branchId', 'd.branchName', 'd.businessDate'])
    .orderBy('d.branchName')
    .$narrowType<{ branchId: string; name: string; businessDate: string }>()
    .execute()

/** What was settled of one business date, by the hour of a time zone. */
export const hours = (db: Db, reach: Reach, date: string, timeZone: string) =>
  dealt(db, reach)
    .where('d.businessDate', '=', date)
    .where('d.settledAt', 'is not', null)
    .select([
      sql<number>`extract(hour from d.settled_at at time zone ${timeZone})::int`.as('hour'),
      total('buy'),
      total('sell'),
    ])
    .groupBy('hour')
    .orderBy('hour')
    .execute()

/** How many deals wait, by what they wait for; the longest of them since when. */
export async function countWaiting(db: Db, reach: Reach) {
  const open = within(db, reach)
  const gates = await open
    .innerJoin('approvals.gateRead as g', (join) =>
      join
        .onRef('g.companyId', '=', 'd.companyId')
        .on('g.subjectType', '=', subjectType)
        .onRef('g.subjectId', '=', 'd.id'),
    )
    .where('d.state', '=', 'waiting')
    .where('g.state', '=', 'open')
    .select(['g.kind', sql<number>`count(distinct d.id)::int`.as('count')])
    .groupBy('g.kind')
    .execute()
  const rest = await open
    .where('d.state', 'in', ['waiting', 'pending', 'partiallySettled'])
    .select([
      sql<number>`count(*) filter (where d.state <> 'waiting')::int`.as('pending'),
      sql<string | null>`min(d.submitted_at)`.as('oldest'),
    ])
    .executeTakeFirstOrThrow()
  return { gates, ...rest }
}

/** How much of each currency was sold since a business date. */
export const sumSoldSince = (db: Db, reach: Reach, since: string) =>
  dealt(db, reach)
    .innerJoin('exchange.dealLineRead as l', (join) =>
      join.onRef('l.companyId', '=', 'd.companyId').onRef('l.dealId', '=', 'd.id'),
    )
    .where('d.businessDate', '>=', since)
    .where('l.side', '=', 'sell')
    .select(['l.currencyId', sql<string>`sum(l.quantity)::text`.as('quantity')])
    .groupBy('l.currencyId')
    .$narrowType<{ currencyId: string }>()
    .execute()
