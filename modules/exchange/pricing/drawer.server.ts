import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { subCurrencyRows } from '#modules/currencies/public.server.ts'
import { floatedSince, lastCounted } from '#modules/inventory/public.server.ts'
import { heldAt } from '#modules/ledger/public.server.ts'
import { type Piece, piecesFor } from '../basket/basket.domain.ts'
import type { Place, PricedLine } from './pricing.domain.ts'
import * as queries from './pricing.queries.ts'
import { piecesOf } from './pricing.server.ts'

/** A line of a deal, or local money that is paid out. */
type Asked = Pick<PricedLine, 'side' | 'itemId' | 'quantity' | 'currencyId' | 'subCurrencyId' | 'pieces'>

/**
 * What the drawer can give for each line that sells: how much is there and not promised, and the notes and coins to hand out.
 * The pieces are those of the last count, with what deals and floats have brought and taken since as far as they said; null where
 * nothing was counted by piece, or where the drawer cannot make the quantity. No note is offered for two lines, and none that
 * somebody has chosen for one of them.
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
  const drawers = new Map<string, Drawer>()
  for (const one of counted?.lines ?? []) {
    const pieces = one.pieces as Piece[]
    if (pieces.length > 0) drawers.set(one.itemId, new Drawer(pieces))
  }
  for (const { itemId, pieces, isIn } of moved) drawers.get(itemId)?.move(pieces, isIn ? 1 : -1)
  for (const { side, itemId, pieces } of lines) if (side === 'sell') drawers.get(itemId)?.move(pieces, -1)
  const give = async ({ itemId, quantity, currencyId, subCurrencyId, pieces }: Asked) => {
    const drawer = drawers.get(itemId)
    if (pieces.length > 0 || !drawer) return pieces.length > 0 ? pieces : null
    // A part of a currency is handed out in its own notes.
    const sub = subCurrencyId === null ? undefined : await subCurrencyRows.find(db, subCurrencyId)
    const found = piecesFor(quantity, drawer.of(await piecesOf(db, currencyId, sub))) ?? null
    drawer.move(found ?? [], -1)
    return found
  }
  const given: { available: string | null; suggested: Piece[] | null }[] = []
  for (const line of lines) {
    const there = held.find(({ itemId }) => itemId === line.itemId)
    const available = new Exact(there?.onHand ?? 0).minus(there?.reserved ?? 0).toFixed()
    given.push(
      line.side === 'sell'
        ? { available, suggested: await give(line) }
        : { available: null, suggested: null },
    )
  }
  return given
}

const plain = (faceValue: string) => new Exact(faceValue).toFixed()

/** The notes and coins of one item, each face value once. */
class Drawer {
  readonly #held = new Map<string, Piece>()

  constructor(pieces: readonly Piece[]) {
    this.move(pieces, 1)
  }

  move(pieces: readonly Piece[], sign: 1 | -1): void {
    for (const one of pieces) {
      const key = `${one.kind} ${plain(one.faceValue)}`
      const count = (this.#held.get(key)?.count ?? 0) + sign * one.count
      this.#held.set(key, { ...one, count })
    }
  }

  /** Those of these face values. */
  of(faces: readonly string[]): Piece[] {
    const wanted = new Set(faces.map(plain))
    return [...this.#held.values()].filter(({ faceValue }) => wanted.has(plain(faceValue)))
  }
}
