import { randomUUIDv7 } from 'node:crypto'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows } from '#modules/organisation/public.server.ts'
import { skipsTransit } from '#modules/settings/public.server.ts'
import { items } from '../items/items.server.ts'
import { checkLoad } from '../loads/loads.server.ts'
import { refuseAboveMaximum } from '../limits/limit-checks.server.ts'
import { isBlind } from './blind.server.ts'
import * as acts from './transfer-acts.server.ts'
import { type Receipt, type TransferDraft, transfers } from './transfers.contract.ts'
import { kindOf, type TransferState, transferWorkflow } from './transfers.domain.ts'
import * as queries from './transfers.queries.ts'
import { checkRequested, followRequest } from '../requests/following.server.ts'

type Row = queries.TransferRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Received = Ctx<Receipt & { note?: string | undefined }>

const ends = ({ fromBranchId, fromCounterId, toBranchId, toCounterId }: Row) => ({
  sender: { branchId: fromBranchId, counterId: fromCounterId },
  receiver: { branchId: toBranchId, counterId: toCounterId },
})

const transferDocuments = documents({
  type: 'transfer',
  home: '/inventory/transfers',
  workflow: transferWorkflow,
  table: queries.rows,
  find: queries.find,
  places: ends,
  name: ({ number }: Row) => number,
  makerIds: ({ authorId, senderId, receiverId, state }: Row) =>
    // On a difference neither the one who sent it decides, nor the one who counted it.
    [authorId, senderId, ...(state === 'differing' ? [receiverId] : [])].filter((id) => id !== null),
  gates: {
    limit: { limit: 'transfer_value', value: ({ limitValue }: Row) => limitValue },
    difference: { limit: 'count_variance', value: ({ difference }: Row) => difference },
  },
  facts: async ({ db }) => {
    const isSkipped = await skipsTransit(db)
    return (row) => ({ isDirect: isSkipped && row.fromBranchId === row.toBranchId })
  },
  follow: (ctx, { requestId }) => followRequest(ctx, requestId),
  present,
})

export const transfersRouter = serve(transfers, {
  list: transferDocuments.list(queries.list),
  getById: async (ctx) => withLines(ctx, await transferDocuments.getById(ctx)),
  export: exported,
  create: whole(transferDocuments.make('create', prepare)),
  approve: whole(transferDocuments.act('approve', acts.keep)),
  sendToTransit: whole(transferDocuments.act('sendToTransit', acts.send)),
  takeOver: whole(transferDocuments.act('takeOver', acts.takeOver)),
  complete: whole(transferDocuments.act<Received>('complete', acts.receive, acts.differs)),
  recount: whole(transferDocuments.act<Received>('recount', acts.recount, acts.differs)),
  writeOff: whole(
    transferDocuments.act('writeOff', (ctx, row) => acts.settleDifference(ctx, row, 'writtenOff')),
  ),
  claim: whole(transferDocuments.act('claim', (ctx, row) => acts.settleDifference(ctx, row, 'claimed'))),
  rejectReceipt: whole(transferDocuments.act('rejectReceipt')),
  returnToSender: whole(transferDocuments.act('returnToSender', acts.returnToSender)),
  reject: whole(transferDocuments.act('reject', acts.releaseStock)),
  cancel: whole(transferDocuments.act('cancel', acts.releaseStock)),
  attachments: transferDocuments.files.attachments,
  attach: transferDocuments.files.attach,
  attachment: transferDocuments.files.attachment,
})
export const transferAnswers = transferDocuments.answers

async function present({ db, actor, now }: Reading, rows: readonly Row[]) {
  const money = await localMoney(db)
  return rows.map((row) => ({
    ...row,
    state: row.state as TransferState,
    kind: kindOf(row),
    value: isBlind(row, actor) ? null : money(row.value),
    insuredValue: row.insuredValue && money(row.insuredValue),
    outcome: row.outcome as 'claimed' | 'writtenOff' | null,
    expectedAt: row.expectedAt && new Date(row.expectedAt).toISOString(),
    isOverdue: row.state === 'inTransit' && row.expectedAt !== null && new Date(row.expectedAt) < now,
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

type Detail = Awaited<ReturnType<typeof transferDocuments.getById>>

async function withLines({ db, actor }: Reading, one: Detail) {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const money = await localMoney(db)
  const blind = isBlind(one, actor)
  const lines = (await queries.linesOf(db, [one.id])).flatMap((line) => {
    const item = known.get(line.itemId)
    if (!item) return []
    const { code, flagCode, exponent } = item
    const hidden = { quantity: null, value: null, pieces: [] }
    return [
      {
        ...line,
        value: one.sentDate === null ? null : money(line.value),
        code,
        flagCode,
        exponent,
        ...(blind && hidden),
      },
    ]
  })
  return { ...one, lines }
}

/** A handler whose answer is the document with its lines. */
function whole<C extends Reading>(act: (ctx: C) => Promise<Detail>) {
  return async (ctx: C) => withLines(ctx, await act(ctx))
}

async function prepare(ctx: Ctx<TransferDraft>) {
  const { db, input, actor, now } = ctx
  const { lines: _lines, ...draft } = input
  const load = await checkLoad(ctx, input)
  await checkRequested(db, input, load.lines)
  await refuseAboveMaximum(db, input, load.lines, null)
  const { code } = await branchRows.get(db, draft.fromBranchId)
  const row = {
    ...draft,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, draft.fromBranchId, code, now.getUTCFullYear()),
    value: load.value,
    limitValue: load.limitValue,
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
    senderId: null,
  }
  return {
    row,
    write: async (state: string) => {
      await queries.addLines(
        db,
        row.id,
        load.lines.map(({ item, ...line }) => ({ ...line, itemId: item.id })),
      )
      if (state === 'created') await acts.promise(ctx, row, load.lines)
    },
  }
}

async function exported(ctx: Ctx<ListInput>) {
  const rows = inParts(ctx, (db, input, last: Row | undefined) =>
    queries.part(db, ctx.actor.scope, input, last?.id),
  )
  return sheet(ctx, {
    name: 'transfers',
    texts: 'transfers',
    place: (row) => row.fromBranchId,
    columns: {
      number: 'text',
      state: 'text',
      fromBranch: 'text',
      fromCounter: 'text',
      toBranch: 'text',
      toCounter: 'text',
      value: (row: Row) => (isBlind(row, ctx.actor) ? null : Number(row.value)),
      bag: 'text',
      carrier: 'text',
      createdAt: 'moment',
      author: 'text',
    },
    rows,
  })
}
