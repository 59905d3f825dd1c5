import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { listFloatedSince } from '../adjustments/adjustments.queries.ts'
import { lastCounted } from '../counts/counts.queries.ts'
import type { Piece } from '../items/items.domain.ts'
import { Drawer } from './drawer.domain.ts'
import { piecesMoved } from './pieces.queries.ts'

interface Place {
  branchId: string
  counterId: string | null
}

/** Notes and coins of an item that came to a place, or left it. */
export interface PieceMove {
  itemId: string
  pieces: readonly Piece[]
  isIn: boolean
}

/** Asked of the modules whose documents move notes and coins, as far as they said which. */
export const pieceMoves = hook<{ place: Place; since: string }, readonly PieceMove[]>('inventory.pieceMoves')

/**
 * The notes and coins that lie at a place, by item: those of its last count, with what was brought, taken and packed since, as far as
 * that was said. An item that was not counted by piece is not there.
 */
export async function piecesAt(db: Db, place: Place): Promise<Map<string, Drawer>> {
  const drawers = new Map<string, Drawer>()
  const counted = await lastCounted(db, place)
  if (!counted) return drawers
  for (const { itemId, pieces } of counted.lines)
    if ((pieces as Piece[]).length > 0) drawers.set(itemId, new Drawer(pieces as Piece[]))
  const moves = [
    ...(await pieceMoves.ask(db, { place, since: counted.at })).flat(),
    ...(place.counterId === null ? [] : await listFloatedSince(db, place.counterId, counted.at)),
    ...(await piecesMoved(db, place, counted.at)),
  ]
  for (const { itemId, pieces, isIn } of moves) drawers.get(itemId)?.move(pieces, isIn ? 1 : -1)
  return drawers
}
