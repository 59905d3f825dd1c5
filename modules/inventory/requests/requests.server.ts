import { randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows } from '#modules/organisation/public.server.ts'
import { checkItems, items } from '../items/items.server.ts'
import { checkPlaces } from '../loads/loads.server.ts'
import { filledLines } from './following.server.ts'
import { type RequestDraft, stockRequests } from './requests.contract.ts'
import { type RequestState, requestWorkflow } from './requests.domain.ts'
import * as queries from './requests.queries.ts'

type Row = queries.RequestRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

const requestDocuments = documents({
  type: 'request',
  home: '/inventory/inventory-request',
  workflow: requestWorkflow,
  table: queries.rows,
  find: queries.find,
  places: (row: Row) => ({
    sender: { branchId: row.fromBranchId, counterId: row.fromCounterId },
    receiver: { branchId: row.toBranchId, counterId: row.toCounterId },
  }),
  name: ({ number }: Row) => number,
  makerIds: ({ authorId }: Row) => [authorId],
  turns: {
    table: 'inventory.request',
    places: { branchIds: ['fromBranchId'], counterIds: ['fromCounterId'] },
    acts: { refuse: { as: 'request', isAwaited: true } },
    listLeft,
  },
  facts: async ({ db }, rows) => {
    const carried = new Set(['created', 'pending', 'approved', 'inTransit', 'rejectedReceipt'])
    const loads = await queries.loadsOf(
      db,
      rows.map(({ id }) => id),
    )
    const onItsWay = new Set(
      loads.filter(({ state }) => carried.has(state)).map(({ requestId }) => requestId),
    )
    return ({ id }) => ({ isOnItsWay: onItsWay.has(id) })
  },
  present: (_, rows) =>
    Promise.resolve(
      rows.map((row) => ({
        ...row,
        state: row.state as RequestState,
        createdAt: new Date(row.createdAt).toISOString(),
      })),
    ),
})

export const requestAnswers = requestDocuments.answers

export const requestsRouter = serve(stockRequests, {
  ...requestDocuments.lists(
    queries.list,
    'inventory:requests',
    {
      number: 'text',
      toBranch: 'text',
      toCounter: 'text',
      fromBranch: 'text',
      fromCounter: 'text',
      state: 'value',
      note: 'text',
      createdAt: 'moment',
      author: 'text',
    },
    'toBranchId',
  ),
  getById: async (ctx) => withLines(ctx, await requestDocuments.getById(ctx)),
  create: async (ctx) => withLines(ctx, await requestDocuments.make('create', prepare)(ctx)),
  refuse: async (ctx) => withLines(ctx, await requestDocuments.act('refuse')(ctx)),
  cancel: async (ctx) => withLines(ctx, await requestDocuments.act('cancel')(ctx)),
})

async function withLines({ db }: Reading, one: Awaited<ReturnType<typeof requestDocuments.getById>>) {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const { lines, loads } = await filledLines(db, [one.id])
  return {
    ...one,
    lines: lines.flatMap(({ filled, requestId: _request, ...line }) => {
      const item = known.get(line.itemId)
      if (!item) return []
      const { code, flagCode, exponent } = item
      return [{ ...line, ...filled, code, flagCode, exponent }]
    }),
    loads: [...new Map(loads.map(({ id, number, state }) => [id, { id, number, state }])).values()],
  }
}

async function prepare({ db, input, actor, now }: Ctx<RequestDraft>) {
  const { lines, ...draft } = input
  await checkPlaces(db, draft)
  await checkItems(db, lines)
  const { code } = await branchRows.get(db, draft.toBranchId)
  const row = {
    ...draft,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, draft.toBranchId, code, now.getUTCFullYear()),
    createdAt: now.toISOString(),
    authorId: actor.userId,
    author: actor.name,
  }
  return {
    row,
    facts: { isOnItsWay: false },
    write: async () => void (await queries.addLines(db, row.id, lines)),
  }
}

/** Those of which something is neither on its way nor there. */
async function listLeft(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { lines } = await filledLines(db, ids)
  return new Set(lines.flatMap(({ requestId, filled }) => (new Exact(filled.open).isZero() ? [] : requestId)))
}
