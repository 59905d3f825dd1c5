import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'

/** Who a party is now: of two that were merged the one that stayed. */
export interface PartyNow {
  id: string
  name: string
}

/** Asked of the modules that have parties of a type: who these are now. A module that has none of the type answers nothing. */
export const partyNames = hook<{ type: string; ids: readonly string[] }, ReadonlyMap<string, PartyNow>>(
  'ledger.partyNames',
)

/** Asked likewise: under which ids lines of this party were posted, its own aside. */
export const partyFormerIds = hook<{ type: string; id: string }, readonly string[]>('ledger.partyFormerIds')

/** A party of a line, as it was posted. */
interface Posted {
  partyType: string | null
  partyId: string | null
}

/** Who the parties of these lines are now; asked once for each type. */
export async function partiesOf(db: Db, lines: readonly Posted[]) {
  const byType = Map.groupBy(lines, ({ partyType }) => partyType)
  const known = new Map<string, PartyNow>()
  for (const [type, own] of byType) {
    if (type === null) continue
    const ids = [...new Set(own.flatMap(({ partyId }) => partyId ?? []))]
    for (const found of await partyNames.ask(db, { type, ids }))
      for (const [id, now] of found) known.set(`${type} ${id}`, now)
  }
  return ({ partyType, partyId }: Posted) => {
    if (partyType === null || partyId === null) return null
    return { type: partyType, ...(known.get(`${partyType} ${partyId}`) ?? { id: partyId, name: '' }) }
  }
}

/** Every id under which a party has lines: its own, and those of what was merged into it. */
export async function idsOfParty(db: Db, { type, id }: { type: string; id: string }): Promise<string[]> {
  return [id, ...(await partyFormerIds.ask(db, { type, id })).flat()]
}
