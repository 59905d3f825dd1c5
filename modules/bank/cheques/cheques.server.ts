import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { partiesOf, post } from '#modules/ledger/public.server.ts'
import { branchRegions, businessDate } from '#modules/organisation/public.server.ts'
import { listNamed } from '../accounts/accounts.queries.ts'
import { chequeSaid, type SaidOfCheque } from '../clearing/deal-payments.server.ts'
import { withInput } from '../series/with-input.server.ts'
import { bounce, type FromLine, isHandedOver } from './bounce.server.ts'
import { type ChequeBounce, cheques } from './cheques.contract.ts'
import {
  chequeEvents,
  type ChequeState,
  chequeWorkflow,
  inHandLines,
  outOfHandLines,
} from './cheques.domain.ts'
import * as queries from './cheques.queries.ts'
import { heldOf, listAwaited, prepare } from './receipt.server.ts'

type Row = queries.ChequeRow
type Key = { id: string; version: number; note?: string | undefined }

const documentsOf = documents({
  type: 'cheque',
  home: '/accounting/cheques',
  workflow: chequeWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: ({ number, bankName }: Row) => `${bankName} ${number}`,
  makerIds: ({ authorId, depositorId }: Row) => [authorId, ...(depositorId === null ? [] : [depositorId])],
  facts: async () => (row: Row) => ({ isPresented: row.presentmentId !== null }),
  present,
})
export const chequeAnswers = documentsOf.answers

export const chequesRouter = serve(cheques, {
  ...documentsOf.lists(queries.list, 'bank:cheques', {
    number: 'text',
    bankName: 'text',
    drawer: 'text',
    customer: 'text',
    amount: 'number',
    state: 'value',
    datedOn: 'text',
    receivedOn: 'text',
    days: 'number',
    branch: 'text',
    account: 'text',
    dealNumber: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: documentsOf.getById,
  awaited: listAwaited,
  inHand: (ctx) => listIn(ctx, 'inHand'),
  cleared: (ctx) => listIn(ctx, 'cleared'),
  create: documentsOf.make('create', prepare),
  bounce: documentsOf.act<Ctx<ChequeBounce>>('bounce', bounce),
  presentAgain: documentsOf.act<Ctx<Key>>('presentAgain', presentAgain),
  giveBack: documentsOf.act<Ctx<Key>>('giveBack', giveBack),
})

/** Bounces a cheque by a line of the bank, which is more than a click. */
export const bounceByLine = documentsOf.act<Ctx<ChequeBounce>, FromLine>('bounce', bounce, async () => ({
  isOfLine: true,
}))

interface OnDeposit {
  presentmentId: string
  accountId: string
}

/** Puts a cheque on a deposit that was made. */
export const depositCheque = (ctx: Ctx<unknown>, key: Key, { presentmentId, accountId }: OnDeposit) =>
  documentsOf.act<Ctx<Key>>('deposit', async () => ({
    presentmentId,
    accountId,
    depositorId: ctx.actor.userId,
  }))(withInput(ctx, key))

/** What a cheque becomes with the deposit that it is on: good, or in hand again. */
export const moveCheque = (ctx: Ctx<unknown>, key: Key, act: 'clear' | 'takeBack') =>
  documentsOf.act<Ctx<Key>>(act, async (acting, row) => {
    const state = act === 'clear' ? ('cleared' as const) : ('takenBack' as const)
    if (row.presentmentId !== null) await queries.markPresentment(acting.db, row.presentmentId, state)
    await sayTo(acting, row, act === 'clear' ? 'cleared' : 'received', key.note ?? '')
  })(withInput(ctx, key))

async function sayTo(ctx: Ctx<unknown>, row: Row, state: SaidOfCheque['state'], note: string) {
  if (row.paymentId === null) return
  const { actor, now, language } = ctx
  const words = [row.bankName, row.number, note].filter(Boolean).join(' · ').slice(0, 1000)
  await chequeSaid.ask(ctx.db, { actor, now, language, paymentId: row.paymentId, state, note: words })
}

const postingOf = async ({ db, now }: Ctx<Key>, row: Row, sourceId: string) => ({
  source: { type: 'cheque', id: sourceId },
  businessDate: await businessDate(db, row.branchId, now),
  branchId: row.branchId,
  note: row.number,
})

/**
 * A cheque that came back is in hand again, and what the customer owed is paid by it: it is received anew, and its age counts from that
 * day (domain 5.2: what bounced was not received).
 */
async function presentAgain(ctx: Ctx<Key>, row: Row) {
  if (row.presentmentId === null) throw notFound()
  const posting = await postingOf(ctx, row, row.presentmentId)
  await post(ctx, {
    ...posting,
    event: chequeEvents.presentedAgain,
    lines: inHandLines(heldOf(row), row.owedPart ?? 'payable'),
  })
  await sayTo(ctx, row, 'received', '')
  // It is bounced again only once it was deposited again.
  return { owedPart: null, presentmentId: null, receivedOn: posting.businessDate }
}

/** The drawer has it again; one in hand is not paid for any more. */
async function giveBack(ctx: Ctx<Key>, row: Row) {
  if (row.state !== 'inHand') return {}
  const owed = (await isHandedOver(ctx, row)) ? ('receivable' as const) : ('payable' as const)
  await post(ctx, {
    ...(await postingOf(ctx, row, row.id)),
    event: chequeEvents.givenBack,
    lines: outOfHandLines(heldOf(row), owed),
  })
  await sayTo(ctx, row, 'bounced', ctx.input.note ?? '')
  return { owedPart: owed }
}

async function listIn({ db, actor }: Pick<Ctx, 'actor' | 'db'>, state: 'cleared' | 'inHand') {
  const money = await localMoney(db)
  return (await queries.listIn(db, actor.scope, state)).map((one) => ({ ...one, amount: money(one.amount) }))
}

async function present({ db, now }: Pick<Ctx, 'db' | 'now'>, rows: readonly Row[]) {
  const money = await localMoney(db)
  const partyOf = await partiesOf(db, rows)
  const branches = new Map((await branchRegions(db)).map(({ id, name }) => [id, name]))
  const accounts = new Map((await listNamed(db)).map(({ id, name }) => [id, name]))
  return rows.map((row) => ({
    ...row,
    state: row.state as ChequeState,
    days: row.state === 'inHand' || row.state === 'deposited' ? daysSince(row.receivedOn, now) : null,
    amount: money(row.amount),
    customer: partyOf(row)?.name ?? '',
    branch: branches.get(row.branchId) ?? '',
    account: accounts.get(row.accountId ?? '') ?? '',
    depositId: row.transferId,
    deposit: row.deposit ?? '',
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

const daysSince = (day: string, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / 86_400_000))
