import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { withinScope } from '#modules/organisation/public.server.ts'
import type { GateDraft } from '../deals/deal-workflow.domain.ts'
import type { DealParts } from '../deals/deals.queries.ts'

type Gates = (GateDraft & { state: 'open' })[]
type Events = DealParts['events']

const gates = sql<Gates>`(
  select coalesce(json_agg(json_build_object('kind', g.kind, 'reason', g.reason, 'rule', g.rule, 'ruleVersion', g.rule_version,
    'source', g.source, 'value', g.value, 'limit', g."limit", 'line', g.line, 'approveRole', g.approve_role,
    'state', g.state) order by g.id), '[]')
  from exchange.deal_gate g where g.company_id = d.company_id and g.deal_id = d.id and g.state = 'open')`

const events = sql<Events>`(
  select coalesce(json_agg(json_build_object('act', e.act, 'from', e.from_state, 'byId', e.by_id)), '[]')
  from exchange.deal_event e where e.company_id = d.company_id and e.deal_id = d.id)`

/** Deals that stand at a gate, all or these, with what is asked to know who may decide on them. */
export const atGates = (db: Db, assigned: Scope, ids?: readonly string[]) =>
  db
    .selectFrom('exchange.deal as d')
    .where('d.state', '=', 'waiting')
    .where(withinScope(assigned, 'counterIds', 'd.counterId'))
    .$if(ids !== undefined, (all) => all.where('d.id', 'in', [...(ids ?? [])]))
    .select(['d.id', 'd.state', 'd.isOnHold', 'd.makerId', 'd.counterId'])
    .select([gates.as('gates'), events.as('events')])
    .execute()
