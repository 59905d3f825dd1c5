import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { type Holder, holdersOf } from '#modules/access/public.server.ts'
import { isAmong } from '#modules/actor.domain.ts'
import { decidable, type DealRecord, makersOf } from '../deals/deal-view.server.ts'
import { type GateDraft, type GateKind, gateKinds, gateRight } from '../deals/deal-workflow.domain.ts'
import { type DealParts, note } from '../deals/deals.queries.ts'
import { deciding, delegatesOf } from '../delegations/steads.server.ts'
import { askerOf } from '../reversals/reversals.domain.ts'
import { tellDeciders } from '../telling/telling.server.ts'
import { workflowSettings } from '../workflow-settings/workflow-settings.server.ts'
import * as queries from './approvals.queries.ts'
import { nextStep, stepsOf } from './routing.domain.ts'

interface Waiting {
  row: DealRecord
  gates: readonly GateDraft[]
  events: DealParts['events']
}

/** Who may decide on the gates of a kind that a deal has come to, in steps. */
function stepsAt({ row, gates, events }: Waiting, holders: readonly Holder[], kind: GateKind): Holder[][] {
  const open = gates.filter((gate) => gate.kind === kind).map((gate) => ({ ...gate, state: 'open' as const }))
  const parts = { gates: open, events, settlements: [] }
  return stepsOf(
    holders.filter((one) => decidable(row, parts, one).includes(kind)),
    open,
  )
}

/** Everybody on a step, and who stands in for them now; none who has made the deal, and none without the right. */
async function peopleOf(
  db: Db,
  { row, events }: Waiting,
  {
    holders,
    step,
    kind,
    now,
  }: { holders: readonly Holder[]; step: readonly Holder[]; kind: GateKind; now: Date },
): Promise<string[]> {
  const ids = step.map(({ userId }) => userId)
  const makers = makersOf(row, events)
  const asker = kind === 'reversal' ? askerOf(events) : null
  const standIns = (await delegatesOf(db, ids, now))
    .map(({ delegateId }) => delegateId)
    .filter((id) =>
      holders.some(
        (one) =>
          one.userId === id && one.permissions.has(gateRight(kind)) && !isAmong([...makers, asker], one),
      ),
    )
  return [...new Set([...ids, ...standIns])]
}

const rolesOf = (step: readonly Holder[]) => [...new Set(step.flatMap(({ roles }) => roles))].toSorted()
const inMinutes = (now: Date, minutes: number | null) =>
  minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString()

/** Announces the gates of a deal to those who may go far enough and no further than they must; domain 13. */
export async function announce(db: Db, waiting: Waiting, now: Date): Promise<void> {
  if (waiting.gates.length === 0) return
  const { escalationMinutes } = await workflowSettings(db)
  const holders = await holdersOf(db, deciding())
  const all: string[] = []
  for (const kind of gateKinds) {
    if (!waiting.gates.some((gate) => gate.kind === kind)) continue
    const [step = [], ...above] = stepsAt(waiting, holders, kind)
    const told = await peopleOf(db, waiting, { holders, step, kind, now })
    all.push(...told)
    await queries.putRoute(db, waiting.row.id, {
      kind,
      roles: rolesOf(step),
      told,
      since: now.toISOString(),
      // Where nobody may decide yet, somebody may by then.
      escalatesAt: step.length > 0 && above.length === 0 ? null : inMinutes(now, escalationMinutes),
    })
  }
  await tellDeciders(db, waiting.row, [...new Set(all)], 'waits')
}

/** Takes what has waited too long to the next role up, in the company of the connection. It may run twice: the second finds nothing. */
export async function escalate(db: Db, now: Date): Promise<void> {
  const { escalationMinutes } = await workflowSettings(db)
  const holders = await holdersOf(db, deciding())
  for (const { gates, events, routes, ...row } of await queries.due(db, now)) {
    const waiting = { row, gates, events }
    for (const route of routes) {
      const { kind, escalatesAt } = route
      if (escalatesAt === null || Date.parse(escalatesAt) > now.getTime()) continue
      const steps = stepsAt(waiting, holders, kind)
      const told = new Set(route.told)
      const step = escalationMinutes === null ? undefined : nextStep(steps, told)
      if (!step) {
        const again = told.size === 0 ? inMinutes(now, escalationMinutes) : null
        await queries.putRoute(db, row.id, { ...route, escalatesAt: again })
        continue
      }
      const people = await peopleOf(db, waiting, { holders, step, kind, now })
      const roles = rolesOf(step)
      const all = new Set([...told, ...people])
      await queries.putRoute(db, row.id, {
        kind,
        roles,
        told: [...all],
        since: now.toISOString(),
        escalatesAt: nextStep(steps, all) ? inMinutes(now, escalationMinutes) : null,
      })
      await note(db, row.id, {
        act: `escalate.${kind}`,
        fromState: row.state,
        toState: row.state,
        byId: null,
        byName: '',
        at: now.toISOString(),
        note: roles.join(', '),
      })
      await tellDeciders(
        db,
        row,
        people.filter((id) => !told.has(id)),
        'escalated',
      )
    }
  }
}

/** Every minute; what a server that was killed left undone is taken up by the next. */
export const routingJobs: readonly Job[] = [
  {
    name: 'exchange.escalate',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      const failed: unknown[] = []
      for (const companyId of await queries.dueIn(db, now()))
        await inCompany(companyId, () => db.transaction().execute((tx) => escalate(tx, now()))).catch(
          (error: unknown) => failed.push(error),
        )
      // One company's trouble keeps no other from its turn.
      if (failed.length > 0) throw new AggregateError(failed, 'Gates that could not go to the next role up')
    },
  },
]
