import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import {
  allModes,
  enabledModes,
  localMoney,
  modeNames,
  readTradedCurrencies,
} from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { partOfMode } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import { moveDate } from '#modules/inventory/public.server.ts'
import { daysOf } from '#modules/ledger/month-end/month-end.domain.ts'
import { post } from '#modules/ledger/public.server.ts'
import { branchRows, businessDate, counterRows, requireVisible } from '#modules/organisation/public.server.ts'
import { dueAt } from '../principals/owed.queries.ts'
import { type SettlementDraft, settlements } from './settlements.contract.ts'
import {
  isSettlementPart,
  settlementEvent,
  settlementLines,
  type SettlementState,
  settlementWorkflow,
  sideOf,
} from './settlements.domain.ts'
import * as queries from './settlements.queries.ts'

type Row = queries.SettlementRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const settlementDocuments = documents({
  type: 'principalSettlement',
  home: '/pos-retail/principal-settlements',
  workflow: settlementWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId, counterId }: Row) => ({ place: { branchId, counterId } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  gates: {
    limit: { limit: 'payment_amount', value: ({ amount }: Row) => new Exact(amount).abs().toFixed() },
  },
  present,
})
export const settlementAnswers = settlementDocuments.answers
type Detail = Awaited<ReturnType<typeof settlementDocuments.getById>>

export const settlementsRouter = serve(settlements, {
  ...settlementDocuments.lists(queries.list, 'retail:settlements', {
    number: 'text',
    principal: 'text',
    until: 'text',
    branch: 'text',
    mode: 'text',
    amount: 'number',
    reference: 'text',
    state: 'value',
    businessDate: 'text',
    createdAt: 'moment',
    author: 'text',
  }),
  getById: whole(settlementDocuments.getById),
  create: whole(settlementDocuments.make('create', prepare)),
  approve: whole(settlementDocuments.act('approve', book)),
  reject: whole(settlementDocuments.act('reject')),
  cancel: whole(settlementDocuments.act('cancel')),
})

async function present({ db }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  const modes = new Map([...(await modeNames(db, 'payment')), ...(await modeNames(db, 'delivery'))])
  return rows.map((row) => ({
    ...row,
    state: row.state as SettlementState,
    mode: modes.get(row.modeId) ?? '',
    amount: money(row.amount),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

/** A handler whose answer is the settlement with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => {
    const [one, money] = [await act(ctx), await localMoney(ctx.db)]
    const lines = (await queries.linesOf(ctx.db, one.id)).map((line) => ({
      ...line,
      amount: money(line.amount),
    }))
    return { ...one, lines }
  }
}

async function prepare(ctx: Ctx<SettlementDraft>) {
  const { db, input, actor, now } = ctx
  const { principalId, month, branchId, counterId, modeId, reference } = input
  const branch = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  if (counterId !== null && (await counterRows.find(db, counterId))?.branchId !== branchId)
    throw refuseField('counterId', 'COUNTER_OTHER_BRANCH')
  if (!(await queries.lockPrincipal(db, principalId))) throw refuseField('principalId', 'PRINCIPAL_UNKNOWN')
  const { to: until } = daysOf(month)
  const lines = await dueAt(db, { scope: actor.scope, principalId }, until)
  const amount = lines.reduce((sum, line) => sum.plus(line.amount), new Exact(0)).toFixed()
  if (new Exact(amount).isZero()) throw refuseField('month', 'NOTHING_DUE')
  await checkMode(db, modeId, { amount, hasCounter: counterId !== null })
  const today = await businessDate(db, branchId, now)
  const row = {
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branchId, branch.code, Number(today.slice(0, 4))),
    principalId,
    until,
    branchId,
    counterId,
    modeId,
    amount,
    reference,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async (state: string) => {
      await queries.addLines(db, row.id, lines)
      if (state !== 'posted') return
      const [made] = await queries.find(db, [row.id])
      if (made) await queries.rows.update(db, made, await book(ctx, made))
    },
  }
}

/** A mode of the side on which the money goes; only cash is of a counter. */
async function checkMode(
  db: Db,
  modeId: string,
  { amount, hasCounter }: { amount: string; hasCounter: boolean },
): Promise<void> {
  const side = sideOf(amount)
  const mode = (await enabledModes(db)).find((one) => one.id === modeId && one.side === side)
  const part = mode ? partOfMode(mode.kind, { side, isLocal: true }) : null
  if (!isSettlementPart(part)) throw refuseField('modeId', 'MODE_NOT_TAKEN')
  if (hasCounter && part !== 'cash') throw refuseField('counterId', 'COUNTER_ONLY_CASH')
}

/** Posts a settlement; cash leaves on the day that is open at its drawer. */
async function book(ctx: Reading, row: Row) {
  const { db, now } = ctx
  const { id, principalId, branchId, counterId, modeId } = row
  const amount = new Exact(row.amount).toFixed()
  const kind = (await allModes(db)).find((mode) => mode.id === modeId)?.kind
  const part = kind ? partOfMode(kind, { side: sideOf(amount), isLocal: true }) : null
  if (!isSettlementPart(part)) throw new Refusal('MODE_NOT_TAKEN')
  const local = (await readTradedCurrencies(db)).find(({ isLocal }) => isLocal)
  if (!local) throw notFound()
  const date =
    part === 'cash'
      ? await moveDate(db, { branchId, counterIds: [counterId] }, now)
      : await businessDate(db, branchId, now)
  await post(ctx, {
    event: settlementEvent,
    source: { type: 'principalSettlement', id },
    businessDate: date,
    branchId,
    note: row.reference,
    lines: settlementLines(principalId, await queries.linesOf(db, id), {
      branchId,
      counterId,
      part,
      modeId,
      localItemId: local.id,
      amount,
    }),
  })
  return { businessDate: date }
}
