import { randomUUIDv7 } from 'node:crypto'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { allCurrencies, exponentOf, localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import {
  branchRegions,
  branchRows,
  currentCompany,
  refuseDecimals,
  tree,
} from '#modules/organisation/public.server.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import { numberOf } from '../series/series.queries.ts'
import { arrive, undoPostings } from './arrival.server.ts'
import {
  clearCheques,
  makersOfCheques,
  prepareDeposit,
  presentCheques,
  undoDeposit,
} from './deposits.server.ts'
import { checkEnds, currencyOf, endOf, legDate } from './ends.server.ts'
import { type Arrival, bankTransfers, type TransferDraft } from './transfers.contract.ts'
import {
  chargeLines,
  interestLines,
  isShortOfCash,
  sentLines,
  transferEvents,
  type TransferKind,
  type TransferState,
  transferWorkflow,
  worthOf,
} from './transfers.domain.ts'
import * as queries from './transfers.queries.ts'

type Row = queries.TransferRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const placesOf = ({ branchId, fromBranchId, fromCounterId, toBranchId, toCounterId }: Row) => ({
  from: { branchId: fromBranchId ?? toBranchId ?? branchId, counterId: fromCounterId },
  to: { branchId: toBranchId ?? fromBranchId ?? branchId, counterId: toCounterId },
})

const transferDocuments = documents({
  type: 'bankTransfer',
  home: '/accounting/bank-transfers',
  workflow: transferWorkflow,
  table: queries.rows,
  find: queries.find,
  places: placesOf,
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  facts: makersOfCheques,
  present,
})
export const transferAnswers = transferDocuments.answers

export const createTransfer = transferDocuments.make('create', prepare)
type Arriving = Ctx<Arrival>
const saidBy =
  (isOfLine: boolean) =>
  async ({ input }: Arriving, row: Row) => ({ isOfLine, isShort: isShortOfCash(row, input.amount) })
type Said = Awaited<ReturnType<ReturnType<typeof saidBy>>>
/** Takes in what a line of the bank says has arrived. */
export const arriveTransfer = transferDocuments.act<Arriving, Said>('arrive', takeIn, saidBy(true))

/** Of a deposit of cheques, and of cash that is less than was sent, a click alone says why. */
async function arriveByClick(ctx: Arriving, row: Row & Said) {
  if ((row.kind === 'cheques' || row.isShort) && !ctx.input.note?.trim())
    throw refuseField('note', 'REQUIRED')
  return takeIn(ctx, row)
}

async function takeIn(ctx: Arriving, row: Row) {
  const arrived = await arrive(ctx, row)
  if (row.kind === 'cheques') await clearCheques(ctx, row)
  return arrived
}

/** A handler whose answer is the transfer with the cheques of its deposit. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => {
    const one = await act(ctx)
    return { ...one, cheques: one.kind === 'cheques' ? await presentCheques(ctx.db, one.id) : [] }
  }
}
type Detail = Awaited<ReturnType<typeof transferDocuments.getById>>

export const bankTransfersRouter = serve(bankTransfers, {
  ...transferDocuments.lists(queries.list, 'bank:transfers', {
    number: 'text',
    kind: 'value',
    from: 'text',
    to: 'text',
    currency: 'text',
    amount: 'number',
    arrivedAmount: 'number',
    value: 'number',
    charge: 'number',
    state: 'value',
    sentDate: 'text',
    arrivedDate: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: whole(transferDocuments.getById),
  create: whole(createTransfer),
  depositCheques: whole(transferDocuments.make('create', prepareDeposit)),
  arrive: whole(transferDocuments.act<Arriving, Said>('arrive', arriveByClick, saidBy(false))),
  takeBack: whole(transferDocuments.act('takeBack', undo)),
  reverse: whole(transferDocuments.act('reverse', undo)),
  attachments: transferDocuments.files.attachments,
  attach: transferDocuments.files.attach,
  attachment: transferDocuments.files.attachment,
})

async function undo(ctx: Ctx<{ id: string; version: number; note?: string | undefined }>, row: Row) {
  await (row.kind === 'cheques' ? undoDeposit(ctx, row) : undoPostings(ctx, row))
}

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const currencies = new Map((await allCurrencies(db)).map((one) => [one.id, one]))
  const accounts = new Map(
    (await db.selectFrom('bank.account').select(['id', 'code', 'name', 'currencyId']).execute()).map(
      (one) => [one.id, one],
    ),
  )
  const branches = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
  const counters = new Map((await tree(db)).counters.map(({ id, name }) => [id, name]))
  const nameOf = (accountId: string | null, branchId: string | null, counterId: string | null) => {
    const account = accounts.get(accountId ?? '')
    if (account) return `${account.code} ${account.name}`
    return [branches.get(branchId ?? ''), counters.get(counterId ?? '')].filter(Boolean).join(' · ')
  }
  return rows.map((row) => {
    const sent = currencies.get(row.itemId)
    const arrived = currencies.get(accounts.get(row.toAccountId ?? '')?.currencyId ?? row.itemId)
    const isOfTwo = sent !== undefined && arrived !== undefined && sent.id !== arrived.id
    return {
      ...row,
      kind: row.kind as TransferKind,
      state: row.state as TransferState,
      from: nameOf(row.fromAccountId, row.fromBranchId, row.fromCounterId),
      to: nameOf(row.toAccountId, row.toBranchId, row.toCounterId),
      currency: sent?.code ?? '',
      amount: new Exact(row.amount).toFixed(sent?.exponent),
      value: money(row.value),
      arrivedCurrency: arrived?.code ?? '',
      arrivedAmount: row.arrivedAmount && new Exact(row.arrivedAmount).toFixed(arrived?.exponent),
      arrivedValue: row.arrivedValue && money(row.arrivedValue),
      gain: money(row.gain),
      charge: money(row.charge),
      asksRate: isOfTwo && !sent.isLocal && !arrived.isLocal,
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}

async function prepare(ctx: Ctx<TransferDraft>) {
  const { db, input, actor, now } = ctx
  const { kind, amount, bag, slip, note } = input
  const { row: ends, from, to } = await checkEnds(ctx)
  const currency = await currencyOf(db, ends.itemId)
  await refuseDecimals(db, { amount }, currency.code)
  if (new Exact(amount).isZero()) throw refuseField('amount', 'LINE_ZERO')
  if (kind === 'interest' && !currency.isLocal && input.rate === null)
    throw refuseField('rate', 'BOTH_AMOUNTS')
  const side = from || kind === 'deposit' ? ('from' as const) : ('to' as const)
  const date = await legDate(ctx, await endOf(db, ends, side), input.businessDate)
  const branch = await branchRows.get(db, ends.branchId)
  const isDone = kind === 'charge' || kind === 'interest'
  const row = {
    ...ends,
    kind,
    amount,
    bag,
    slip,
    note,
    id: randomUUIDv7(),
    number: await numberOf(db, 'bankTransfer', branch, Number(date.slice(0, 4))),
    sentDate: date,
    arrivedDate: isDone ? date : null,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    facts: { kind },
    write: async () => {
      const [made] = await queries.find(db, [row.id])
      if (made) await queries.rows.update(db, made, await leave(ctx, made, (from ?? to)?.id ?? ''))
    },
  }
}

/** Posts what leaves, or what a bank charged or paid; answers what it was worth. */
async function leave(ctx: Ctx<TransferDraft>, row: Row, accountId: string) {
  const { db, input } = ctx
  const { localCurrency } = await currentCompany(db)
  const currency = await currencyOf(db, row.itemId)
  const amount = new Exact(row.amount).toFixed()
  const posting = {
    source: { type: 'bankTransfer', id: row.id },
    businessDate: row.sentDate,
    branchId: row.branchId,
    note: row.note,
  }
  if (row.kind === 'charge') {
    const account = await accountRows.get(db, accountId)
    const { moved } = await post(ctx, {
      ...posting,
      event: transferEvents.charge,
      lines: chargeLines(account, amount),
    })
    return { value: new Exact(moved[0] ?? 0).abs().toFixed(), charge: new Exact(moved[1] ?? 0).toFixed() }
  }
  if (row.kind === 'interest') {
    const account = await accountRows.get(db, accountId)
    const unit = { unit: currency.quoteUnit, exponent: exponentOf(localCurrency) }
    const value = currency.isLocal ? amount : worthOf(amount, input.rate ?? '0', unit)
    await post(ctx, {
      ...posting,
      event: transferEvents.interest,
      lines: interestLines(account, amount, value),
    })
    return { value, arrivedAmount: amount, arrivedValue: value }
  }
  const sent = { itemId: row.itemId, isLocal: currency.isLocal, amount, branchId: row.branchId }
  const { moved } = await post(ctx, {
    ...posting,
    event: transferEvents.sent,
    lines: sentLines(await endOf(db, row, 'from'), sent),
  })
  return { value: new Exact(moved[1] ?? 0).toFixed() }
}
