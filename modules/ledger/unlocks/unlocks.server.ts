import { randomUUIDv7 } from 'node:crypto'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { holdPosting } from '../accounts/hold.queries.ts'
import { findLockedUpTo } from '../periods/periods.queries.ts'
import { actIn } from '../periods/periods.server.ts'
import { periodUnlocks, type Unlock, type UnlockDraft } from './unlocks.contract.ts'
import { unlockWorkflow } from './unlocks.domain.ts'
import * as queries from './unlocks.queries.ts'

type Row = queries.UnlockRow
type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

const unlockDocuments = documents({
  type: 'periodUnlock',
  home: '/accounting/period-lock',
  page: () => '/accounting/period-lock',
  workflow: unlockWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: ({ branchName, fromDate, toDate }: Row) =>
    [branchName, `${fromDate} – ${toDate}`].filter(Boolean).join(' · '),
  notice: () => null,
  makerIds: ({ askedById }: Row) => [askedById],
  facts: ({ now }) => Promise.resolve((row: Row) => ({ state: stateOf(row, now) })),
  present: ({ now }, rows) => Promise.resolve(rows.map((row) => ({ ...row, state: stateOf(row, now) }))),
})
export const unlockAnswers = unlockDocuments.answers

export const periodUnlocksRouter = serve(periodUnlocks, {
  list: async (ctx) => unlockDocuments.present(ctx, await queries.latest(ctx.db, ctx.actor.scope)),
  ask: unlockDocuments.make('ask', prepare),
  agree: unlockDocuments.act('agree', openDays),
  end: unlockDocuments.act('end', closeDays),
})

/** A row as it stands now: what was open longer than its hours has ended. */
function stateOf({ state, closesAt }: Pick<Row, 'closesAt' | 'state'>, now: Date): Unlock['state'] {
  const isOver = state === 'open' && closesAt !== null && Date.parse(closesAt) <= now.getTime()
  return isOver ? 'ended' : (state as Unlock['state'])
}

async function prepare(ctx: Ctx<UnlockDraft>) {
  const { db, input, actor, now } = ctx
  await actIn(ctx, input.branchId)
  if (input.fromDate > input.toDate) throw refuseField('toDate', 'PERIOD_TURNED')
  const lockedTo = await findLockedUpTo(db, input.branchId)
  if (lockedTo === null || input.toDate > lockedTo) {
    const code = lockedTo === null ? 'NOTHING_LOCKED' : 'DAYS_NOT_LOCKED'
    const data = { date: lockedTo }
    throw refuseField('toDate', code, data)
  }
  const asked = { askedById: actor.userId, askedBy: actor.name, askedAt: now.toISOString() }
  return { row: { ...input, ...asked, id: randomUUIDv7() } }
}

/** Opens the days for so many hours from now. */
async function openDays({ db, actor, now }: Acting, { hours }: Row) {
  await holdPosting(db)
  const closesAt = new Date(now.getTime() + hours * 3_600_000).toISOString()
  return { agreedBy: actor.name, openedAt: now.toISOString(), closesAt }
}

/** Closes before its hours are over, or takes back what was asked for. */
async function closeDays({ db, now }: Acting, { closesAt }: Row) {
  await holdPosting(db)
  return { closesAt: closesAt && now.toISOString() }
}
