import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Piece } from '../items/items.domain.ts'

/** The notes and coins that transfers have taken from a place and brought to it since then, or have packed there; of those that said by which. */
export async function piecesMoved(
  db: Db,
  { branchId, counterId }: { branchId: string; counterId: string | null },
  since: string,
): Promise<{ itemId: string; pieces: Piece[]; isIn: boolean }[]> {
  const { rows: found } = await sql<{ itemId: string; pieces: Piece[]; isIn: boolean }>`
    select l.item_id, l.pieces, false as is_in from inventory.transfer t
      join inventory.transfer_line l on l.company_id = t.company_id and l.transfer_id = t.id
      where t.company_id = kit.company() and t.from_branch_id = ${branchId} and t.from_counter_id is not distinct from ${counterId}
        -- A drawer is counted and sent to the vault at one moment.
        and (t.state <> 'returned' and (t.sent_at > ${since} or t.sent_at = ${since} and t.day_id is not null)
          or t.state in ('created', 'approved'))
    union all select l.item_id, l.received_pieces, true from inventory.transfer t
      join inventory.transfer_line l on l.company_id = t.company_id and l.transfer_id = t.id
      where t.company_id = kit.company() and t.to_branch_id = ${branchId} and t.to_counter_id is not distinct from ${counterId}
        and t.received_at > ${since}`.execute(db)
  return found
}
