import { Refusal } from '#kit/domain/refusal.domain.ts'
import { foreignAccountsAt } from '#modules/bank/public.server.ts'
import type { Acting } from '../deals/deal-records.server.ts'
import type { DealRecord } from '../deals/deal-view.server.ts'
import type * as queries from '../deals/deals.queries.ts'
import { createFault } from '../pricing/pricing.domain.ts'
import type { PaymentState } from '../workflow/deal-workflow.domain.ts'

type Lines = queries.DealParts['lines']

/** Lines as they are posted, with the accounts at banks as they are now; BANK_ACCOUNT_UNFIT where one was closed since. */
export async function withBanks({ db }: Acting, { branchId }: DealRecord, lines: Lines) {
  const isByBank = lines.some(({ transfer }) => transfer !== null)
  const accounts = isByBank ? await foreignAccountsAt(db, branchId) : []
  return lines.map((line) => {
    const { transfer, position } = line
    const bank = transfer ? accounts.find(({ id }) => id === transfer.accountId) : undefined
    if (transfer && !bank) throw createFault(`lines.${position}.transfer.accountId`, 'BANK_ACCOUNT_UNFIT')
    return { ...line, bank }
  })
}

/** Throws PAYMENT_NOT_CLEARED where money came back, or is not good yet and nobody has let the deal go without it. */
export function refuseUncleared(
  { lines, payments }: Pick<queries.DealParts, 'lines' | 'payments'>,
  { gates }: queries.DealParts,
): void {
  const isReleased = gates.some(({ reason, state }) => reason === 'uncleared' && state === 'approved')
  const isBad = (state: PaymentState, needsClearing: boolean) =>
    state === 'bounced' || (needsClearing && state !== 'cleared' && !isReleased)
  const waits =
    payments.some(
      ({ direction, needsClearing, state }) => direction === 'in' && isBad(state, needsClearing),
    ) ||
    lines.some(({ side, transfer }) => side === 'buy' && transfer !== null && isBad(transfer.state, true))
  if (waits) throw new Refusal('PAYMENT_NOT_CLEARED')
}
