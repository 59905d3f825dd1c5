import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { StepLeft } from '#modules/ledger/month-end/month-end.domain.ts'
import { heldLinesOfPartner } from '#modules/ledger/public.server.ts'
import { owedStates } from '../order-rows/order-workflow.domain.ts'
import { lastDays } from '../partner-statements/partner-statements.queries.ts'
import { countOpen } from '../statement-differences/statement-differences.queries.ts'
import { listBalancesOf, listOwed } from './month-end.queries.ts'

/** An order whose money is owed for so many days is looked into. */
const agedDays = 30

/**
 * What of remittances is left before a month is locked: every balance is reconciled up to its last day, and no order is owed for long
 * but those that are on hold, which say why.
 */
export async function listUnsettledOfMonth(
  db: Db,
  { branchIds, to }: { branchIds: readonly string[]; to: string },
): Promise<StepLeft[]> {
  if (branchIds.length === 0) return []
  const partners = await listUnreconciled(db, branchIds, to)
  const paidUpTo = Temporal.PlainDate.from(to).subtract({ days: agedDays }).toString()
  const owed = await listOwed(db, branchIds, paidUpTo)
  return [
    { step: 'partners', count: partners.length, examples: partners },
    { step: 'payable', count: owed.length, examples: owed, states: owedStates },
  ]
}

/** Partners that hold money at the end of a day, without its statement or with differences that nobody has decided on. */
async function listUnreconciled(db: Db, branchIds: readonly string[], to: string): Promise<string[]> {
  const last = await lastDays(db)
  const open = await countOpen(db, to)
  const next = Temporal.PlainDate.from(to).add({ days: 1 }).toString()
  const left: string[] = []
  for (const { providerId, provider } of await listBalancesOf(db, branchIds)) {
    const isRead = (last.get(providerId) ?? '') >= to
    if (isRead && !open.has(providerId)) continue
    const { before } = await heldLinesOfPartner(db, providerId, { from: next, to: next, most: 1 })
    if (open.has(providerId) || !new Exact(before).isZero()) left.push(provider)
  }
  return left
}
