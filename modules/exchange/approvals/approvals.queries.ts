import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { atGate, type GateDraft, type GateKind } from '../deals/deal-workflow.domain.ts'
import type { DealParts } from '../deals/deals.queries.ts'

type Gates = (GateDraft & { state: 'open' })[]
type Events = DealParts['events']

/** Where the gates of a kind are on their way up. */
export interface Route {
  kind: GateKind
  roles: string[]
  told: string[]
  since: string
  escalatesAt: string | null
}

const gates = sql<Gates>`(
  select coalesce(json_agg(json_build_object('kind', g.kind, 'reason', g.reason, 'rule', g.rule, 'ruleVersion', g.rule_version,
    'source', g.source, 'value', g.value, 'limit', g."limit", 'line', g.line, 'approveRole', g.approve_role,
    'state', g.state) order by g.id), '[]')
  from exchange.deal_gate g where g.company_id = d.company_id and g.deal_id = d.id and g.state = 'open')`

const events = sql<Events>`(
  select coalesce(json_agg(json_build_object('act', e.act, 'from', e.from_state, 'byId', e.by_id) order by e.position), '[]')
  from exchange.deal_event e where e.company_id = d.company_id and e.deal_id = d.id)`

const routes = sql<Route[]>`(
  select coalesce(json_agg(json_build_object('kind', r.kind, 'roles', r.roles, 'told', r.told, 'since', r.since,
    'escalatesAt', r.escalates_at) order by r.kind), '[]')
  from exchange.deal_route r where r.company_id = d.company_id and r.deal_id = d.id)`

/** Deals that stand at a gate, all or these, with what is asked to know who may decide on them. */
export const atGates = (db: Db, assigned: Scope, ids?: readonly string[]) =>
  db
    .selectFrom('exchange.deal as d')
    .where('d.state', 'in', [...atGate])
    // What was settled is looked for by its gate: there are a million such deals, and few gates.
    .where(
      sql<SqlBool>`d.id in (select g.deal_id from exchange.deal_gate g where g.company_id = kit.company() and g.state = 'open')`,
    )
    .where(withinScope(assigned, 'counterIds', 'd.counterId'))
    .$if(ids !== undefined, (all) => all.where('d.id', 'in', [...(ids ?? [])]))
    .select(['d.id', 'd.state', 'd.isOnHold', 'd.makerId', 'd.counterId'])
    .select([gates.as('gates'), events.as('events'), routes.as('routes')])
    .execute()

/** The companies in which something goes to the next role up by now. */
export async function dueIn(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select exchange.escalations_due(${now.toISOString()}) as id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deals of which a gate goes to the next role up by now, locked; those that somebody works on at this moment come later. */
export const due = (db: Db, now: Date) =>
  db
    .selectFrom('exchange.deal as d')
    .selectAll('d')
    .select([gates.as('gates'), events.as('events'), routes.as('routes')])
    .where('d.state', 'in', [...atGate])
    .where('d.isOnHold', '=', false)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('exchange.dealRoute as r')
          .select('r.kind')
          .whereRef('r.dealId', '=', 'd.id')
          .where('r.escalatesAt', '<=', now.toISOString()),
      ),
    )
    .orderBy('d.id')
    .forUpdate('d')
    .skipLocked()
    .execute()

/** Whether anybody was ever told of the gates of a deal that stand now. */
export const isRouted = async (db: Db, dealId: string): Promise<boolean> =>
  (await db
    .selectFrom('exchange.dealRoute')
    .select('kind')
    .where('dealId', '=', dealId)
    .executeTakeFirst()) !== undefined

/** Says where the gates of a kind are now. */
export const putRoute = (db: Db, dealId: string, { kind, ...where }: Route) =>
  db
    .insertInto('exchange.dealRoute')
    .values({ dealId, kind, ...where })
    .onConflict((conflict) => conflict.columns(['companyId', 'dealId', 'kind']).doUpdateSet(where))
    .execute()

/** Gates that were decided on, of a kind or all, go nowhere any more. */
export async function endRoutes(db: Db, dealId: string, kind?: GateKind): Promise<void> {
  const all = db.deleteFrom('exchange.dealRoute').where('dealId', '=', dealId)
  await (kind ? all.where('kind', '=', kind) : all).execute()
}
