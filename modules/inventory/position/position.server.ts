import type * as z from 'zod'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { reportSheet } from '#kit/server/tables/report.server.ts'
import { exponentOf, localMoney } from '#modules/currencies/public.server.ts'
import { listMovedBetween, listPools, poolSteps, stockByPlace } from '#modules/ledger/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { currentCompany, reaches } from '#modules/organisation/public.server.ts'
import { usedOf } from '../limits/limits.domain.ts'
import { shareOf, unitCost } from '../reports/reports.domain.ts'
import { checkAsk, eventText, listKnownItems, numbersOf, periodOf } from '../reports/reports.server.ts'
import { positionsOf } from '../shortages/positions.server.ts'
import { midsOf } from '../worth/worth.server.ts'
import {
  poolStory,
  position,
  positionReport,
  type PositionRow,
  type StoryAsk,
  storyReport,
  type StoryRow,
} from './position.contract.ts'
import { breakEvenOf, coverOf, worthAt } from './position.domain.ts'

export const positionRouter = serve(position, {
  list: positions,
  export: async (ctx) => {
    const { rows, local } = await positions(ctx)
    return reportSheet(ctx, positionReport, { rows, titles: { local } })
  },
})
export const poolStoryRouter = serve(poolStory, {
  list: story,
  export: async (ctx) => {
    const { rows, local } = await story(ctx)
    return reportSheet(ctx, storyReport, { rows, period: periodOf(ctx.input), titles: { local } })
  },
})

const coverDays = 30
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const total = (all: readonly string[]) => all.reduce((sum, one) => sum.plus(one), new Exact(0)).toFixed()

async function positions({
  db,
  actor,
  input,
  now,
}: Pick<Ctx<{ branchId?: string | undefined }>, 'actor' | 'db' | 'input' | 'now'>) {
  const known = await listKnownItems(db)
  await checkAsk({ db, actor }, input, known)
  const { localCurrency: local } = await currentCompany(db)
  const exponent = exponentOf(local)
  const mids = await midsOf(db, known.values())
  const places = await stockByPlace(db, actor.scope, { branchId: input.branchId, exponent })
  // Tomorrow's date somewhere: whatever is posted is in.
  const to = dayOf(new Date(now.getTime() + 86_400_000))
  const from = dayOf(new Date(now.getTime() - (coverDays - 1) * 86_400_000))
  const kept = await listPools(db, actor.scope, input)
  const left = (await listMovedBetween(db, actor.scope, { ...input, level: 'company', from, to })).filter(
    ({ isIn }) => !isIn,
  )
  const found = [...known.values()].flatMap((item) => {
    const own = kept.filter(({ itemId }) => itemId === item.id)
    if (item.isLocal || own.length === 0) return []
    const here = places.filter(({ itemId }) => itemId === item.id)
    const pool = {
      quantity: total(own.map((one) => one.quantity)),
      value: total(own.map((one) => one.value)),
    }
    const part = (kind: (typeof own)[number]['kind']) =>
      total(own.filter((one) => one.kind === kind).map((one) => one.quantity))
    const reserved = total(here.map((one) => one.reserved))
    const gone = new Exact(total(left.filter(({ itemId }) => itemId === item.id).map((one) => one.quantity)))
    return [{ item, pool, part, onHand: part('notes'), reserved, gone: gone.abs().toFixed() }]
  })
  const used = await usedLimits(db, actor, input.branchId)
  const whole = total(found.map(({ pool }) => pool.value))
  const rows = found.map(({ item, pool, part, onHand, reserved, gone }): PositionRow => ({
    itemId: item.id,
    code: item.code,
    flagCode: item.flagCode,
    onHand,
    reserved,
    inTransit: part('transit'),
    atBanks: part('bank'),
    atPartners: part('partner'),
    quantity: pool.quantity,
    cost: unitCost(pool),
    value: new Exact(pool.value).toFixed(exponent),
    ...worthAt(pool, mids.get(item.currencyId), exponent),
    breakEven: breakEvenOf(pool, item.quoteUnit),
    share: shareOf(pool.value, whole),
    limitUse: used.get(item.id) ?? null,
    cover: coverOf(new Exact(onHand).minus(reserved).toFixed(), gone, coverDays),
  }))
  return { local, rows }
}

/** Of each item the largest share of a maximum that a branch in reach has used. */
async function usedLimits(db: Db, { scope }: Pick<Actor, 'scope'>, branchId: string | undefined) {
  const used = new Map<string, string>()
  for (const { itemId, limits, stocked, unitValue, ...place } of await positionsOf(db)) {
    const isAsked = place.counterId === null && (branchId === undefined || place.branchId === branchId)
    if (itemId === null || !isAsked || !reaches(scope, place)) continue
    const share = usedOf(limits, stocked, unitValue)
    if (share !== null) used.set(itemId, Exact.max(share, used.get(itemId) ?? 0).toFixed(4))
  }
  return used
}

async function story(
  ctx: Pick<Ctx<z.output<typeof StoryAsk>>, 'actor' | 'db' | 'input' | 'language'>,
): Promise<{ local: string; code: string; rows: StoryRow[] }> {
  const { db, input, language } = ctx
  const known = await listKnownItems(db)
  await checkAsk(ctx, input, known)
  const { code } = known.get(input.itemId) ?? {}
  if (code === undefined) throw notFound()
  const money = await localMoney(db)
  const steps = await poolSteps(db, input)
  const numbers = await numbersOf(db, steps)
  const rows = steps.map(({ sourceId, event, quantity, value, afterQuantity, afterValue, ...step }) => {
    const after = { quantity: afterQuantity, value: afterValue }
    const before = {
      quantity: new Exact(afterQuantity).minus(quantity).toFixed(),
      value: new Exact(afterValue).minus(value).toFixed(),
    }
    return {
      ...step,
      event: eventText(language, event, !quantity.startsWith('-')),
      sourceNumber: numbers.get(sourceId) ?? null,
      beforeQuantity: before.quantity,
      beforeValue: money(before.value),
      beforeCost: unitCost(before),
      quantity,
      value: money(value),
      afterQuantity,
      afterValue: money(afterValue),
      afterCost: unitCost(after),
    }
  })
  return { local: (await currentCompany(db)).localCurrency, code, rows }
}
