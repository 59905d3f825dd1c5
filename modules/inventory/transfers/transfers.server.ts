import { Exact } from '#kit/domain/decimals.domain.ts'
import { hasAtMost } from '#kit/domain/numbers.domain.ts'
import { startOfDay } from '#kit/domain/periods.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { currentCompany, exponentOf, timeZoneOf } from '#modules/organisation/public.server.ts'
import { money, type TypedLine } from '../items/items.domain.ts'
import { countedLines, heldOf, itemsOf } from '../items/items.server.ts'
import { refuseAboveMaximum } from '../limits/limit-checks.server.ts'
import { refusalAt } from '../loads/loads.server.ts'
import { checkRequested } from '../requests/following.server.ts'
import { transferHandlers } from './transfer-handlers.server.ts'
import { TransferDraft, transfers } from './transfers.contract.ts'
import { transferWorkflow } from './transfers.domain.ts'

const { handlers, answers } = transferHandlers({
  holds: 'money',
  home: '/inventory/transfers',
  workflow: transferWorkflow,
  check: async ({ db, input }, lines) => {
    await checkInsured(db, input)
    await checkRequested(db, input, lines)
    await refuseAboveMaximum(db, input, lines, null)
  },
})

export const transfersRouter = serve(transfers, handlers)
export const transferAnswers = answers

async function checkInsured(db: Db, { insuredValue }: TransferDraft) {
  const exponent = exponentOf((await currentCompany(db)).localCurrency)
  if (insuredValue !== null && !hasAtMost(insuredValue, exponent))
    throw refusalAt('insuredValue', 'TOO_MANY_DECIMALS', { exponent })
}

type Acting = Pick<Ctx, 'actor' | 'db' | 'now'>

/**
 * Sends all money of a drawer to the vault of its branch as its day ends: what was counted, by its notes. It is on its way until somebody
 * else counts it, whatever the limit of who sends it. Nothing is sent where nothing lies.
 */
export async function bringToVault(
  { db, actor, now }: Acting,
  day: { id: string; branchId: string; counterId: string; businessDate: string },
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
    expectedAt: await nextNoon(db, day),
    lines,
  })
  const made = await handlers.create({ db, actor, now, input: { ...draft, dayId: day.id } })
  await handlers.sendToTransit({ db, actor, now, input: { id: made.id, version: made.version } })
}

/** Noon of the day after: by then whoever keeps the vault has counted it. */
async function nextNoon(db: Db, { branchId, businessDate }: { branchId: string; businessDate: string }) {
  const begins = Date.parse(startOfDay(businessDate, await timeZoneOf(db, branchId), 1))
  return new Date(begins + 12 * 3_600_000).toISOString()
}

/**
 * What is carried of what was counted. A currency of which more was counted than the books have there stays: what is found beyond them is
 * decided on in the drawer, and would else be found in the vault once more. The goods of a drawer stay.
 */
async function listCarried(
  { db }: Acting,
  place: { branchId: string; counterId: string },
  counted: readonly TypedLine[],
) {
  const known = await itemsOf(db, money)
  const own = counted.filter(({ itemId }) => known.has(itemId))
  const held = new Map((await heldOf(db, money, place)).map(({ itemId, onHand }) => [itemId, onHand]))
  const lines = (await countedLines(db, own)).flatMap(({ quantity, ...line }) =>
    quantity === null || new Exact(quantity).isZero() ? [] : [{ ...line, quantity }],
  )
  return lines
    .filter(({ itemId, quantity }) => !new Exact(quantity).greaterThan(held.get(itemId) ?? 0))
    .map(({ itemId, quantity, pieces }) => ({
      itemId,
      quantity,
      pieces: pieces.filter(({ count }) => count > 0),
    }))
}
