import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { beyondNow, limitsAt, type Limits } from '../limits/limits.domain.ts'
import { allRows } from '../limits/limits.queries.ts'
import { readStocked } from '../limits/stocked.server.ts'
import type { Position } from './shortages.domain.ts'

/** A position with what its place and its item are called. */
export interface NamedPosition extends Position {
  branch: string
  counter: string | null
  code: string
  flagCode: string
  exponent: number
}

const isHeld = ({ minimum, target, maximum }: Limits) => minimum ?? target ?? maximum

/** What each branch, and each counter that has limits of its own, has against its limits. */
export async function positionsOf(db: Db): Promise<NamedPosition[]> {
  const rows = await allRows(db)
  if (rows.length === 0) return []
  const { branches, counters } = await tree(db)
  const stocked = await readStocked(db, {})
  const cash = { id: null, code: '', flagCode: '', exponent: stocked.exponent }
  const places = branches.flatMap(({ id: branchId, name: branch, regionId }) => [
    { regionId, branchId, branch, counterId: null, counter: null },
    ...counters
      .filter((one) => one.branchId === branchId)
      .map(({ id: counterId, name: counter }) => ({ regionId, branchId, branch, counterId, counter })),
  ])
  const items = [cash, ...stocked.items.filter(({ isEnabled }) => isEnabled)]
  return places.flatMap((place) =>
    items.flatMap(({ id: itemId, code, flagCode, exponent }) => {
      const limits = limitsAt(
        rows.filter((row) => row.itemId === itemId),
        place,
      )
      if (!isHeld(limits)) return []
      const there = stocked.at(place, itemId)
      const unitValue = stocked.unitValue(itemId)
      const beyond = beyondNow(limits, there, unitValue)
      const vault = itemId === null ? undefined : stocked.vault(place.branchId, itemId)
      const free = new Exact(vault?.onHand ?? 0).minus(vault?.reserved ?? 0).toFixed()
      return [{ ...place, itemId, code, flagCode, exponent, limits, stocked: there, unitValue, beyond, free }]
    }),
  )
}
