import { randomUUIDv7 } from 'node:crypto'
import type { Ctx } from '#kit/server/context.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { documents } from '#modules/documents/public.server.ts'
import { branchRows } from '#modules/organisation/public.server.ts'
import { skipsTransit } from '#modules/settings/public.server.ts'
import type { StockKind } from '../items/items.domain.ts'
import { itemsOf } from '../items/items.server.ts'
import { checkLoad, type Load } from '../loads/loads.server.ts'
import { followRequest } from '../requests/following.server.ts'
import { noUnits } from '../units/units.domain.ts'
import { isBlind } from './blind.server.ts'
import * as acts from './transfer-acts.server.ts'
import { packUnits } from './transfer-units.server.ts'
import type { Receipt, TransferDraft } from './transfers.contract.ts'
import { documentTypes, kindOf, type TransferState, type transferWorkflow } from './transfers.domain.ts'
import * as queries from './transfers.queries.ts'

type Row = queries.TransferRow
type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
type Received = Ctx<Receipt & { note?: string | undefined }>

type Drafted = Reading & { input: TransferDraft & { dayId?: string } }

/** What transfers of a kind of stock have of their own. */
interface Declared {
  holds: StockKind
  home: string
  workflow: typeof transferWorkflow
  /** What stops a new one besides. */
  check?: (ctx: Drafted, lines: Load) => Promise<void>
}

const ends = ({ fromBranchId, fromCounterId, toBranchId, toCounterId }: Row) => ({
  sender: { branchId: fromBranchId, counterId: fromCounterId },
  receiver: { branchId: toBranchId, counterId: toCounterId },
})

const documentsOf = ({ holds, home, workflow }: Declared) =>
  documents({
    type: documentTypes[holds],
    home,
    workflow,
    table: queries.rows,
    find: queries.find(holds),
    places: ends,
    name: ({ number }: Row) => number,
    makerIds: ({ authorId, senderId, receiverId, state }: Row) =>
      // On a difference neither the one who sent it decides, nor the one who counted it.
      [authorId, senderId, ...(state === 'differing' ? [receiverId] : [])].filter((id) => id !== null),
    gates: {
      limit: { limit: 'transfer_value', value: ({ limitValue }: Row) => limitValue },
      difference: { limit: 'count_variance', value: ({ difference }: Row) => difference },
    },
    turns: {
      table: 'inventory.transfer',
      places: {
        branchIds: ['fromBranchId', 'toBranchId'],
        counterIds: ['fromCounterId', 'toCounterId'],
      },
      only: { holds },
      makers: ['authorId', 'senderId'],
      acts: {
        complete: { as: 'arrival', isAwaited: true },
        takeOver: { as: 'arrival' },
        returnToSender: { as: 'comingBack' },
      },
    },
    facts: async ({ db }) => {
      const isSkipped = await skipsTransit(db)
      // At the end of its day nobody stands beside a drawer to take it over.
      return ({ fromBranchId, toBranchId, dayId }) => ({
        isDirect: isSkipped && fromBranchId === toBranchId && dayId === null,
      })
    },
    follow: async (ctx, { requestId }) => {
      await followRequest(ctx, requestId)
      return false
    },
    present,
  })

/** The handlers of transfers of a kind of stock, and for the manifest what of them waits for whom. */
export function transferHandlers(declared: Declared) {
  const { act, make, perform, lists, getById, files, answers } = documentsOf(declared)
  return {
    answers,
    handlers: {
      ...lists(
        queries.list(declared.holds),
        'inventory:transfers',
        {
          number: 'text',
          fromBranch: 'text',
          fromCounter: 'text',
          toBranch: 'text',
          toCounter: 'text',
          value: 'number',
          state: 'value',
          bag: 'text',
          carrier: 'text',
          sentDate: 'text',
          receivedDate: 'text',
          createdAt: 'moment',
          author: 'text',
        },
        'fromBranchId',
      ),
      getById: whole(getById),
      create: whole(make('create', (ctx: Drafted) => prepare(ctx, declared))),
      approve: whole(act('approve', acts.keep)),
      sendToTransit: whole(perform('sendToTransit', acts.send)),
      takeOver: whole(act('takeOver', acts.takeOver)),
      complete: whole(act<Received>('complete', acts.receive, acts.differs)),
      recount: whole(act<Received>('recount', acts.recount, acts.differs)),
      writeOff: whole(act('writeOff', (ctx, row) => acts.settleDifference(ctx, row, 'writtenOff'))),
      claim: whole(act('claim', (ctx, row) => acts.settleDifference(ctx, row, 'claimed'))),
      rejectReceipt: whole(act('rejectReceipt')),
      returnToSender: whole(act('returnToSender', acts.returnToSender)),
      reject: whole(act('reject', acts.releaseStock)),
      cancel: whole(act('cancel', acts.releaseStock)),
      ...files,
    },
  }
}

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

type Detail = Awaited<ReturnType<ReturnType<typeof documentsOf>['getById']>>

async function withLines({ db, actor }: Reading, one: Detail) {
  const known = await itemsOf(db, one)
  const money = await localMoney(db)
  const blind = isBlind(one, actor)
  const lines = (await queries.linesOf(db, [one.id])).flatMap((line) => {
    const item = known.get(line.itemId)
    if (!item) return []
    const { code, name, flagCode, exponent, tracking } = item
    const hidden = { quantity: null, value: null, pieces: [], units: noUnits }
    return [
      {
        ...line,
        value: one.sentDate === null ? null : money(line.value),
        code,
        ...(name !== undefined && { name }),
        ...(tracking && { tracking }),
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

async function prepare(ctx: Drafted, { holds, check }: Declared) {
  const { db, input, actor, now } = ctx
  const { lines: _lines, ...draft } = input
  const load = await checkLoad(ctx, input, { holds })
  await check?.(ctx, load.lines)
  const { code } = await branchRows.get(db, draft.fromBranchId)
  const row = {
    ...draft,
    holds,
    id: randomUUIDv7(),
    number: await queries.numberOf(db, documentTypes[holds], {
      branchId: draft.fromBranchId,
      code,
      year: now.getUTCFullYear(),
    }),
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
      await packUnits(ctx, row, input.lines)
      if (state === 'created') await acts.promise(ctx, row, load.lines)
    },
  }
}
