import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { partyNames, post } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  refuseDecimals,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { chequeSaid, dealCheques } from '../clearing/deal-payments.server.ts'
import type { ChequeDraft } from './cheques.contract.ts'
import { chequeEvents, type HeldCheque, inHandLines, isStale, type OwedPart } from './cheques.domain.ts'
import * as queries from './cheques.queries.ts'

/** A row as postings know it. */
export const heldOf = (
  row: Pick<queries.ChequeRow, 'amount' | 'branchId' | 'modeId' | 'partyId' | 'partyType'>,
): HeldCheque => ({
  branchId: row.branchId,
  amount: new Exact(row.amount).toFixed(),
  modeId: row.modeId,
  party: { type: row.partyType, id: row.partyId },
})

/** The payments of deals whose cheques are still to be recorded. */
export async function listAwaited({ db, actor }: Ctx<unknown>) {
  const money = await localMoney(db)
  const without = await queries.listAllRecorded(db)
  const found = (await dealCheques.ask(db, { scope: actor.scope, without })).flat()
  return found.map(({ id, number, on, customer, reference, amount }) => ({
    id,
    number,
    on,
    customer,
    reference,
    amount: money(amount),
  }))
}

/**
 * Records a cheque: what it is worth is in hand, and with us for the customer, unless its deal has posted so before. One in the place
 * of another of a deal that was handed over pays what the customer owes for it.
 */
export async function prepare(ctx: Ctx<ChequeDraft>) {
  const { db, input, actor, now, language } = ctx
  const { number, bankName, drawer, datedOn, note } = input
  const of = await payerOf(ctx)
  const day = await businessDate(db, of.branchId, now)
  if (isStale(datedOn, day)) throw refuseField('datedOn', 'CHEQUE_STALE')
  if (await queries.isThere(db, input)) throw refuseField('number', 'CHEQUE_TWICE')
  const { isPosted, isCleared, owed, dealNumber, paymentId, branchId, amount, modeId, party } = of
  const row = {
    id: randomUUIDv7(),
    number,
    bankName,
    drawer,
    datedOn,
    note,
    branchId,
    amount,
    modeId,
    paymentId,
    dealNumber,
    receivedOn: day,
    partyType: party.type,
    partyId: party.id,
    isPostedByDeal: isPosted,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async () => {
      if (!isPosted)
        await post(ctx, {
          event: chequeEvents.received,
          source: { type: 'cheque', id: row.id },
          businessDate: day,
          branchId,
          note: number,
          lines: inHandLines(heldOf(row), owed),
        })
      if (paymentId !== null && !isPosted && !isCleared)
        await chequeSaid.ask(db, {
          actor,
          now,
          language,
          paymentId,
          state: 'received',
          note: `${bankName} · ${number}`,
        })
    },
  }
}

interface Payer extends HeldCheque {
  paymentId: string | null
  dealNumber: string
  /** The deal has posted it as a cheque in hand. */
  isPosted: boolean
  /** Somebody has said at the deal that it is good, and has answered for that. */
  isCleared: boolean
  owed: OwedPart
}

/** From whom it is, how much, and at which branch: as the deal has it, else as it was typed. */
async function payerOf(ctx: Ctx<ChequeDraft>): Promise<Payer> {
  const { db, input, actor } = ctx
  const { paymentId, customerId, branchId, amount } = input
  if (paymentId !== null) {
    const [deal] = (await dealCheques.ask(db, { scope: actor.scope, paymentId })).flat()
    if (!deal || (await queries.listRecorded(db, [paymentId])).has(paymentId))
      throw refuseField('paymentId', 'CHEQUE_PAYMENT_UNKNOWN')
    const { number: dealNumber, party, modeId, isHandedOver } = deal
    const isPosted = isHandedOver && !(await queries.isSpent(db, paymentId))
    const owed = isHandedOver ? 'receivable' : 'payable'
    const { branchId: at, amount: sum, state } = deal
    const isCleared = state === 'cleared'
    return { paymentId, dealNumber, party, modeId, isPosted, isCleared, owed, branchId: at, amount: sum }
  }
  if (customerId === null) throw refuseField('customerId', 'REQUIRED')
  if (branchId === null) throw refuseField('branchId', 'REQUIRED')
  if (amount === null) throw refuseField('amount', 'REQUIRED')
  await refuseDecimals(db, { amount })
  if (new Exact(amount).isZero()) throw refuseField('amount', 'LINE_ZERO')
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  const named = await partyNames.ask(db, { type: 'customer', ids: [customerId] })
  if (!named.some((one) => one.has(customerId))) throw refuseField('customerId', 'CHEQUE_CUSTOMER_UNKNOWN')
  const party = { type: 'customer', id: customerId }
  return {
    paymentId,
    dealNumber: '',
    party,
    modeId: null,
    isPosted: false,
    isCleared: false,
    owed: 'payable',
    branchId,
    amount,
  }
}
