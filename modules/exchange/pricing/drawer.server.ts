import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { subCurrencyRows } from '#modules/currencies/public.server.ts'
import { floatedSince, lastCounted } from '#modules/inventory/public.server.ts'
import { heldAt } from '#modules/ledger/public.server.ts'
import { type Piece, piecesFor } from '../deals/basket.domain.ts'
import type { Place, PricedLine } from './pricing.domain.ts'
import * as queries from './pricing.queries.ts'
import { piecesOf } from './pricing.server.ts'

/** A line of a deal, or local money that is paid out. */
type Asked = Pick<PricedLine, 'side' | 'itemId' | 'quantity' | 'currencyId' | 'subCurrencyId'>

/**
 * What the drawer can give for each line that sells: how much is there and not promised, and the notes and coins to hand out.
 * The pieces are those of the last count, with what deals and floats have brought and taken since as far as they said; null where
 * nothing was counted by piece, or where the drawer cannot make the quantity.
 */
export async function drawerFor(db: Db, place: Place, lines: readonly Asked[], localId: string) {
  const isAsked = lines.some(({ side }) => side === 'sell')
  const held = isAsked ? await heldAt(db, place) : []
  const counted = isAsked ? await lastCounted(db, place.counterId) : undefined
  const moved = counted
    ? [
        ...(await queries.piecesSince(db, place.counterId, counted.at)),
        ...(await queries.paidOutSince(db, place.counterId, counted.at)).map(({ pieces }) => ({
          itemId: localId,
          pieces,
          isIn: false,
        })),
        ...(await floatedSince(db, place.counterId, counted.at)),
      ]
    : []
  const drawerOf = async ({ side, itemId, quantity, currencyId, subCurrencyId }: Asked) => {
    if (side === 'buy') return { available: null, suggested: null }
    const there = held.find((one) => one.itemId === itemId)
    const available = new Exact(there?.onHand ?? 0).minus(there?.reserved ?? 0).toFixed()
    const pieces = counted?.lines.find((one) => one.itemId === itemId)?.pieces as Piece[] | undefined
    if (!pieces || pieces.length === 0) return { available, suggested: null }
    const drawer = new Map<string, Piece>()
    const put = (one: Piece, sign: number) => {
      const key = `${one.kind} ${new Exact(one.faceValue).toFixed()}`
      const had = drawer.get(key)
      drawer.set(key, { ...one, count: (had?.count ?? 0) + sign * one.count })
    }
    for (const one of pieces) put(one, 1)
    for (const line of moved)
      if (line.itemId === itemId) for (const one of line.pieces) put(one, line.isIn ? 1 : -1)
    // A part of a currency is handed out in its own notes.
    const sub = subCurrencyId === null ? undefined : await subCurrencyRows.find(db, subCurrencyId)
    const faces = new Set((await piecesOf(db, currencyId, sub)).map((face) => new Exact(face).toFixed()))
    const own = [...drawer.values()].filter((one) => faces.has(new Exact(one.faceValue).toFixed()))
    return { available, suggested: piecesFor(quantity, own) ?? null }
  }
  return Promise.all(lines.map(drawerOf))
}
