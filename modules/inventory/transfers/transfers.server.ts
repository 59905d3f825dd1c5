import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { money, type TypedLine } from '../items/items.domain.ts'
import { countedLines, heldOf, itemsOf } from '../items/items.server.ts'
import { refuseAboveMaximum } from '../limits/limit-checks.server.ts'
import { piecesAt } from '../pieces/pieces.server.ts'
import { checkRequested } from '../requests/following.server.ts'
import { transferHandlers } from './transfer-handlers.server.ts'
import { TransferDraft, transfers } from './transfers.contract.ts'
import { transferWorkflow } from './transfers.domain.ts'

const { handlers, answers } = transferHandlers({
  holds: 'money',
  home: '/inventory/transfers',
  workflow: transferWorkflow,
  check: async ({ db, input }, lines) => {
    await checkRequested(db, input, lines)
    await refuseAboveMaximum(db, input, lines, null)
  },
})

export const transfersRouter = serve(transfers, handlers)
export const transferAnswers = answers

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/**
 * Sends all money of a drawer to the vault of its branch as its day ends: what was counted, at most what the books have there, with its
 * notes. It is on its way until somebody else counts it, whatever the limit of who sends it. Nothing is sent where nothing lies.
 */
export async function bringToVault(
  { db, actor, now }: Acting,
  day: { id: string; branchId: string; counterId: string },
  counted: readonly TypedLine[],
): Promise<void> {
  const { branchId, counterId } = day
  const lines = await listCarried({ db, actor, now }, day, counted)
  if (lines.length === 0) return
  const draft = TransferDraft.parse({
    fromBranchId: branchId,
    fromCounterId: counterId,
    toBranchId: branchId,
    toCounterId: null,
    lines,
  })
  const made = await handlers.create({ db, actor, now, input: { ...draft, dayId: day.id } })
  await handlers.sendToTransit({ db, actor, now, input: { id: made.id, version: made.version } })
}

/** The goods of a drawer stay there, and so does what is still pending as found in it. */
async function listCarried(
  { db }: Acting,
  place: { branchId: string; counterId: string },
  counted: readonly TypedLine[],
) {
  const known = await itemsOf(db, money)
  const own = counted.filter(({ itemId }) => known.has(itemId))
  const held = new Map((await heldOf(db, money, place)).map(({ itemId, onHand }) => [itemId, onHand]))
  const drawers = await piecesAt(db, place)
  return (await countedLines(db, own)).flatMap(({ itemId, quantity, pieces }) => {
    const there = held.get(itemId) ?? '0'
    const isWhole = new Exact(quantity ?? 0).lessThanOrEqualTo(there)
    const carried = isWhole ? (quantity ?? '0') : there
    if (!new Exact(carried).greaterThan(0)) return []
    // A count that is not decided yet says nothing of the notes that lie there.
    const isKnown = pieces.every(
      (piece) => piece.count <= (drawers.get(itemId)?.countOf(piece) ?? piece.count),
    )
    const carries = isWhole && isKnown ? pieces.filter(({ count }) => count > 0) : []
    return [{ itemId, quantity: carried, pieces: carries }]
  })
}
