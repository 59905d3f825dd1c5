import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import { type FieldFault, notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import {
  actOnly,
  businessDate,
  counterRows,
  holdCounter,
  mayActAt,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import type { CountedLines } from '../counts/counts.contract.ts'
import { countAtDay } from './count-at-day.server.ts'
import { type Day, days } from './days.contract.ts'
import { dayWorkflow } from './days.domain.ts'
import * as queries from '../business-days/business-days.queries.ts'

/**
 * Asked before the day of a counter is closed: what is still pending there, one line for each reason. Whoever deals in a
 * counter's day answers; the day is locked while they do, so that nothing begins meanwhile.
 */
export const dayBlockers = hook<{ counterId: string; dayId: string }, FieldFault[]>('inventory.dayBlockers')

export const daysRouter = serve(days, {
  current,
  list: async ({ db, input, actor }) => {
    const { items, pagination } = await queries.list(db, actor.scope, input)
    return { items: items.map((row) => shown(row, actor)), pagination }
  },
  getById: ({ db, input, actor }) => one(db, input.id, actor),
  blockers,
  open,
  close,
})

type Acting = Pick<Ctx, 'db' | 'actor' | 'now'>
type Row = NonNullable<Awaited<ReturnType<typeof queries.get>>>

const shown = (row: Row, actor: Actor): Day => ({
  ...row,
  can: mayActAt(actor, row) ? allowedActions(dayWorkflow, row, actor) : [],
})

async function one(db: Db, id: string, actor: Actor) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  requireVisible(actor.scope, 'counterIds', { id: row.counterId })
  return shown(row, actor)
}

async function current({ db, input, actor }: Ctx<{ counterId?: string | undefined }>) {
  const counterId = input.counterId ?? actor.workspace.counterId
  if (!counterId) return { counterId: null, day: null }
  requireVisible(actor.scope, 'counterIds', await counterRows.get(db, counterId))
  const row = await queries.currentAt(db, counterId)
  return { counterId, day: row ? shown(row, actor) : null }
}

function open(ctx: Ctx<CountedLines & { counterId: string; version?: number | undefined }>) {
  const { counterId, version, ...counted } = ctx.input
  return openCounter(ctx, counterId, counted, version)
}

/**
 * Opens the day of a counter with what was counted there; one that has to be counted once more stays `opening`, and its
 * `version` comes with the second count. Throws DAY_OPEN, DAY_OPENING and COUNTER_DISABLED.
 */
export async function openCounter(
  { db, actor, now }: Acting,
  counterId: string,
  counted: CountedLines,
  version?: number,
): Promise<Day> {
  requireVisible(actor.scope, 'counterIds', await counterRows.get(db, counterId))
  actOnly(actor.assigned, 'counterIds', counterId, 'counterId')
  const place = await holdCounter(db, counterId)
  if (!place || place.isOnlyView) throw new Refusal('COUNTER_DISABLED')
  const begun = await queries.currentAt(db, counterId)
  const record = { state: begun?.state ?? null, isSecond: version !== undefined }
  const { next } = decide(dayWorkflow, record, { act: 'open' }, { actor, now })
  const businessDay = await businessDate(db, place.branchId, now)
  const opened = { openedAt: now.toISOString(), openedById: actor.userId, openedBy: actor.name }
  const values = { ...opened, ...next, businessDate: businessDay }
  const day =
    begun && version !== undefined
      ? await queries.rows.update(db, { id: begun.id, version }, values)
      : await queries.rows.insert(db, { ...values, counterId, branchId: place.branchId })
  if (!(await countAtDay({ db, actor, now }, day, 'opening', counted)))
    await queries.rows.update(db, day, decide(dayWorkflow, day, { act: 'askRecount' }, { actor, now }).next)
  return one(db, day.id, actor)
}

/** Closes the day that is open at a counter, with what was counted there. Throws COUNTER_CLOSED and DAY_NOT_DONE. */
export async function closeCounter(acting: Acting, counterId: string, counted: CountedLines): Promise<Day> {
  const day = await queries.currentAt(acting.db, counterId)
  if (!day) throw new Refusal('COUNTER_CLOSED')
  return closeDay(acting, { id: day.id, version: day.version }, counted)
}

function close(ctx: Ctx<CountedLines & { id: string; version: number }>) {
  const { id, version, ...counted } = ctx.input
  return closeDay(ctx, { id, version }, counted)
}

/** What has to be done in a day before it can be closed. */
const pendingIn = async (db: Db, day: { id: string; counterId: string }) =>
  (await dayBlockers.ask(db, { counterId: day.counterId, dayId: day.id })).flat()

async function blockers({ db, input, actor, language }: Ctx<{ id: string }>) {
  const day = await one(db, input.id, actor)
  if (day.state !== 'open') return []
  return (await pendingIn(db, day)).map(({ field, code, data }) => ({
    field,
    code,
    message: text(language, `refusals.${code}`, data),
  }))
}

async function closeDay(
  { db, actor, now }: Acting,
  key: { id: string; version: number },
  counted: CountedLines,
) {
  const day = await queries.rows.lock(db, key)
  requireVisible(actor.scope, 'counterIds', { id: day.counterId })
  actOnly(actor.assigned, 'counterIds', day.counterId, 'counterId')
  const pending = await pendingIn(db, day)
  const { next } = decide(dayWorkflow, { ...day, pending }, { act: 'close' }, { actor, now })
  const isCounted = await countAtDay({ db, actor, now }, day, 'closing', counted)
  // The next version also where nothing else changes: sent twice, a first count is not its own second one.
  const closed = isCounted ? { ...next, closedAt: now.toISOString(), closedBy: actor.name } : {}
  await queries.rows.update(db, key, closed)
  return one(db, day.id, actor)
}

/** Why these counters cannot be closed or moved: their day is not closed. */
export async function openCounters(db: Db, counterIds: readonly string[]): Promise<FieldFault[]> {
  const names = counterIds.length > 0 ? await queries.openAmong(db, counterIds) : []
  return names.map(({ name }) => ({ field: 'counters', code: 'DAY_OPEN_AT', data: { name } }))
}
