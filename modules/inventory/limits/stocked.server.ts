import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { stockByPlace } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { items } from '../items/items.server.ts'
import { midsOf } from '../worth/worth.server.ts'
import type { Stocked, UnitValue } from './limits.domain.ts'
import * as queries from './limits.queries.ts'

/** A counter, or a branch as a whole. */
interface At {
  branchId: string
  counterId: string | null
}

const none: Stocked = { onHand: '0', reserved: '0', coming: '0' }
const keyOf = (place: string, itemId: string | null) => `${place} ${itemId}`
const vaultOf = (branchId: string) => `vault ${branchId}`

/**
 * What places have of each item, and of all cash in local currency, in one branch or in all; `exceptId`: a transfer that is not counted
 * as on its way.
 */
export async function readStocked(
  db: Db,
  { branchId, exceptId = null }: { branchId?: string; exceptId?: string | null },
) {
  const all = await items(db)
  const known = new Map(all.map((item) => [item.id, item]))
  const mids = await midsOf(db, all)
  const { localCurrency } = await currentCompany(db)
  const exponent = exponentOf(localCurrency)
  const unitValue = (itemId: string | null): UnitValue => {
    const item = itemId === null ? undefined : known.get(itemId)
    return item && !item.isLocal ? mids.get(item.currencyId) : '1'
  }
  const stocked = new Map<string, Stocked>()
  const add = (place: string, itemId: string | null, more: Partial<Stocked>) => {
    const key = keyOf(place, itemId)
    const before = stocked.get(key) ?? none
    const sum = (field: keyof Stocked) => new Exact(before[field]).plus(more[field] ?? 0).toFixed()
    stocked.set(key, { onHand: sum('onHand'), reserved: sum('reserved'), coming: sum('coming') })
  }
  const worth = (itemId: string, quantity: string) =>
    new Exact(quantity)
      .times(unitValue(itemId) ?? 0)
      .toDecimalPlaces(exponent)
      .toFixed()
  for (const line of await stockByPlace(db, 'all', { branchId, exponent })) {
    const { itemId, counterId, onHand, reserved, value } = line
    // Without a rate it is worth what it cost.
    const cash = unitValue(itemId) === undefined ? value : worth(itemId, onHand)
    for (const place of [line.branchId, counterId ?? vaultOf(line.branchId)]) {
      add(place, itemId, { onHand, reserved })
      add(place, null, { onHand: cash })
    }
  }
  for (const { itemId, quantity, isWithin, ...to } of await queries.listComing(db, exceptId))
    for (const place of [...(isWithin ? [] : [to.branchId]), to.counterId ?? vaultOf(to.branchId)]) {
      add(place, itemId, { coming: quantity })
      add(place, null, { coming: worth(itemId, quantity) })
    }
  return {
    items: all,
    exponent,
    unitValue,
    at: (place: At, itemId: string | null) =>
      stocked.get(keyOf(place.counterId ?? place.branchId, itemId)) ?? none,
    vault: (id: string, itemId: string) => stocked.get(keyOf(vaultOf(id), itemId)) ?? none,
  }
}
