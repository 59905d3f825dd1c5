import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { freeze, hasMoved } from '#modules/ledger/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import type { CountedLines } from '../counts/counts.contract.ts'
import { countDocuments } from '../counts/count-documents.server.ts'
import { endedBy } from '../counts/counts.domain.ts'
import * as counts from '../counts/counts.queries.ts'
import { begin } from '../counts/counts.server.ts'
import { moneyActs } from '../counts/process.server.ts'
import { drawer, isBlank } from '../items/items.domain.ts'
import { heldOf, refuseEmpty } from '../items/items.server.ts'

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/**
 * The count with which a counter's day begins or ends: what should lie there must be among its lines. A drawer in which nothing
 * lies needs none: there blanks are what nobody had to count; nor does any where no stock is kept, which throws STOCK_NOT_KEPT for one.
 * Answers false where it differs by so much that it has to be made once more; that one is taken as it is, unless something was moved
 * meanwhile: then it is a first one again.
 */
export async function countAtDay(
  acting: Acting,
  day: { id: string; branchId: string; counterId: string; businessDate: string },
  kind: 'closing' | 'opening',
  counted: CountedLines,
): Promise<boolean> {
  const { db, actor, now } = acting
  const { lines } = counted
  const { branchId, counterId, businessDate: date } = day
  const place = { branchId, counterId, dayId: day.id, businessDate: date }
  if (!(await keepsStock(db))) {
    if (lines.every(isBlank)) return true
    throw new Refusal('STOCK_NOT_KEPT')
  }
  const isEmpty = lines.every(isBlank) && (await heldOf(db, drawer, day)).length === 0
  if (lines.length > 0 && !isEmpty) await refuseEmpty(db, day, counted, drawer)
  const first = await firstOf(acting, place, kind)
  if (!first && isEmpty) return true
  const { state } = await (first
    ? moneyActs.countAtDay({ db, actor, now, input: { id: first.id, version: first.version, lines } })
    : takeFirst(acting, { lines, kind, note: '', isFull: false, ...place }))
  return state !== 'recount'
}

async function takeFirst({ db, actor, now }: Acting, input: Parameters<typeof begin>[0]['input']) {
  const { id, version } = await begin({ db, actor, now, input })
  return moneyActs.processNew({ db, actor, now, input: { id, version } })
}

/** The count of a day's beginning or end that is made again now. One from before something was moved is of no use, and is cancelled. */
async function firstOf(
  { db, actor, now }: Acting,
  place: { branchId: string; counterId: string; dayId: string; businessDate: string },
  kind: 'closing' | 'opening',
) {
  const begun = await counts.recountOf(db, place.dayId, kind)
  if (!begun) return undefined
  await counts.holdBranch(db, place)
  await freeze(db, place)
  const [first] = await counts.takesOf(db, begun.id)
  if (!first || !(await hasMoved(db, place, first.takenAt)))
    // A day that opens only with this second time carries the date of this time.
    return counts.rows.update(db, begun, { businessDate: place.businessDate })
  await discard({ db, actor, now, input: { id: begun.id, version: begun.version } })
  return undefined
}

/** Counts that are of no use, ended by whoever counts anew. */
const discard = countDocuments.perform(
  'discard',
  async (ctx: Acting & { input: { id: string; version: number } }) => endedBy(ctx),
)
