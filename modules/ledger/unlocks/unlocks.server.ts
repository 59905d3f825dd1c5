import { refuseField } from '#kit/domain/refusal.domain.ts'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { pendingDocuments } from '#modules/approvals/public.server.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { lockedUpTo } from '../periods/periods.queries.ts'
import { actIn } from '../periods/periods.server.ts'
import { periodUnlocks, type Unlock, type UnlockDraft } from './unlocks.contract.ts'
import { unlockWorkflow } from './unlocks.domain.ts'
import * as queries from './unlocks.queries.ts'

const { rows } = queries
type Row = Awaited<ReturnType<typeof queries.get>>
type Key = { id: string; version: number }

export const periodUnlocksRouter = serve(periodUnlocks, {
  list: async ({ db, actor, now }) =>
    (await queries.latest(db, actor.scope)).map((row) => shown(row, actor, now)),
  ask,
  agree,
  end,
})

/** A row as it stands now: what was open longer than its hours has ended. */
function stateOf({ state, closesAt }: Pick<Row, 'state' | 'closesAt'>, now: Date): Unlock['state'] {
  const isOver = state === 'open' && closesAt !== null && Date.parse(closesAt) <= now.getTime()
  return isOver ? 'ended' : (state as Unlock['state'])
}

function shown(row: Row, actor: Actor, now: Date): Unlock {
  const state = stateOf(row, now)
  return {
    ...row,
    state,
    can: mayActAt(actor, { branchId: row.branchId })
      ? allowedActions(unlockWorkflow, { ...row, state }, actor)
      : [],
  }
}

async function ask(ctx: Ctx<UnlockDraft>): Promise<Unlock> {
  const { db, input, actor, now } = ctx
  await actIn(ctx, input.branchId)
  if (input.fromDate > input.toDate) throw refuseField('toDate', 'PERIOD_TURNED')
  const lockedTo = await lockedUpTo(db, input.branchId)
  if (lockedTo === null || input.toDate > lockedTo) {
    const code = lockedTo === null ? 'NOTHING_LOCKED' : 'DAYS_NOT_LOCKED'
    const data = { date: lockedTo }
    throw refuseField('toDate', code, data)
  }
  const asked = { askedById: actor.userId, askedBy: actor.name, askedAt: now.toISOString() }
  const { id } = await rows.insert(db, { ...input, ...asked })
  return shown(await queries.get(db, id), actor, now)
}

/** Taken for a change of its state, by somebody who may act there. */
async function taken(ctx: Ctx<Key>, action: 'agree' | 'end') {
  const row = await rows.lock(ctx.db, ctx.input)
  await actIn(ctx, row.branchId)
  const now = { ...row, state: stateOf(row, ctx.now) }
  const { state } = decide(unlockWorkflow, now, { act: action }, ctx).next
  await holdPosting(ctx.db)
  return { row, state }
}

async function agree(ctx: Ctx<Key>): Promise<Unlock> {
  const { db, input, actor, now } = ctx
  const { row, state } = await taken(ctx, 'agree')
  const closesAt = new Date(now.getTime() + row.hours * 3_600_000).toISOString()
  await rows.update(db, input, { state, agreedBy: actor.name, openedAt: now.toISOString(), closesAt })
  return shown(await queries.get(db, input.id), actor, now)
}

/** Closes before its hours are over, or takes back what was asked for. */
async function end(ctx: Ctx<Key>): Promise<Unlock> {
  const { db, input, actor, now } = ctx
  const { row, state } = await taken(ctx, 'end')
  await rows.update(db, input, { state, closesAt: row.closesAt && now.toISOString() })
  return shown(await queries.get(db, input.id), actor, now)
}

/** Periods that another has asked to open, and this person may. */
export const pendingUnlocks = answer(pendingDocuments, async (db, { actor, now }) =>
  (await queries.askedFor(db, actor.scope))
    .filter((row) => shown(row, actor, now).can.includes('agree'))
    .map((row) => ({
      subject: { type: 'periodUnlock', id: row.id },
      name: [row.branchName, `${row.fromDate} – ${row.toDate}`].filter(Boolean).join(' · '),
      kind: 'unlock',
      since: row.askedAt,
      permission: unlockWorkflow.actions.agree.permission,
      roles: [],
      inStead: null,
      page: '/accounting/period-lock',
      by: row.askedBy,
      about: null,
      value: null,
    })),
)
