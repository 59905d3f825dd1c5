import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { DealRecord } from '../deals/deal-view.server.ts'
import type { Evaluation } from '../pricing/pricing.server.ts'

type Crossing = Pick<Evaluation, 'crossed' | 'subject'>

/** A deal that was submitted and the rules of due diligence that it crossed; whose deals count together is locked. */
export const rulesCrossed = hook<Crossing & { deal: DealRecord; now: Date }, void>('exchange.rulesCrossed')

/** Says in the transaction of a deal which rules it crossed. */
export async function reportCrossed(
  db: Db,
  deal: DealRecord,
  { crossed, subject }: Crossing,
  now: Date,
): Promise<void> {
  if (crossed.length > 0) await rulesCrossed.ask(db, { deal, crossed, subject, now })
}
