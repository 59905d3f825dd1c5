import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { branchRegions } from '#modules/organisation/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import type { StockItem } from '../items/items.domain.ts'
import { type Beyond, findBreachAfter, freeBelow, limitsAt, type LimitPlace } from './limits.domain.ts'
import * as queries from './limits.queries.ts'
import { readStocked } from './stocked.server.ts'

/** The limits of the company; nothing where it has none, or keeps no stock. */
async function limitRows(db: Db) {
  if (!(await keepsStock(db))) return undefined
  const rows = await queries.allRows(db)
  return rows.length > 0 ? rows : undefined
}

/** The place, and the branch that it is in: what lies there is held against the limits of both. */
async function placesOf(db: Db, branchId: string, counterId: string | null): Promise<LimitPlace[]> {
  const regionId = (await branchRegions(db)).find(({ id }) => id === branchId)?.regionId ?? null
  const branch = { regionId, branchId, counterId: null }
  return counterId === null ? [branch] : [{ ...branch, counterId }, branch]
}

/** So many units more, or fewer, of an item at a counter; `line`: of the deal, null for local cash. */
interface Change {
  line: number | null
  itemId: string
  quantity: string
}

/**
 * The limits that a deal at a counter would leave behind, one for each of its lines at most, one that blocks before one that warns:
 * those of the counter, of its branch, and of all cash of each in local currency.
 */
export async function beyondLimits(
  db: Db,
  { branchId, counterId }: { branchId: string; counterId: string },
  changes: readonly Change[],
): Promise<(Beyond & { line: number | null; isCash: boolean })[]> {
  const rows = await limitRows(db)
  if (!rows) return []
  const stocked = await readStocked(db, { branchId })
  const places = await placesOf(db, branchId, counterId)
  const sums = new Map<string, string>()
  const found = changes.flatMap(({ line, itemId, quantity }) => {
    const sum = new Exact(sums.get(itemId) ?? 0).plus(quantity).toFixed()
    sums.set(itemId, sum)
    const own = rows.filter((row) => row.itemId === itemId)
    const beyond = places.flatMap((place) => {
      const one = findBreachAfter(
        limitsAt(own, place),
        stocked.at(place, itemId),
        sum,
        stocked.unitValue(itemId),
      )
      return one ? [{ ...one, line, isCash: false }] : []
    })
    return (beyond.find(({ limit }) => limit.act === 'block') ?? beyond[0] ?? []) as typeof beyond
  })
  const worth = changes.reduce(
    (sum, { itemId, quantity }) => sum.plus(new Exact(stocked.unitValue(itemId) ?? 0).times(quantity)),
    new Exact(0),
  )
  const cash = rows.filter(({ itemId }) => itemId === null)
  const caps = places.flatMap((place) => {
    const after = worth.toDecimalPlaces(stocked.exponent).toFixed()
    const one = findBreachAfter(limitsAt(cash, place), stocked.at(place, null), after, '1')
    return one?.kind === 'maximum' ? [{ ...one, line: null, isCash: true }] : []
  })
  return [...found, ...caps.slice(0, 1)]
}

/** From where to where; a null counter is the vault of the branch. */
interface Ends {
  fromBranchId: string
  toBranchId: string
  toCounterId: string | null
}

/**
 * Throws at the first line with which a place would have more than its maximum, with what is held and on its way there; nobody else
 * sends to the branch until the transaction ends. `exceptId`: the transfer itself, where it is stored already. What goes back to where
 * it was is not asked.
 */
export async function refuseAboveMaximum(
  db: Db,
  ends: Ends,
  load: readonly { item: StockItem; quantity: string }[],
  exceptId: string | null,
): Promise<void> {
  const rows = await limitRows(db)
  if (!rows) return
  await queries.holdReceiver(db, ends.toBranchId)
  const stocked = await readStocked(db, { branchId: ends.toBranchId, exceptId })
  const places = await placesOf(db, ends.toBranchId, ends.toCounterId)
  // From place to place within a branch, the branch as a whole has no more than before.
  const receiving = places.filter(
    (place) => place.counterId !== null || ends.fromBranchId !== ends.toBranchId,
  )
  for (const [index, { item, quantity }] of load.entries())
    for (const place of receiving) {
      const limits = limitsAt(
        rows.filter((row) => row.itemId === item.id),
        place,
      )
      const there = stocked.at(place, item.id)
      if (limits.maximum?.act !== 'block') continue
      const free = freeBelow(limits, there, stocked.unitValue(item.id))
      if (free === undefined || !new Exact(quantity).greaterThan(free)) continue
      throw refuseField(`lines.${index}.quantity`, 'ABOVE_MAXIMUM', {
        held: new Exact(there.onHand).plus(there.coming).toFixed(),
        free,
        over: new Exact(quantity).minus(free).toFixed(),
        itemId: item.id,
        level: limits.maximum.level,
      })
    }
  const worth = load.reduce(
    (sum, { item, quantity }) => sum.plus(new Exact(stocked.unitValue(item.id) ?? 0).times(quantity)),
    new Exact(0),
  )
  const cash = rows.filter(({ itemId }) => itemId === null)
  for (const place of receiving) {
    const beyond = findBreachAfter(limitsAt(cash, place), stocked.at(place, null), worth.toFixed(), '1')
    if (beyond?.kind === 'maximum' && beyond.limit.act === 'block')
      throw refuseField('lines', 'ABOVE_CASH_CAP', {
        value: new Exact(beyond.value).toFixed(stocked.exponent),
        limit: new Exact(beyond.limit.value).toFixed(stocked.exponent),
      })
  }
}
