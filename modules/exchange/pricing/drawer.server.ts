import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { allCurrencies, subCurrencyRows } from '#modules/currencies/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { type Drawer, pieceMoves, piecesAt } from '#modules/inventory/public.server.ts'
import { balancesAtBanks, listHeldAt } from '#modules/ledger/public.server.ts'
import { type Piece, piecesFor } from '../basket/basket.domain.ts'
import { isInNotes, type Place, type PricedLine } from './pricing.domain.ts'
import * as queries from './pricing.queries.ts'

/** A line of a deal, or local money that is paid out. */
type Asked = Pick<
  PricedLine,
  'side' | 'itemId' | 'quantity' | 'currencyId' | 'subCurrencyId' | 'pieces' | 'transfer'
>

/**
 * What the drawer can give for each line that sells: how much is there and not promised, and the notes and coins to hand out.
 * The pieces are those of the last count, with what deals and floats have brought and taken since as far as they said; null where
 * nothing was counted by piece, or where the drawer cannot make the quantity. No note is offered for two lines, and none that
 * the teller has chosen for one of them. Of a line by a bank it is what the account can give.
 */
export async function drawerFor(db: Db, place: Place, lines: readonly Asked[]) {
  const inNotes = await notesFor(db, place, lines.filter(isInNotes))
  const accountIds = lines.flatMap(({ side, transfer }) =>
    transfer && side === 'sell' ? transfer.account.id : [],
  )
  const atBanks = accountIds.length > 0 ? await balancesAtBanks(db, accountIds) : undefined
  return lines.map(({ side, transfer }) => {
    if (transfer === null) return inNotes.shift() ?? { available: null, suggested: null }
    const { quantity, reserved } = atBanks?.get(transfer.account.id) ?? { quantity: '0', reserved: '0' }
    const available = side === 'sell' ? new Exact(quantity).minus(reserved).toFixed() : null
    return { available, suggested: null }
  })
}

async function notesFor(db: Db, place: Place, lines: readonly Asked[]) {
  // Without stock keeping nobody knows what lies in a drawer.
  const given: { available: string | null; suggested: Piece[] | null }[] = []
  if (!(await keepsStock(db))) return given
  const isAsked = lines.some(({ side }) => side === 'sell')
  const held = isAsked ? await listHeldAt(db, place) : []
  const drawers = isAsked ? await piecesAt(db, place) : new Map<string, Drawer>()
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

/** What deals have moved at a counter since a moment, for whoever follows its notes and coins. */
export const pieceMovesOfDeals = answer(pieceMoves, async (db, { place: { counterId }, since }) => {
  if (counterId === null) return []
  const localId = (await allCurrencies(db)).find(({ isLocal }) => isLocal)?.id
  const paid = await queries.listPaidOutSince(db, counterId, since)
  return [
    ...(await queries.piecesSince(db, counterId, since)),
    ...paid.flatMap(({ pieces }) => (localId ? [{ itemId: localId, pieces, isIn: false }] : [])),
  ]
})

/** Which notes and coins there are: of a part of a currency its own, else all of the currency. */
export async function piecesOf(db: Db, currencyId: string, sub: { faceValues: unknown } | undefined) {
  const own = (sub?.faceValues ?? []) as string[]
  if (own.length > 0) return own
  const currency = (await allCurrencies(db)).find(({ id }) => id === currencyId)
  return currency?.denominations.map(({ faceValue }) => faceValue) ?? []
}
