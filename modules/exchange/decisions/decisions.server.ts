import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import {
  announce,
  type Awaited,
  awaitedDocuments,
  type Pending,
  pendingDocuments,
  listPrincipals,
  type Waiting,
  waitingDocuments,
} from '#modules/approvals/public.server.ts'
import { currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import { atGatesOf, type DealRecord } from '../deals/deal-view.server.ts'
import { type DealParts, note } from '../deals/deals.queries.ts'
import {
  type GateDraft,
  type GateKind,
  gateKinds,
  type GateReason,
  gateRight,
  reachOf,
  presentGates,
} from '../gates/gates.domain.ts'
import { tellDeciders } from '../notices/notices.server.ts'
import { gateActs, hasPart, subjectType } from '../workflow/deal-workflow.domain.ts'
import { deciderOf, findBar } from '../workflow/deciders.domain.ts'
import { workflowSettings } from '../workflow/workflow-settings.server.ts'
import * as queries from './decisions.queries.ts'

interface Awaiting {
  number: string
  by: string
  about: string
  value: string
  customerId: string | null
  /** Since when it is at its gates; a route says it of a kind. */
  submittedAt: string
  gates: (GateDraft & { inStead: string | null })[]
  routes: { kind: GateKind; roles: string[]; since: string; isTold: boolean }[]
}

/** The open gates of deals, of all or of these, that wait for the decision of this person, by deal; and where they are. */
export async function listAwaiting(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  ids?: readonly string[],
): Promise<Map<string, Awaiting>> {
  const mine = new Map<string, Awaiting>()
  if (ids?.length === 0 || !gateKinds.some((kind) => actor.permissions.has(gateRight(kind)))) return mine
  const exponent = exponentOf((await currentCompany(db)).localCurrency)
  for (const stead of [null, ...(await listPrincipals(db, actor.userId, now))])
    for (const { gates, events, routes, ...row } of await queries.atGates(
      db,
      (stead ?? actor).assigned,
      ids,
    )) {
      const parts = { gates, events, settlements: [] }
      const known = mine.get(row.id) ?? { gates: [], routes: [] }
      const { number, submittedAt, maker: by, currencies, customerName } = row
      const about = [customerName, currencies].filter(Boolean).join(' · ')
      const at = atGatesOf(row, parts)
      const kinds = at.deal.openGates.filter((kind) => {
        const decider = deciderOf(at, gateActs[kind][0], actor, stead ? [stead] : [])
        return decider !== undefined && !known.gates.some((gate) => gate.kind === kind)
      })
      if (kinds.length === 0) continue
      const decided = gates.filter(({ kind }) => kinds.includes(kind))
      mine.set(row.id, {
        number: number ?? '',
        by,
        about,
        value: row.amount,
        customerId: row.customerId,
        submittedAt: submittedAt ?? '',
        gates: [
          ...known.gates,
          ...presentGates(decided, actor, exponent).map(({ state: _state, ...gate }) => ({
            ...gate,
            inStead: stead?.name ?? null,
          })),
        ],
        routes: [
          ...known.routes,
          ...routes
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ kind, roles, since, told }) => ({
              kind,
              roles,
              since: new Date(since).toISOString(),
              isTold: told.includes(actor.userId),
            })),
        ],
      })
    }
  return mine
}

interface AtGate {
  row: DealRecord
  /** Those that are open. */
  gates: readonly GateDraft[]
  events: DealParts['events']
}

/** A deal with open gates, as those who may decide on it are found. */
export function waitingDeal(
  db: Db,
  { row, gates, events }: AtGate,
  { now, escalationMinutes }: Clock,
): Waiting {
  const parts = {
    gates: gates.map((gate) => ({ ...gate, state: 'open' as const })),
    events,
    settlements: [],
  }
  const at = atGatesOf(row, parts)
  return {
    subject: { type: subjectType, id: row.id },
    gates,
    escalationMinutes,
    barOf: (person, kind) => {
      const bar = findBar(at, gateActs[kind as GateKind][0], person)
      return bar === undefined ? undefined : new Refusal(bar)
    },
    hasPart: (person, kind) => hasPart(at.deal, kind as GateKind, person),
    reachOf: (limits, { reason }) => reachOf(limits, reason as GateReason),
    tell: (users, why) => tellDeciders(db, row, users, why),
    note: async (kind, roles) => {
      await note(db, row.id, {
        act: `escalate.${kind}`,
        fromState: row.state,
        toState: row.state,
        byId: null,
        byName: '',
        at: now.toISOString(),
        note: roles.join(', '),
      })
    },
  }
}

interface Clock {
  now: Date
  escalationMinutes: number | null
}

/** Announces the open gates of a deal to those who may decide on them. */
export async function announceDeal(db: Db, deal: AtGate, now: Date): Promise<void> {
  const { escalationMinutes } = await workflowSettings(db)
  await announce(db, waitingDeal(db, deal, { now, escalationMinutes }), now)
}

export const dealsAtGates = answer(waitingDocuments, async (db, { type, ids, now }) => {
  if (type !== subjectType) return []
  const { escalationMinutes } = await workflowSettings(db)
  const found = await queries.lockAtGates(db, ids)
  return found.map(({ gates, events, ...row }) =>
    waitingDeal(db, { row, gates, events }, { now, escalationMinutes }),
  )
})

/** Each kind of gate at which a deal waits for this person, as the list of all documents has it. */
export const pendingDeals = answer(pendingDocuments, async (db, asking) =>
  [...(await listAwaiting({ db, ...asking }))].flatMap(
    ([id, { number, submittedAt, gates, routes, ...deal }]) =>
      [...Map.groupBy(gates, ({ kind }) => kind)].map(([kind, [gate]]): Pending => {
        const route = routes.find((one) => one.kind === kind)
        return {
          subject: { type: subjectType, id },
          name: number,
          kind,
          since: route?.since ?? submittedAt,
          permission: gateRight(kind),
          roles: route?.roles ?? [],
          inStead: gate?.inStead ?? null,
          page: `/transaction-approvals/${id}`,
          by: deal.by,
          about: deal.about,
          value: deal.value,
          customerId: deal.customerId,
        }
      }),
  ),
)

/** Each kind of gate at which a deal of this person waits for another. */
export const awaitedDeals = answer(awaitedDocuments, async (db, { actor }) =>
  (await queries.ofMakerAtGates(db, actor.userId)).flatMap((row) =>
    [...new Set(row.gates.map(({ kind }) => kind))].map((kind): Awaited => {
      const route = row.routes.find((one) => one.kind === kind)
      return {
        subject: { type: subjectType, id: row.id },
        name: row.number ?? '',
        kind,
        since: new Date(route?.since ?? row.submittedAt ?? 0).toISOString(),
        roles: route?.roles ?? [],
        page: `/pending-transaction/${row.id}`,
        about: [row.customerName, row.currencies].filter(Boolean).join(' · '),
        value: row.amount,
      }
    }),
  ),
)
