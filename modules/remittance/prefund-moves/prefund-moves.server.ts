import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { bankNames, bankPlaceOf, mayActOn } from '#modules/bank/public.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { listHeldBy, post, reverse } from '#modules/ledger/public.server.ts'
import {
  branchRows,
  businessDate,
  exponentOf,
  refuseDecimals,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { chargeLines, prefundEvents, topUpLines, withdrawalLines } from '../prefunds/prefunds.domain.ts'
import { findPrefund, worthOf } from '../prefunds/places.server.ts'
import { freeWaiting, sayIfLow } from '../queue/queue.server.ts'
import { findJudged, judgeMoves, type JudgedMove, listJudged } from './move-limits.server.ts'
import { type PrefundMoveDraft, prefundMoves } from './prefund-moves.contract.ts'
import { type MoveKind, type MoveState, moveWorkflow } from './prefund-moves.domain.ts'
import * as queries from './prefund-moves.queries.ts'

type Prefund = NonNullable<Awaited<ReturnType<typeof findPrefund>>>

type Row = queries.PrefundMoveRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const moveDocuments = documents({
  type: 'prefundMove',
  home: '/remittance/provider-top-ups',
  workflow: moveWorkflow,
  table: queries.rows,
  find: findJudged,
  places: ({ branchId }: Row) => ({ place: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: { limit: { limit: 'payment_amount', value: ({ limitValue }: JudgedMove) => limitValue } },
  present,
})
export const prefundMoveAnswers = moveDocuments.answers

export const prefundMovesRouter = serve(prefundMoves, {
  ...moveDocuments.lists(listJudged, 'remittance:prefundMoves', {
    number: 'text',
    kind: 'value',
    provider: 'text',
    account: 'text',
    currency: 'text',
    amount: 'number',
    value: 'number',
    state: 'value',
    businessDate: 'text',
    reference: 'text',
    branch: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: moveDocuments.getById,
  create: moveDocuments.make('create', prepare),
  approve: moveDocuments.act('approve', book),
  reject: moveDocuments.act('reject'),
  cancel: moveDocuments.act('cancel'),
  reverse: moveDocuments.act('reverse', undo),
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const accounts = await bankNames(db)
  const accountOf = (id: string | null) => accounts.get(id ?? '') ?? { name: '', currency: '' }
  return rows.map((row) => ({
    ...row,
    state: row.state as MoveState,
    kind: row.kind as MoveKind,
    account: accountOf(row.accountId).name,
    bankCurrency: accountOf(row.accountId).currency,
    amount: new Exact(row.amount).toFixed(exponentOf(row.currency)),
    bankAmount:
      row.bankAmount === null
        ? ''
        : new Exact(row.bankAmount).toFixed(exponentOf(accountOf(row.accountId).currency)),
    value: money(row.value),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

async function prepare(ctx: Ctx<PrefundMoveDraft>) {
  const { db, input, actor, now } = ctx
  const prefund = await findPrefund(db, input.providerId)
  if (!prefund) throw refuseField('providerId', 'PREFUND_MISSING')
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, prefund.branchId))
  const today = await businessDate(db, branch.id, now)
  const day = input.businessDate ?? today
  if (day > today) throw refuseField('businessDate', 'DATE_AHEAD')
  if (new Exact(input.amount).isZero()) throw refuseField('amount', 'REQUIRED')
  await refuseDecimals(db, { amount: input.amount }, prefund.currency)
  const { bankAmount, value } = await valuesOf(ctx, prefund)
  const row = {
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branch.id, branch.code, Number(today.slice(0, 4))),
    kind: input.kind,
    providerId: input.providerId,
    branchId: branch.id,
    accountId: input.accountId,
    amount: input.amount,
    bankAmount,
    value,
    businessDate: day,
    reference: input.reference,
    note: input.note,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  const [judged] = await judgeMoves(db, [{ ...row, currency: prefund.currency }])
  return {
    row,
    facts: { limitValue: judged?.limitValue ?? null },
    write: async (state: string) => {
      const [made] = state === 'posted' ? await queries.find(db, [row.id]) : []
      if (made) await queries.rows.update(db, made, await book(ctx, made))
    },
  }
}

/** Both amounts, and what they are worth: between two currencies each is said, never worked out. */
async function valuesOf(
  { db, actor, input }: Pick<Ctx<PrefundMoveDraft>, 'actor' | 'db' | 'input'>,
  prefund: Prefund,
): Promise<{ bankAmount: string | null; value: string }> {
  const { kind, accountId, amount, bankAmount, value } = input
  if ((kind === 'charge') !== (accountId === null))
    throw refuseField('accountId', kind === 'charge' ? 'END_NOT_ASKED' : 'REQUIRED')
  if (accountId === null) return { bankAmount: null, value: (await worthOf(db, prefund, amount)) ?? '0' }
  const bank = await bankPlaceOf(db, actor.scope, accountId)
  if (!mayActOn(actor, bank)) throw refuseField('accountId', 'OUT_OF_SCOPE')
  const isSame = bank.currencyId === prefund.currencyId
  if (isSame && bankAmount !== null && !new Exact(bankAmount).equals(amount))
    throw refuseField('bankAmount', 'SAME_CURRENCY_OTHER_AMOUNT')
  const paid = isSame ? amount : bankAmount
  if (paid === null || new Exact(paid).isZero()) throw refuseField('bankAmount', 'BOTH_AMOUNTS')
  await refuseDecimals(db, { bankAmount: paid }, bank.currency)
  const local = bank.isLocal ? paid : prefund.isLocal ? amount : value
  if (local !== null) return { bankAmount: paid, value: local }
  if (!isSame) throw refuseField('value', 'VALUE_ASKED')
  const from = kind === 'topUp' ? (await listHeldBy(db, [bank.id])).get(bank.id) : undefined
  return { bankAmount: paid, value: (await worthOf(db, prefund, amount, from)) ?? '0' }
}

/** Posts a movement, and sends what was waiting for it. */
async function book(ctx: Reading, row: Row): Promise<object> {
  const { db, actor } = ctx
  const prefund = await findPrefund(db, row.providerId)
  if (!prefund) throw notFound()
  const amounts = {
    amount: new Exact(row.amount).toFixed(),
    bankAmount: new Exact(row.bankAmount ?? 0).toFixed(),
    value: new Exact(row.value).toFixed(),
  }
  const bank = row.accountId === null ? undefined : await bankPlaceOf(db, actor.scope, row.accountId)
  const shared = {
    source: { type: 'prefundMove', id: row.id },
    businessDate: row.businessDate,
    branchId: row.branchId,
    note: row.note,
  }
  const entry = !bank
    ? await post(ctx, { ...shared, event: prefundEvents.charge, lines: chargeLines(prefund, amounts.amount) })
    : row.kind === 'topUp'
      ? await post(ctx, { ...shared, event: prefundEvents.topUp, lines: topUpLines(prefund, bank, amounts) })
      : await post(ctx, {
          ...shared,
          event: prefundEvents.withdrawal,
          lines: withdrawalLines(prefund, bank, amounts),
        })
  await followBalance(ctx, row)
  const moved = entry.moved[row.kind === 'topUp' ? 1 : 0] ?? row.value
  return { value: new Exact(moved).abs().toFixed() }
}

async function undo(ctx: Reading & { input: { note?: string | undefined } }, row: Row): Promise<object> {
  const { db, now, input } = ctx
  const event = {
    topUp: prefundEvents.topUp,
    withdrawal: prefundEvents.withdrawal,
    charge: prefundEvents.charge,
  }[row.kind as MoveKind]
  await reverse(ctx, {
    source: { type: 'prefundMove', id: row.id },
    event,
    businessDate: await businessDate(db, row.branchId, now),
    note: input.note ?? '',
  })
  await followBalance(ctx, row)
  return {}
}

async function followBalance(ctx: Reading, { providerId }: Row) {
  await freeWaiting(ctx, providerId)
  await sayIfLow(ctx, providerId)
}
