import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Party } from '#modules/ledger/posting/posting.domain.ts'
import * as records from '../deals/deal-records.server.ts'
import * as queries from '../deals/deals.queries.ts'
import { partyOf } from '../settlement/settlement.domain.ts'
import { settleLocked } from './settling.server.ts'

export { listForBasket as listDealsForBasket, nameBasket } from '../deals/deals.queries.ts'

/** A deal whose amount is still to be set off, in the transaction that settled it. */
export interface SetOffDeal {
  id: string
  number: string
  /** With whom what is owed is booked. */
  party: Party
  /** What is owed to the customer, in local currency and not rounded; below zero the customer owes it. */
  owed: string
}

/**
 * Settles a deal of a counter as a part of another document, by all rules of settling it alone: its notes change hands, and what it
 * comes to stays in the payable to the customer. The caller sets that off in the same transaction and calls `nameBasket`.
 * Throws DEAL_OTHER_COUNTER, DEAL_NOT_IN_BASKET of what is not paid in cash by the customer or was begun, and as settling does.
 */
export async function settleInBasket(
  { db, actor, now, language }: records.Acting,
  key: records.Key,
  counterId: string,
): Promise<SetOffDeal> {
  const ctx = { db, actor, now, language, input: key }
  const { row, parts } = await records.lockDeal(ctx, key)
  if (row.counterId !== counterId) throw refuseField('deal', 'DEAL_OTHER_COUNTER')
  const isPlain =
    parts.lines.every(({ transfer }) => transfer === null) &&
    parts.payments.every(({ modeKind, thirdParty }) => modeKind === 'cash' && thirdParty === null)
  if (!isPlain || parts.settlements.length > 0) throw refuseField('deal', 'DEAL_NOT_IN_BASKET')
  await queries.setOffPayments(db, row.id)
  const locked = { row: { ...row, rounding: '0' }, parts: await queries.parts(db, row.id) }
  const next = await settleLocked(ctx, locked, { lines: null, payments: null, isSetOff: true })
  return {
    id: row.id,
    number: next.number ?? '',
    party: partyOf(row.customerId, row.id),
    owed: new Exact(next.net).negated().toFixed(),
  }
}
