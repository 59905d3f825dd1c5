import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { mayActAt, reaches } from '#modules/organisation/public.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import { type NamedItem, nameItems, pendingItems } from '../clearing/items.server.ts'
import { dropFallen, findProcessedBefore } from '../clearing/matches.queries.ts'
import { type LineLeft, lineExtentOf, listLines, listOpen } from '../clearing/open.queries.ts'
import * as reconciliations from '../reconciliations/reconciliations.queries.ts'
import { lockAccount } from '../statements/statements.queries.ts'

type Asking = Pick<Ctx, 'actor' | 'db'>
/** A reconciliation that is worked on, and how far what it reads reaches. */
export type Place = Awaited<ReturnType<typeof placeOf>>

/** What a change may settle: lines with what is left of them, and items that are open. */
export interface Work extends Place {
  lines: ReadonlyMap<string, LineLeft>
  items: ReadonlyMap<string, NamedItem>
}

/** A reconciliation with its account. */
export async function placeOf({ db, actor }: Asking, reconciliationId: string) {
  const [row] = await reconciliations.find(db, [reconciliationId])
  if (!row || !reaches(actor.scope, { branchId: row.branchId })) throw notFound()
  const account = await accountRows.get(db, row.accountId)
  const currency = (await allCurrencies(db)).find(({ id }) => id === account.currencyId)
  if (!currency) throw notFound()
  const since = await findProcessedBefore(db, account.id, row.toOn)
  return { row, account, currency, extent: { account, to: row.toOn, since }, lineExtent: lineExtentOf(row) }
}

/** All that is open, of lines and of items. */
export async function wholeOf({ db }: Pick<Ctx, 'db'>, place: Place): Promise<Work> {
  const { lines } = await listLines(db, place.lineExtent, { isOpen: true })
  const { items } = await listOpen(db, place.extent, {})
  return withWork(place, lines, [
    ...(await nameItems(db, items)),
    ...(await pendingItems(db, place.account, place.row.toOn)),
  ])
}

const withWork = (place: Place, lines: readonly LineLeft[], items: readonly NamedItem[]): Work => ({
  ...place,
  lines: new Map(lines.map((line) => [line.id, line])),
  items: new Map(items.map((item) => [item.id, item])),
})

/** What a change asks for; nothing: all that is open. */
interface Asked {
  lineIds?: readonly string[]
  itemIds?: readonly string[]
}

/**
 * Holds a reconciliation for a change: one at a time for each account, while it is open, by who stands at its branch. Answers what
 * the change asks for.
 */
export async function lockWork(ctx: Asking, reconciliationId: string, asked?: Asked): Promise<Work> {
  const { db, actor } = ctx
  const [row] = await reconciliations.find(db, [reconciliationId])
  if (!row || !reaches(actor.scope, { branchId: row.branchId })) throw notFound()
  if (!mayActAt(actor, { branchId: row.branchId })) throw new Refusal('OUT_OF_SCOPE', { place: 'place' })
  await lockAccount(db, row.accountId)
  const place = await placeOf(ctx, reconciliationId)
  if (place.row.state !== 'initialised' && place.row.state !== 'saved')
    throw new Refusal('RECONCILIATION_CLOSED')
  await dropFallen(db, row.accountId)
  if (!asked) return wholeOf(ctx, place)
  const { lineIds = [], itemIds = [] } = asked
  const { lines } =
    lineIds.length > 0 ? await listLines(db, place.lineExtent, { ids: lineIds }) : { lines: [] }
  return withWork(place, lines, await listAsked(ctx, place, itemIds))
}

async function listAsked(
  { db }: Pick<Ctx, 'db'>,
  place: Place,
  ids: readonly string[],
): Promise<NamedItem[]> {
  const isPending = (id: string) => id.startsWith('transfer ')
  const entryIds = ids.filter((id) => !isPending(id)).map((id) => id.split(' ')[0] ?? '')
  const posted =
    entryIds.length > 0 ? await nameItems(db, (await listOpen(db, place.extent, { entryIds })).items) : []
  return ids.some(isPending)
    ? [...posted, ...(await pendingItems(db, place.account, place.row.toOn))]
    : posted
}

/** An open line with so much of it, else all that is left. */
export function partOf(work: Work, { id, amount }: { id: string; amount: string | null }) {
  const line = work.lines.get(id)
  if (!line) throw notFound()
  const left = new Exact(line.left)
  const part = new Exact(amount ?? left)
  const isPart =
    !part.isZero() && part.isNegative() === left.isNegative() && part.abs().lessThanOrEqualTo(left.abs())
  if (left.isZero() || !isPart)
    throw new Refusal('LINE_LEFT', { left: left.toFixed(work.currency.exponent), text: line.text })
  return { line, amount: part.toFixed() }
}

/** An item that nothing settles. */
export function itemOf(work: Work, id: string): NamedItem {
  const item = work.items.get(id)
  if (!item) throw new Refusal('ITEM_SETTLED')
  return item
}
