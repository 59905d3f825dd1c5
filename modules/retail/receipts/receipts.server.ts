import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { post } from '#modules/ledger/public.server.ts'
import { branchRows, businessDate, refuseDecimals } from '#modules/organisation/public.server.ts'
import { find as findItems } from '../items/items.queries.ts'
import { goodsReceipts, type ReceiptDraft } from './receipts.contract.ts'
import { receiptEvent, receiptLines, receiptWorkflow, valueOf } from './receipts.domain.ts'
import * as queries from './receipts.queries.ts'

type Row = queries.ReceiptRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const receiptDocuments = documents({
  type: 'goodsReceipt',
  home: '/pos-retail/adjustments',
  workflow: receiptWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ({ branchId }: Row) => ({ branch: { branchId, counterId: null } }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  present: async ({ db }, rows) => {
    const money = await localMoney(db)
    return rows.map((row) => ({
      ...row,
      state: 'posted' as const,
      value: money(row.value),
      createdAt: new Date(row.createdAt).toISOString(),
    }))
  },
})

export const receiptsRouter = serve(goodsReceipts, {
  list: receiptDocuments.list(queries.list),
  getById: async (ctx) => withLines(ctx, await receiptDocuments.getById(ctx)),
  create: async (ctx) => withLines(ctx, await receiptDocuments.make('create', prepare)(ctx)),
})

async function withLines({ db }: Reading, one: Awaited<ReturnType<typeof receiptDocuments.getById>>) {
  const money = await localMoney(db)
  const lines = (await queries.linesOf(db, one.id)).map((line) => ({
    ...line,
    quantity: new Exact(line.quantity).toFixed(),
    cost: money(line.cost),
  }))
  return { ...one, lines }
}

async function prepare(ctx: Ctx<ReceiptDraft>) {
  const { db, input, actor, now } = ctx
  const { lines, branchId, supplier, invoice } = input
  await checkLines(ctx)
  const { code } = await branchRows.get(db, branchId)
  const date = await businessDate(db, branchId, now)
  const row = {
    id: randomUUIDv7(),
    number: await queries.numberOf(db, branchId, code, Number(date.slice(0, 4))),
    branchId,
    supplier,
    invoice,
    businessDate: date,
    value: valueOf(lines),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    write: async () => {
      await queries.addLines(db, row.id, lines)
      await post(ctx, {
        event: receiptEvent,
        source: { type: 'goodsReceipt', id: row.id },
        businessDate: date,
        branchId,
        lines: receiptLines(branchId, lines),
      })
    },
  }
}

/** Only goods lie in stock, and their cost has the decimals of local money. */
async function checkLines({ db, input: { lines } }: Ctx<ReceiptDraft>): Promise<void> {
  await refuseDecimals(db, Object.fromEntries(lines.map(({ cost }, at) => [`lines.${at}.cost`, cost])))
  const ids = lines.map(({ itemId }) => itemId)
  const goods = new Set((await findItems(db, ids)).flatMap(({ id, kind }) => (kind === 'goods' ? [id] : [])))
  const at = ids.findIndex((id) => !goods.has(id))
  if (at >= 0)
    throw new Refusal(
      'ITEM_NOT_STOCKED',
      {},
      { fields: [{ field: `lines.${at}.itemId`, code: 'ITEM_NOT_STOCKED' }] },
    )
}
