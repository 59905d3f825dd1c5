import { randomUUIDv7 } from 'node:crypto'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import { documents, staying } from '#modules/documents/public.server.ts'
import {
  actOnly,
  businessDate,
  counterRows,
  holdCounter,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import type { CountedLines } from '../counts/counts.contract.ts'
import { bringToVault } from '../transfers/transfers.server.ts'
import { countAtDay } from './count-at-day.server.ts'
import { type Day, days } from './days.contract.ts'
import { type DayFacts, dayWorkflow } from './days.domain.ts'
import * as queries from '../business-days/business-days.queries.ts'

/**
 * Asked before the day of a counter is closed: what is still pending there, one line for each reason. Whoever deals in a
 * counter's day answers; the day is locked while they do, so that nothing begins meanwhile.
 */
export const dayBlockers = hook<{ counterId: string; dayId: string }, FieldFault[]>('inventory.dayBlockers')

const dayDocuments = documents({
  type: 'day',
  home: '/inventory/day',
  workflow: dayWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ counter: { branchId, counterId } }),
  name: ({ counterName, businessDate: date }: Row) => `${counterName} · ${date}`,
  makerIds: () => [],
  present: (_, rows) => Promise.resolve([...rows]),
})

export const daysRouter = serve(days, {
  current,
  ...dayDocuments.lists(queries.list, 'inventory:days', {
    branchName: 'text',
    counterName: 'text',
    businessDate: 'text',
    state: 'value',
    openedAt: 'moment',
    openedBy: 'text',
    closedAt: 'moment',
    closedBy: 'text',
  }),
  getById: dayDocuments.getById,
  blockers,
  open,
  close: (ctx) => closeDay(ctx),
})

type Acting = Pick<Ctx, 'db' | 'actor' | 'now'>

/** A day as its calls answer it. */
export async function presentDay(ctx: Acting, row: queries.DayRow): Promise<Day> {
  return dayDocuments.detail(ctx, row.id)
}

type Row = queries.DayRow
type Key = { id: string; version: number }
type Closing = Acting & { input: CountedLines & Key & { toVault?: boolean } }

async function current(ctx: Ctx<{ counterId?: string | undefined }>) {
  const { db, input, actor } = ctx
  const counterId = input.counterId ?? actor.workspace.counterId
  if (!counterId) return { counterId: null, day: null }
  requireVisible(actor.scope, 'counterIds', await counterRows.get(db, counterId))
  const row = await queries.currentAt(db, counterId)
  const [day = null] = row ? await dayDocuments.present(ctx, [row]) : []
  return { counterId, day }
}

function open(ctx: Ctx<CountedLines & { counterId: string; version?: number | undefined }>) {
  const { counterId, version, ...counted } = ctx.input
  return openCounter(ctx, counterId, counted, version)
}

/**
 * Opens the day of a counter with what was counted there; one that has to be counted once more stays `opening`, and its
 * `version` comes with the second count. Throws DAY_OPEN, DAY_OPENING, COUNTER_DISABLED, HANDOVER_WAITING where the drawer was
 * handed to somebody, and MAKER_IS_CHECKER where it was taken from this person, and counted, and was to be counted once more.
 */
export async function openCounter(
  ctx: Acting,
  counterId: string,
  counted: CountedLines,
  version?: number,
): Promise<Day> {
  requireVisible(ctx.actor.scope, 'counterIds', await counterRows.get(ctx.db, counterId))
  const place = await holdPlace(ctx, counterId)
  const isHandedOver = await queries.isHandedOver(ctx.db, counterId)
  return openAt(ctx, { ...place, counterId, takenFromId: null, isHandedOver }, counted, version)
}

/**
 * As `openCounter`, of a drawer that was handed over: what differs is under the name of whoever had it. The second count is the one
 * that comes while the day is `opening`.
 */
export async function openTakenOver(
  ctx: Acting,
  { counterId, takenFromId }: { counterId: string; takenFromId: string },
  counted: CountedLines,
): Promise<Day> {
  const place = await holdPlace(ctx, counterId)
  const begun = await queries.currentAt(ctx.db, counterId)
  return openAt(ctx, { ...place, counterId, takenFromId, isHandedOver: false }, counted, begun?.version)
}

async function holdPlace({ db, actor }: Acting, counterId: string) {
  actOnly(actor.assigned, 'counterIds', counterId, 'counterId')
  const place = await holdCounter(db, counterId)
  if (!place || place.isOnlyView) throw new Refusal('COUNTER_DISABLED')
  return place
}

interface Opened {
  branchId: string
  counterId: string
  /** Whose drawer it was that is taken over with the first count. */
  takenFromId: string | null
  /** It waits for somebody else. */
  isHandedOver: boolean
}

async function openAt(
  { db, actor, now }: Acting,
  { branchId, counterId, takenFromId, isHandedOver }: Opened,
  counted: CountedLines,
  version: number | undefined,
): Promise<Day> {
  const begun = await queries.currentAt(db, counterId)
  const opened = { openedAt: now.toISOString(), openedById: actor.userId, openedBy: actor.name }
  // Whose drawer it was stays so when the handover was withdrawn after a first count.
  const from = takenFromId ?? begun?.takenFromId ?? null
  const values = { ...opened, takenFromId: from, businessDate: await businessDate(db, branchId, now) }
  const acting = { db, actor, now }
  const day = await (begun
    ? openAgain({ ...acting, input: { id: begun.id, version: secondOf(begun, version) } }, values, {
        isSecond: version !== undefined,
        isHandedOver,
        isTakenOver: takenFromId !== null,
      })
    : openFirst({ ...acting, input: { ...values, id: randomUUIDv7(), counterId, branchId }, isHandedOver }))
  if (await countAtDay(acting, day, 'opening', counted)) return dayDocuments.detail(acting, day.id)
  return askRecount({ ...acting, input: { id: day.id, version: day.version } })
}

const openFirst = dayDocuments.make(
  'open',
  ({ input: row, isHandedOver }: Acting & { input: NewDay; isHandedOver: boolean }) =>
    Promise.resolve({ row, facts: { isHandedOver } }),
)
type NewDay = Pick<
  Row,
  'branchId' | 'businessDate' | 'counterId' | 'id' | 'openedAt' | 'openedBy' | 'openedById' | 'takenFromId'
>

/** A day that is open is refused as that, whatever is said of its version. */
const secondOf = (begun: Row, version: number | undefined): number =>
  begun.state === 'opening' && version !== undefined ? version : begun.version

const openAgain = (ctx: Acting & { input: Key }, values: object, facts: DayFacts) =>
  dayDocuments.perform(
    'open',
    () => Promise.resolve(values),
    () => Promise.resolve(facts),
  )(ctx)

const askRecount = dayDocuments.perform('askRecount')

/** Closes the day that is open at a counter, with what was counted there. Throws COUNTER_CLOSED and DAY_NOT_DONE. */
export async function closeCounter(
  { db, actor, now }: Acting,
  counterId: string,
  counted: CountedLines,
): Promise<Day> {
  const day = await queries.currentAt(db, counterId)
  if (!day) throw new Refusal('COUNTER_CLOSED')
  return closeDay({ db, actor, now, input: { id: day.id, version: day.version, ...counted } })
}

/** What has to be done in a day before it can be closed. */
const pendingIn = async (db: Db, day: { id: string; counterId: string }) =>
  (await dayBlockers.ask(db, { counterId: day.counterId, dayId: day.id })).flat()

async function blockers(ctx: Ctx<{ id: string }>) {
  const { db, input, language } = ctx
  const day = await dayDocuments.detail(ctx, input.id)
  if (day.state !== 'open') return []
  return (await pendingIn(db, day)).map(({ field, code, data }) => ({
    field,
    code,
    message: text(language, `refusals.${code}`, data),
  }))
}

async function closeCounted({ db, actor, now, input }: Closing, day: Row) {
  if (!(await countAtDay({ db, actor, now }, day, 'closing', input))) return staying
  if (input.toVault) await bringToVault({ db, actor, now }, day, input.lines)
  return { closedAt: now.toISOString(), closedBy: actor.name }
}

const closeDay = dayDocuments.perform('close', closeCounted, async ({ db }, day) => ({
  pending: await pendingIn(db, day),
}))

/** Why these counters cannot be closed or moved: their day is not closed. */
export async function openCounters(db: Db, counterIds: readonly string[]): Promise<FieldFault[]> {
  const names = counterIds.length > 0 ? await queries.openAmong(db, counterIds) : []
  return names.map(({ name }) => ({ field: 'counters', code: 'DAY_OPEN_AT', data: { name } }))
}
