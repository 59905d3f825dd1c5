import type * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { type Language, screenText } from '#kit/server/texts.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { listMovedBySource } from '#modules/ledger/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { checkAsk, listKnownItems, periodOf } from '../reports/reports.server.ts'
import { isBlind } from '../transfers/blind.server.ts'
import { type TransferState, transferEvents } from '../transfers/transfers.domain.ts'
import * as queries from '../transfers/transfers.queries.ts'
import {
  type BranchTransferAsk,
  branchTransferReport,
  type BranchTransferRow,
  branchTransfers,
  transitAgeing,
  transitReport,
  type TransitRow,
} from './travel.contract.ts'
import { bandOf, bands, bookedTravel, daysBetween, onWayOf, travelling } from './travel.domain.ts'

type Transfer = queries.TransferRow
type Reading<I> = Pick<Ctx<I>, 'actor' | 'db' | 'input' | 'language' | 'now'>
type Asked = z.output<typeof BranchTransferAsk>
type AgeAsked = { branchId?: string | undefined }

export const branchTransfersRouter = serve(branchTransfers, {
  list: (ctx) => sentBetween(ctx, 2000),
  export: async (ctx) => {
    const { rows, local } = await sentBetween(ctx, null)
    return reportSheet(ctx, branchTransferReport, { rows, period: periodOf(ctx.input), titles: { local } })
  },
})
export const transitAgeingRouter = serve(transitAgeing, {
  list: aged,
  export: async (ctx) => {
    const { rows, local } = await aged(ctx)
    return reportSheet(ctx, transitReport, { rows, titles: { local } })
  },
})

/** The lines of transfers with what the ledger says of each, and whether every one that is seen is in it as it was sent. */
async function linesOf(
  { db, actor, language }: Pick<Reading<unknown>, 'actor' | 'db' | 'language'>,
  transfers: readonly Transfer[],
  itemId: string | undefined,
) {
  const ids = transfers.map(({ id }) => id)
  const known = await listKnownItems(db)
  const byId = new Map(transfers.map((one) => [one.id, one]))
  const booked = bookedTravel(await listMovedBySource(db, ids), transferEvents.sent.code)
  const none = { sentQuantity: '0', sentValue: '0', leftQuantity: '0', leftValue: '0' }
  return (ids.length === 0 ? [] : await queries.linesOf(db, ids)).flatMap((line) => {
    const [transfer, item] = [byId.get(line.transferId), known.get(line.itemId)]
    if (!transfer || !item || (itemId !== undefined && item.id !== itemId)) return []
    const books = booked.get(`${transfer.id} ${item.id}`) ?? none
    const onWay = onWayOf({ ...line, state: transfer.state })
    const agrees =
      new Exact(books.sentQuantity).equals(line.quantity) &&
      new Exact(books.sentValue).equals(line.value) &&
      new Exact(books.leftQuantity).equals(onWay)
    return [
      {
        transfer,
        line,
        books,
        onWay,
        agrees,
        isHidden: isBlind(transfer, actor),
        carried: {
          transferId: transfer.id,
          number: transfer.number,
          state: transfer.state as TransferState,
          from: placeOf(language, transfer.fromBranch, transfer.fromCounter),
          to: placeOf(language, transfer.toBranch, transfer.toCounter),
          bag: transfer.bag,
          carrier: transfer.carrier,
          itemId: item.id,
          code: item.code,
          flagCode: item.flagCode,
        },
      },
    ]
  })
}

const placeOf = (language: Language, branch: string, counter: string | null) =>
  `${branch} · ${counter ?? screenText(language, 'inventory:stock', 'vault') ?? ''}`

const bookedOf = (
  seen: readonly { isHidden: boolean; agrees: boolean; value: string }[],
  money: (value: string) => string,
) => {
  const open = seen.filter(({ isHidden }) => !isHidden)
  const value = open.reduce((sum, one) => sum.plus(one.value), new Exact(0))
  return { value: money(value.toFixed()), agrees: open.every(({ agrees }) => agrees) }
}

async function sentBetween(ctx: Reading<Asked>, most: number | null) {
  const { db, actor, input } = ctx
  await checkAsk(ctx, input, await listKnownItems(db))
  const found = await queries.listSentBetween(db, actor.scope, input, most)
  const lines = await linesOf(ctx, found.slice(0, most ?? undefined), input.itemId)
  const money = await localMoney(db)
  const rows = lines.map(({ transfer, line, carried, onWay, isHidden }): BranchTransferRow => ({
    ...carried,
    sentDate: transfer.sentDate ?? '',
    receivedDate: transfer.receivedDate,
    quantity: isHidden ? null : line.quantity,
    value: isHidden ? null : money(line.value),
    received: line.received,
    difference:
      isHidden || line.received === null ? null : new Exact(line.received).minus(line.quantity).toFixed(),
    onWay: isHidden ? null : onWay,
  }))
  return {
    local: (await currentCompany(db)).localCurrency,
    rows,
    isCut: most !== null && found.length > most,
    booked: bookedOf(
      lines.map(({ isHidden, agrees, books }) => ({ isHidden, agrees, value: books.sentValue })),
      money,
    ),
  }
}

async function aged(ctx: Reading<AgeAsked>) {
  const { db, actor, input, now } = ctx
  await checkAsk(ctx, input, new Map())
  const found = await queries.inStates(db, actor.scope, travelling, input.branchId)
  const lines = (await linesOf(ctx, found, undefined)).filter(({ onWay }) => !new Exact(onWay).isZero())
  const money = await localMoney(db)
  const rows = lines.map(({ transfer, carried, books, onWay, isHidden }): TransitRow => {
    const sentAt = new Date(transfer.sentAt ?? now).toISOString()
    const days = daysBetween(sentAt, now)
    const expectedAt = transfer.expectedAt && new Date(transfer.expectedAt).toISOString()
    const inBand = (band: string) => (band === bandOf(days) && !isHidden ? money(books.leftValue) : null)
    return {
      ...carried,
      sentAt,
      expectedAt,
      isOverdue: expectedAt !== null && new Date(expectedAt) < now,
      days,
      quantity: isHidden ? null : onWay,
      ...(Object.fromEntries(bands.map((band) => [band, inBand(band)])) as Record<
        (typeof bands)[number],
        string | null
      >),
    }
  })
  return {
    local: (await currentCompany(db)).localCurrency,
    rows: rows.toSorted((a, b) => a.sentAt.localeCompare(b.sentAt)),
    booked: bookedOf(
      lines.map(({ isHidden, agrees, books }) => ({ isHidden, agrees, value: books.leftValue })),
      money,
    ),
  }
}
