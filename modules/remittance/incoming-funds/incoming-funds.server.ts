import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { bankNames, bankPlaceOf } from '#modules/bank/public.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  refuseDecimals,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { find as findOrders } from '../order-rows/orders.queries.ts'
import { payByFund } from '../orders/orders.server.ts'
import { type IncomingFundDraft, incomingFunds, type Matching } from './incoming-funds.contract.ts'
import {
  fundEvents,
  fundLines,
  type FundState,
  fundWorkflow,
  isOtherName,
  restOf,
  scoreOrder,
} from '../funds/incoming-funds.domain.ts'
import * as queries from '../funds/incoming-funds.queries.ts'

type Row = queries.IncomingFundRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const fundDocuments = documents({
  type: 'incomingFund',
  home: '/remittance/incoming-fund',
  workflow: fundWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  turns: {
    table: 'remittance.incomingFund',
    places: { branchIds: ['branchId'] },
    acts: { match: { as: 'unmatched' } },
  },
  present,
})
export const incomingFundAnswers = fundDocuments.answers
type Detail = Awaited<ReturnType<typeof fundDocuments.getById>>

export const incomingFundsRouter = serve(incomingFunds, {
  ...fundDocuments.lists(queries.list, 'remittance:incomingFunds', {
    number: 'text',
    receivedOn: 'text',
    payer: 'text',
    remark: 'text',
    amount: 'number',
    state: 'value',
    order: 'text',
    account: 'text',
    branch: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: whole(fundDocuments.getById),
  create: whole(fundDocuments.make('create', prepare)),
  match: whole(fundDocuments.act<Ctx<Matching>>('match', match)),
  giveBack: whole(fundDocuments.act('giveBack', giveBack)),
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const accounts = await bankNames(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as FundState,
    account: accounts.get(row.accountId)?.name ?? '',
    order: row.order ?? '',
    amount: money(row.amount),
    kept: new Exact(row.kept).isZero() ? '' : money(row.kept),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

/** A handler whose answer has the orders that it may be for, while it is for none. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => {
    const one = await act(ctx)
    const [row] = await queries.find(ctx.db, [one.id])
    if (!row) throw notFound()
    return { ...one, payerReason: row.payerReason, candidates: await candidatesOf(ctx, row) }
  }
}

async function candidatesOf({ db, actor }: Reading, row: Row) {
  if (row.state !== 'unmatched') return []
  const money = await localMoney(db)
  return (await queries.awaiting(db, actor.scope))
    .map((order) => ({ order, score: scoreOrder({ ...row, amount: restOf(row) }, order) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, 20)
    .map(({ order }) => ({
      orderId: order.id,
      number: order.number,
      customer: order.customer,
      total: money(order.total),
      isSame: new Exact(order.total).equals(restOf(row)),
      isOtherPayer: isOtherName(row.payer, order.customer),
    }))
}

async function prepare(ctx: Ctx<IncomingFundDraft>) {
  const { db, input, actor, now } = ctx
  const account = await bankPlaceOf(db, actor.scope, input.accountId)
  if (!account.isLocal) throw refuseField('accountId', 'FUND_IN_LOCAL')
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, account.branchId))
  const today = await businessDate(db, branch.id, now)
  if (input.receivedOn > today) throw refuseField('receivedOn', 'DATE_AHEAD')
  if (new Exact(input.amount).isZero()) throw refuseField('amount', 'REQUIRED')
  await refuseDecimals(db, { amount: input.amount }, account.currency)
  const row = {
    ...input,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branch.id, branch.code, Number(today.slice(0, 4))),
    branchId: branch.id,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async () => {
      await post(ctx, {
        event: fundEvents.received,
        source: { type: 'incomingFund', id: row.id },
        businessDate: input.receivedOn,
        branchId: branch.id,
        note: input.remark,
        lines: fundLines(account, new Exact(input.amount).toFixed()),
      })
    },
  }
}

/** The order that awaits just this much is paid by it; a payer who is not the sender is a third party, said with a reason. */
async function match(ctx: Ctx<Matching>, row: Row) {
  const { db, actor, now, input } = ctx
  const [order] = await findOrders(db, [input.orderId])
  if (!order || !(await isAwaiting(ctx, order.id))) throw refuseField('orderId', 'FUND_ORDER_UNKNOWN')
  if (!new Exact(order.total).equals(restOf(row)))
    throw refuseField('orderId', 'FUND_AMOUNT_DIFFERS', { total: (await localMoney(db))(order.total) })
  const isThirdParty = isOtherName(row.payer, order.customer)
  if (isThirdParty && input.payerReason === '') throw refuseField('payerReason', 'FUND_OTHER_PAYER')
  const { id, version } = order
  await payByFund({ db, actor, now, input: { id, version, fundId: row.id, isThirdParty } })
  return { orderId: order.id, payerReason: input.payerReason }
}

const isAwaiting = async ({ db, actor }: Reading, id: string) =>
  (await queries.awaiting(db, actor.scope)).some((one) => one.id === id)

/** It goes back to who paid it, from the account to which it came; what stayed of it as a fee stays. */
async function giveBack(ctx: Ctx<{ id: string; version: number; note?: string | undefined }>, row: Row) {
  const { db, actor, now, input } = ctx
  const account = await bankPlaceOf(db, actor.scope, row.accountId)
  const rest = new Exact(restOf(row))
  if (rest.isZero()) throw new Refusal('FUND_ALL_KEPT')
  await post(ctx, {
    event: fundEvents.returned,
    source: { type: 'incomingFund', id: row.id },
    businessDate: await businessDate(db, row.branchId, now),
    branchId: row.branchId,
    note: input.note ?? '',
    lines: fundLines(account, rest.negated().toFixed()),
  })
  return {}
}
