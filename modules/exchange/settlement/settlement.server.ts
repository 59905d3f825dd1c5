import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Tx } from '#kit/server/database.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { freeze, post, type Promised, release, reserve, reverse } from '#modules/ledger/public.server.ts'
import {
  balanceOf,
  type Handover,
  handoverLines,
  hasCost,
  partOfSale,
  type SettledDealLine,
  settledEvent,
  type SettledPart,
} from './settlement.domain.ts'

type Acting = Pick<Ctx, 'db' | 'actor' | 'now'>

/** Who posts, in the transaction of the handler. */
const poster = ({ db, actor, now }: Acting) => ({ db: db as Tx, actor, now })

/** One handover that was posted: what each sold line had cost, and where the journal has it. */
export interface Settled {
  settlementId: string
  entryId: string
  entryAt: string
  /** By line; null of what was bought, and of notes where no stock is kept. */
  costs: (string | null)[]
}

/** Nothing is handed over on credit: throws NOT_PAID where less has come in than goes out. */
export function refuseCredit(handover: Handover): void {
  const balance = new Exact(balanceOf(handover))
  if (balance.isNegative() && !balance.isZero())
    throw new Refusal('NOT_PAID', { amount: balance.abs().toFixed() })
}

/**
 * Posts one handover: stock, drawer and journal move together, or not at all. What was kept for the deal goes back first, and
 * purchases are posted before sales.
 * Throws INSUFFICIENT_STOCK and PERIOD_LOCKED.
 */
export async function postHandover(
  acting: Acting,
  { dealId, businessDate }: { dealId: string | null; businessDate: string },
  handover: Handover,
): Promise<Settled> {
  const settlementId = randomUUIDv7()
  if (dealId !== null) {
    // All that will move before what was kept: a new deal takes the whole drawer's in one order, and waited in a circle with this.
    await freeze(acting.db, handover)
    await release(acting.db as Tx, dealId)
  }
  const order = purchasesFirst(handover)
  const entry = await orAtItsField(handover, () =>
    post(poster(acting), {
      event: settledEvent,
      source: { type: 'deal', id: settlementId },
      businessDate,
      branchId: handover.branchId,
      lines: handoverLines({ ...handover, lines: order.map(({ line }) => line) }),
    }),
  )
  const isKept = await keepsStock(acting.db)
  const costs = handover.lines.map((line, at) => {
    const place = order.findIndex((one) => one.at === at)
    // What notes had cost is not known where no stock is kept.
    if (!isKept && partOfSale(line) === 'stock') return null
    if (line.side === 'sell') return new Exact(entry.moved[place] ?? 0).negated().toFixed()
    // What a purchase gained would be in the books and in no deal.
    if (!new Exact(entry.gains[place] ?? 0).isZero()) throw new Error('A purchase was posted with a gain')
    return null
  })
  return { settlementId, entryId: entry.id, entryAt: entry.at, costs }
}

/** The lines with their places, what comes in before what goes out: what is bought and sold in one deal has one cost. */
const purchasesFirst = ({ lines }: Handover) =>
  lines
    .map((line, at) => ({ line, at }))
    .toSorted((a, b) => Number(a.line.side === 'sell') - Number(b.line.side === 'sell'))

/** What is not there is said at the line that wants it, or at the payments for local cash; how much there is, is not said. */
async function orAtItsField<T>({ lines, localItemId }: Handover, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INSUFFICIENT_STOCK') throw error
    const { itemId, holderId } = error.data
    const sold = lines.map((one) => one.side === 'sell' && one.itemId === itemId)
    // Of two lines of a currency that one whose notes, or whose account, are not enough.
    const exact = lines.findIndex((one, at) => sold[at] && (one.bank?.id ?? null) === holderId)
    const line = exact < 0 ? sold.indexOf(true) : exact
    const field = itemId === localItemId ? 'payments' : line < 0 ? 'lines' : `lines.${line}.quantity`
    throw new Refusal(error.code, {}, { fields: [{ field, code: error.code }] })
  }
}

/** What a line that sells takes of the drawer, or of the account at a bank. */
function keptOf(
  place: Pick<Handover, 'branchId' | 'counterId'>,
  { itemId, quantity, mode, bank }: SettledDealLine,
): Promised<SettledPart> {
  if (bank) {
    const { id, ledgerId, branchId } = bank
    return {
      part: { id: ledgerId, keeps: 'bank' },
      branchId,
      counterId: null,
      itemId,
      holderId: id,
      quantity,
    }
  }
  const modeId = mode && mode.kind !== 'cash' ? mode.id : null
  return { part: partOfSale({ ...(mode && { mode }) }), ...place, itemId, modeId, quantity }
}

/** Keeps for a deal what it will hand over: notes that are sold, and local cash that is paid out. */
export function reserveFor(
  { db }: Acting,
  deal: { id: string; until: Date },
  handover: Handover,
): Promise<void> {
  const { branchId, counterId, localItemId, lines, payments } = handover
  const place = { branchId, counterId }
  const cash = payments.filter(({ direction, kind }) => direction === 'out' && kind === 'cash')
  return orAtItsField(handover, () =>
    reserve(db as Tx, { sourceId: deal.id, event: settledEvent, expiresAt: deal.until }, [
      ...lines
        .filter((line) => line.side === 'sell' && hasCost(partOfSale(line)))
        .map((line) => keptOf(place, line)),
      ...cash.map(({ amount }) => ({
        part: 'cash' as const,
        ...place,
        itemId: localItemId,
        quantity: amount,
      })),
    ]),
  )
}

/** Gives back what is kept for a deal. */
export const releaseReservation = ({ db }: Acting, dealId: string): Promise<string[]> =>
  release(db as Tx, dealId)

/** A handover that was undone, and by item what the house gained because its stock was worth something else by then. */
export interface TakenBack {
  id: string
  reversalId: string
  businessDate: string
  gains: ReadonlyMap<string, string>
}

/** The mirror of every handover of a deal, the latest first; domain 5.4. Answers the entry of each, by settlement, with what came back at another worth. */
export async function reverseHandovers(
  acting: Acting,
  businessDate: string,
  settlements: readonly { id: string; reversalId: string | null }[],
  note: string,
): Promise<TakenBack[]> {
  const made: TakenBack[] = []
  for (const { id, reversalId } of settlements.toReversed()) {
    if (reversalId !== null) throw new Refusal('NOT_REVERSIBLE')
    const entry = await reverse(poster(acting), {
      source: { type: 'deal', id },
      event: settledEvent,
      businessDate,
      note,
    })
    made.push({ id, reversalId: entry.id, businessDate: entry.businessDate, gains: entry.gains })
  }
  return made
}
