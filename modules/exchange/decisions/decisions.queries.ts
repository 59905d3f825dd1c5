import { sql, type SqlBool } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import { atGate, subjectType } from '../workflow/deal-workflow.domain.ts'
import type { GateDraft, GateKind } from '../gates/gates.domain.ts'
import type { DealParts } from '../deals/deals.queries.ts'

type Gates = (GateDraft & { state: 'open' })[]
type Events = DealParts['events']
type Routes = { kind: GateKind; roles: string[]; told: string[]; since: string }[]

// Written out, so that the plan knows it.
const ofDeals = sql.lit(subjectType)

const gates = sql<Gates>`(
  select coalesce(json_agg(json_build_object('kind', g.kind, 'reason', g.reason, 'rule', g.rule, 'ruleVersion', g.rule_version,
    'source', g.source, 'value', g.value, 'limit', g."limit", 'line', g.line, 'approveRole', g.approve_role,
    'state', g.state) order by g.id), '[]')
  from approvals.gate_read g where g.company_id = d.company_id and g.subject_type = ${ofDeals} and g.subject_id = d.id and g.state = 'open')`

const events = sql<Events>`(
  select coalesce(json_agg(json_build_object('act', e.act, 'from', e.from_state, 'byId', e.by_id) order by e.position), '[]')
  from exchange.deal_event e where e.company_id = d.company_id and e.deal_id = d.id)`

const routes = sql<Routes>`(
  select coalesce(json_agg(json_build_object('kind', r.kind, 'roles', r.roles, 'told', r.told, 'since', r.since) order by r.kind), '[]')
  from approvals.route_read r where r.company_id = d.company_id and r.subject_type = ${ofDeals} and r.subject_id = d.id)`

/** Deals that wait at their gates and are of this customer, or that deal, the oldest first. */
export const waitingFor = (
  db: Db,
  { customerId, dealId }: { customerId: string | null; dealId: string | null },
): Promise<{ id: string; version: number }[]> =>
  customerId === null && dealId === null
    ? Promise.resolve([])
    : db
        .selectFrom('exchange.deal')
        .select(['id', 'version'])
        .where('state', '=', 'waiting')
        .where((eb) => (customerId === null ? eb('id', '=', dealId) : eb('customerId', '=', customerId)))
        .orderBy('createdAt')
        .execute()

/** Deals that stand at a gate, all or these, with what is asked to know who may decide on them. */
export const atGates = (db: Db, assigned: Scope, ids?: readonly string[]) =>
  db
    .selectFrom('exchange.deal as d')
    .where('d.state', 'in', [...atGate])
    // What was settled is looked for by its gate: there are a million such deals, and few gates.
    .where(
      sql<SqlBool>`d.id in (select g.subject_id from approvals.gate_read g where g.company_id = kit.company() and g.subject_type = ${ofDeals} and g.state = 'open')`,
    )
    .where(withinScope(assigned, 'counterIds', 'd.counterId'))
    .$if(ids !== undefined, (all) => all.where('d.id', 'in', [...(ids ?? [])]))
    .select(['d.id', 'd.number', 'd.submittedAt', 'd.state', 'd.isOnHold', 'd.makerId', 'd.counterId'])
    .select(['d.maker', 'd.customerId', 'd.customerName', 'd.currencies', 'd.amount'])
    .select([gates.as('gates'), events.as('events'), routes.as('routes')])
    .execute()

/** The deals of a person that others decide on. */
export const ofMakerAtGates = (db: Db, makerId: string) =>
  db
    .selectFrom('exchange.deal as d')
    .where('d.state', 'in', [...atGate])
    .where('d.makerId', '=', makerId)
    .where(
      sql<SqlBool>`d.id in (select g.subject_id from approvals.gate_read g where g.company_id = kit.company() and g.subject_type = ${ofDeals} and g.state = 'open')`,
    )
    .select(['d.id', 'd.number', 'd.submittedAt', 'd.customerName', 'd.currencies', 'd.amount'])
    .select([gates.as('gates'), routes.as('routes')])
    .execute()

/** Those of these deals that wait for a decision, locked; those that another approver works on at this moment come later. */
export const lockAtGates = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('exchange.deal as d')
    .selectAll('d')
    .select([gates.as('gates'), events.as('events')])
    .where('d.id', 'in', [...ids])
    .where('d.state', 'in', [...atGate])
    .where('d.isOnHold', '=', false)
    .orderBy('d.id')
    .forUpdate('d')
    .skipLocked()
    .execute()

/**
 * Deals with an approval whose day is over, locked before anything of them is changed, as whoever acts on a deal does; those that
 * somebody works on at this moment come later.
 */
export const lockLapsing = (db: Db, now: Date) =>
  db
    .selectFrom('exchange.deal as d')
    .selectAll('d')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('approvals.gateRead as g')
          .select('g.id')
          .where('g.subjectType', '=', subjectType)
          .whereRef('g.subjectId', '=', 'd.id')
          .where('g.state', '=', 'approved')
          .where('g.lapsesAt', '<=', now.toISOString()),
      ),
    )
    .orderBy('d.id')
    .forUpdate('d')
    .skipLocked()
    .execute()
