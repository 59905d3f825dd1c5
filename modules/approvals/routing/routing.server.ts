import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { type Holder, holdersOf } from '#modules/access/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import type { Subject } from '#modules/subject.domain.ts'
import { deciding, delegatesOf } from '../delegations/steads.server.ts'
import { type GateDraft, gateKindOf } from '../gates/gates.domain.ts'
import * as queries from './routing.queries.ts'
import { nextStep, type Reach, stepsOf } from './routing.domain.ts'

/** An approver as a decision sees them. */
export type Decider = Omit<Holder, 'name' | 'roles'>

/** A document with open gates, as its module says who may decide on it. */
export interface Waiting {
  subject: Subject
  /** Those that are open. */
  gates: readonly GateDraft[]
  /** After how long it goes to the next role up; null: never. */
  escalationMinutes: number | null
  /** What keeps this person from letting it through at the gates of a kind: right, place, role, limit, or that they made it. */
  barOf: (person: Decider, kind: string) => Refusal | undefined
  /** Whether this person made it, or asked for what the gates of a kind stop: they stand in for nobody. */
  hasPart: (person: Decider, kind: string) => boolean
  reachOf: (limits: Actor['limits'], gate: GateDraft) => Reach
  /** Tells these people that it waits for them, or that it waited too long for others. */
  tell: (users: readonly string[], why: 'waits' | 'escalated') => Promise<void>
  /** Keeps in the history of the document to which roles the gates of a kind went. */
  note: (kind: string, roles: readonly string[]) => Promise<void>
}

/** The documents of a type that wait for a decision, locked, of these; those that another approver works on at this moment are left out. */
export const waitingDocuments = hook<{ type: string; ids: readonly string[]; now: Date }, readonly Waiting[]>(
  'approvals.waitingDocuments',
)

const open = ({ gates }: Waiting, kind: string) => gates.filter((gate) => gate.kind === kind)

/** Who may decide on the gates of a kind that a document has come to, in steps. */
const stepsAt = (waiting: Waiting, holders: readonly Holder[], kind: string): Holder[][] =>
  stepsOf(
    holders.filter((one) => waiting.barOf(one, kind) === undefined),
    open(waiting, kind),
    waiting.reachOf,
  )

/** Everybody on a step, and who stands in for them now; none who has a part in the document, and none without the right. */
async function peopleOf(
  db: Db,
  { subject, hasPart }: Waiting,
  {
    holders,
    step,
    kind,
    now,
  }: { holders: readonly Holder[]; step: readonly Holder[]; kind: string; now: Date },
): Promise<string[]> {
  const ids = step.map(({ userId }) => userId)
  const { permission } = gateKindOf(subject.type, kind)
  const standIns = (await delegatesOf(db, ids, now))
    .map(({ delegateId }) => delegateId)
    .filter((id) =>
      holders.some((one) => one.userId === id && one.permissions.has(permission) && !hasPart(one, kind)),
    )
  return [...new Set([...ids, ...standIns])]
}

const rolesOf = (step: readonly Holder[]) => [...new Set(step.flatMap(({ roles }) => roles))].toSorted()
const inMinutes = (now: Date, minutes: number | null) =>
  minutes === null ? null : new Date(now.getTime() + minutes * 60_000).toISOString()

/** Announces the gates of a document to those who may go far enough and no further than they must; domain 13. */
export async function announce(db: Db, waiting: Waiting, now: Date): Promise<void> {
  const { subject, gates, escalationMinutes } = waiting
  if (gates.length === 0) return
  const holders = await holdersOf(db, deciding())
  const all: string[] = []
  for (const kind of new Set(gates.map((gate) => gate.kind))) {
    const [step = [], ...above] = stepsAt(waiting, holders, kind)
    const told = await peopleOf(db, waiting, { holders, step, kind, now })
    all.push(...told)
    await queries.putRoute(db, subject, {
      kind,
      roles: rolesOf(step),
      told,
      since: now.toISOString(),
      // Where nobody may decide yet, somebody may by then.
      escalatesAt: step.length > 0 && above.length === 0 ? null : inMinutes(now, escalationMinutes),
    })
  }
  await waiting.tell([...new Set(all)], 'waits')
}

/** Takes what has waited too long to the next role up, in the company of the connection. It may run twice: the second finds nothing. */
export async function escalate(db: Db, now: Date): Promise<void> {
  const holders = await holdersOf(db, deciding())
  for (const [type, due] of Map.groupBy(await queries.due(db, now), (one) => one.type))
    for (const waiting of (
      await waitingDocuments.ask(db, { type, ids: due.map(({ id }) => id), now })
    ).flat())
      await escalateOne(db, waiting, holders, now)
}

async function escalateOne(db: Db, waiting: Waiting, holders: readonly Holder[], now: Date): Promise<void> {
  const { subject, escalationMinutes } = waiting
  for (const route of await queries.routesOf(db, subject)) {
    const { kind, escalatesAt } = route
    if (escalatesAt === null || Date.parse(escalatesAt) > now.getTime()) continue
    const steps = stepsAt(waiting, holders, kind)
    const told = new Set(route.told)
    const step = escalationMinutes === null ? undefined : nextStep(steps, told)
    if (!step) {
      const again = told.size === 0 ? inMinutes(now, escalationMinutes) : null
      await queries.putRoute(db, subject, { ...route, escalatesAt: again })
      continue
    }
    const people = await peopleOf(db, waiting, { holders, step, kind, now })
    const roles = rolesOf(step)
    const all = new Set([...told, ...people])
    await queries.putRoute(db, subject, {
      kind,
      roles,
      told: [...all],
      since: now.toISOString(),
      escalatesAt: nextStep(steps, all) ? inMinutes(now, escalationMinutes) : null,
    })
    await waiting.note(kind, roles)
    await waiting.tell(
      people.filter((id) => !told.has(id)),
      'escalated',
    )
  }
}

/** Every minute; what a server that was killed left undone is taken up by the next. */
export const routingJobs: readonly Job[] = [
  {
    name: 'approvals.escalate',
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
