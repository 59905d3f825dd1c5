import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { type Language, screenText } from '#kit/server/texts.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import {
  readStockAt,
  listMovedBetween,
  movementsBetween,
  sourceNumbers,
  type StockAsk,
} from '#modules/ledger/public.server.ts'
import {
  branchRegions,
  branchRows,
  counterBranches,
  currentCompany,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import type { StockItem } from '../items/items.domain.ts'
import { items } from '../items/items.server.ts'
import {
  type ChangeAsk,
  changeReport,
  type ChangeRow,
  inventoryChange,
  movementReport,
  type MovementRow,
  type StockAtAsk,
  stockAtReport,
  type StockAtRow,
  stockMovements,
  stockOnHand,
} from './reports.contract.ts'
import { changesOf, shareOf, unitCost } from './reports.domain.ts'
import type * as z from 'zod'

type Asked<A extends z.ZodType> = Pick<Ctx<z.output<A>>, 'actor' | 'db' | 'input' | 'language'>
export type Answer<Row> = { local: string; rows: Row[]; isCut: boolean }

export const stockOnHandRouter = serve(stockOnHand, {
  list: stockAt,
  export: async (ctx) => {
    const { rows, local } = await stockAt(ctx)
    return reportSheet(ctx, stockAtReport, { rows, period: ctx.input.date, titles: { local } })
  },
})
export const inventoryChangeRouter = serve(inventoryChange, {
  list: change,
  export: async (ctx) => {
    const { rows, local } = await change(ctx)
    return reportSheet(ctx, changeReport, { rows, period: periodOf(ctx.input), titles: { local } })
  },
})
export const stockMovementsRouter = serve(stockMovements, {
  list: (ctx) => movementRows(ctx, 2000),
  export: async (ctx) => {
    const { rows, local } = await movementRows(ctx, null)
    return reportSheet(ctx, movementReport, { rows, period: periodOf(ctx.input), titles: { local } })
  },
})
export const periodOf = ({ from, to }: { from: string; to: string }) => `${from}-${to}`

/** Throws where days are turned round, or a branch or an item is not there for this person. */
export async function checkAsk(
  { db, actor }: Pick<Ctx, 'actor' | 'db'>,
  asked: { branchId?: string | undefined; itemId?: string | undefined; from?: string; to?: string },
  known: ReadonlyMap<string, StockItem>,
): Promise<void> {
  if (asked.branchId) requireVisible(actor.scope, 'branchIds', await branchRows.get(db, asked.branchId))
  if (asked.itemId && !known.has(asked.itemId)) throw notFound()
  if (asked.from && asked.to && asked.from > asked.to)
    throw new Refusal('PERIOD_TURNED', {}, { fields: [{ field: 'to', code: 'PERIOD_TURNED' }] })
}

interface Unit {
  branchId: string | null
  counterId: string | null
  isTransit: boolean
  itemId: string
}

const compareRanks = (a: readonly number[], b: readonly number[]) => {
  const at = a.findIndex((one, index) => one !== b[index])
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}

/** What the rows of a report say of items and places, in the order of the company: what is on its way after what lies somewhere. */
async function words(
  { db, language, input }: { db: Db; language: Language; input: { level: StockAsk['level'] } },
  known: ReadonlyMap<string, StockItem>,
) {
  const order = new Map([...known.keys()].map((id, index) => [id, index]))
  const places = [...(await branchRegions(db)), ...(await counterBranches(db))]
  const names = new Map(places.map(({ id, name }) => [id, name]))
  const placeOf = ({ branchId, counterId, isTransit }: Unit) => {
    if (isTransit) return screenText(language, 'inventory:stockOnHand', 'transit') ?? ''
    if (branchId === null) return ''
    const branch = names.get(branchId) ?? ''
    if (input.level === 'branch') return branch
    const counter = counterId === null ? undefined : names.get(counterId)
    return `${branch} · ${counter ?? screenText(language, 'inventory:stock', 'vault') ?? ''}`
  }
  const unitOf = (one: Unit) => {
    const { code = '', flagCode = '' } = known.get(one.itemId) ?? {}
    const { branchId, counterId, itemId } = one
    return { place: placeOf(one), branchId, counterId, itemId, code, flagCode }
  }
  const sorted = <R extends Unit>(rows: readonly R[]) => {
    const placed = rows.map((row) => ({ row, place: placeOf(row) }))
    // Each place is compared by its name once, not with every row.
    const ranks = new Map(
      [...new Set(placed.map(({ place }) => place))]
        .toSorted(new Intl.Collator().compare)
        .map((place, rank) => [place, rank]),
    )
    const rankOf = ({ row, place }: (typeof placed)[number]) => [
      Number(row.isTransit),
      ranks.get(place) ?? 0,
      order.get(row.itemId) ?? 0,
    ]
    return placed
      .map((one) => ({ row: one.row, rank: rankOf(one) }))
      .toSorted((a, b) => compareRanks(a.rank, b.rank))
      .map(({ row }) => row)
  }
  return { unitOf, sorted }
}

export const listKnownItems = async (db: Db) => new Map((await items(db)).map((item) => [item.id, item]))

/** What an entry is called: of what is bought and sold the side, of all else the event of the journal. */
export function eventText(language: Language, event: string, isIn: boolean): string {
  const key = event.replaceAll('.', '_')
  return (
    screenText(language, 'inventory:inventoryChange', `values.${isIn ? 'in' : 'out'}.${key}`) ??
    screenText(language, 'ledger:journal', `values.event.${key}`) ??
    event
  )
}

/** A value as money, or nothing at a place: what notes cost is known of the branch. */
const valuesOf = async (db: Db, level: StockAsk['level']) => {
  const money = await localMoney(db)
  return (value: string) => (level === 'place' ? null : money(value))
}

async function stockAt(ctx: Asked<typeof StockAtAsk>): Promise<Answer<StockAtRow>> {
  const { db, actor, input } = ctx
  const known = await listKnownItems(db)
  await checkAsk(ctx, input, known)
  const { unitOf, sorted } = await words(ctx, known)
  const value = await valuesOf(db, input.level)
  const kept = await readStockAt(db, actor.scope, { ...input, after: 0 })
  const whole = new Map(
    [...Map.groupBy(kept, ({ itemId }) => itemId)].map(([itemId, own]) => [
      itemId,
      own.reduce((sum, { quantity }) => sum.plus(quantity), new Exact(0)).toFixed(),
    ]),
  )
  const rows = sorted(kept).map((one) => ({
    ...unitOf(one),
    quantity: one.quantity,
    cost: input.level === 'place' || known.get(one.itemId)?.isLocal ? null : unitCost(one),
    value: value(one.value),
    share: shareOf(one.quantity, whole.get(one.itemId) ?? '0'),
  }))
  return { local: (await currentCompany(db)).localCurrency, rows, isCut: false }
}

async function change(ctx: Asked<typeof ChangeAsk>): Promise<Answer<ChangeRow>> {
  const { db, actor, input, language } = ctx
  const known = await listKnownItems(db)
  await checkAsk(ctx, input, known)
  const { unitOf, sorted } = await words(ctx, known)
  const value = await valuesOf(db, input.level)
  const opening = await readStockAt(db, actor.scope, { ...input, date: input.from, after: -1 })
  const moves = await listMovedBetween(db, actor.scope, input)
  // Of the company what is on its way is said beside what lies somewhere.
  const closing =
    input.level === 'company'
      ? await readStockAt(db, actor.scope, { ...input, level: 'branch', date: input.to, after: 0 })
      : []
  const transit = new Map(closing.filter((one) => one.isTransit).map((one) => [one.itemId, one]))
  const rows = sorted(changesOf(opening, moves)).map((one) => {
    const onWay =
      input.level === 'company' ? (transit.get(one.itemId) ?? { quantity: '0', value: '0' }) : null
    const movements = one.movements.map((move) => ({ ...move, value: value(move.value) }))
    return {
      ...unitOf(one),
      openingQuantity: one.opening.quantity,
      openingValue: value(one.opening.value),
      inQuantity: one.in.quantity,
      inValue: value(one.in.value),
      outQuantity: one.out.quantity,
      outValue: value(one.out.value),
      closingQuantity: one.closing.quantity,
      closingValue: value(one.closing.value),
      transitQuantity: onWay && onWay.quantity,
      transitValue: onWay && value(onWay.value),
      movements,
      details: movements
        .map((move) => `${eventText(language, move.event, move.isIn)} ${move.quantity}`)
        .join(', '),
    }
  })
  return { local: (await currentCompany(db)).localCurrency, rows, isCut: false }
}

async function movementRows(ctx: Asked<typeof ChangeAsk>, most: number | null): Promise<Answer<MovementRow>> {
  const { db, actor, input, language } = ctx
  const known = await listKnownItems(db)
  await checkAsk(ctx, input, known)
  const { unitOf } = await words(ctx, known)
  const value = await valuesOf(db, input.level)
  const found = await movementsBetween(db, actor.scope, input, most && most + 1)
  const numbers = await numbersOf(db, found)
  const rows = found.slice(0, most ?? undefined).map((one) => ({
    ...unitOf(one),
    entryId: one.entryId,
    at: one.at,
    businessDate: one.businessDate,
    event: eventText(language, one.event, !one.quantity.startsWith('-')),
    sourceNumber: numbers.get(one.sourceId) ?? null,
    author: one.author,
    quantity: one.quantity,
    value: value(one.value),
  }))
  return {
    local: (await currentCompany(db)).localCurrency,
    rows,
    isCut: most !== null && found.length > most,
  }
}

/** The numbers of the documents behind movements. */
export async function numbersOf(db: Db, found: readonly { sourceId: string }[]) {
  const ids = [...new Set(found.map(({ sourceId }) => sourceId))]
  return new Map((await sourceNumbers.ask(db, ids)).flatMap((one) => [...one]))
}
