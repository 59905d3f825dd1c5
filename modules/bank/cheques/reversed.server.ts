import type { Ctx } from '#kit/server/context.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { chequeEvents, unsettledLines } from './cheques.domain.ts'
import * as queries from './cheques.queries.ts'
import { heldOf } from './receipt.server.ts'

/**
 * The deal of these payments is reversed, and what it had posted of them with it. A cheque that it had in hand stays with us for the
 * customer, and one that has come back is owed no longer.
 */
export async function keepCheques(
  ctx: Pick<Ctx, 'actor' | 'db' | 'now'>,
  paymentIds: readonly string[],
  { businessDate, note }: { businessDate: string; note: string },
): Promise<void> {
  const found = await queries.listOfPayments(ctx.db, paymentIds)
  for (const cheques of Map.groupBy(found, ({ paymentId }) => paymentId).values()) {
    // The last is what the payment has come to.
    const last = cheques.at(-1)
    if (!last) continue
    const lines = unsettledLines(heldOf(last), {
      isByDeal: cheques.some(({ isPostedByDeal }) => isPostedByDeal),
      isOwed: last.owedPart === 'receivable',
    })
    if (lines.length === 0) continue
    await post(ctx, {
      event: chequeEvents.unsettled,
      source: { type: 'cheque', id: last.id },
      businessDate,
      branchId: last.branchId,
      note: note || last.number,
      lines,
    })
    if (last.owedPart === 'receivable') await queries.markPayable(ctx.db, last.id)
  }
}
