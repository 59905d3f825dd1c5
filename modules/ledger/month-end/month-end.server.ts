import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import {
  actOnWhole,
  branchRegions,
  branchRows,
  reaches,
  requireVisible,
  todayOf,
  tree,
} from '#modules/organisation/public.server.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { fiscalYearStart, keepsStock } from '#modules/settings/public.server.ts'
import { lookAtMonth } from '../check/check.queries.ts'
import { newest as newestFrozen } from '../frozen/frozen.queries.ts'
import { holdingsAt } from '../revaluations/revaluations.queries.ts'
import { isYearEnd } from '../year-end/year-end.domain.ts'
import { findClosing } from '../year-end/year-end.queries.ts'
import { findOmittedEntry } from '../seal/seal.queries.ts'
import { verifyChain } from '../seal/seal.server.ts'
import { monthEnd, type MonthAsked } from './month-end.contract.ts'
import { daysOf, type StepLeft, steps, stepsOfStock } from './month-end.domain.ts'
import * as queries from './month-end.queries.ts'

/** Asked what is left to be done in these branches before the days up to `to` are locked, one line for each step. */
export const monthEndSteps = hook<queries.Month, StepLeft[]>('ledger.monthEndSteps')

export const monthEndRouter = serve(monthEnd, {
  get: (ctx) => readMonth(ctx, ctx.input),
  branches,
  sign,
  verify: async ({ db, input: { month } }) => {
    const days = daysOf(month)
    const { entries, broken } = await verifyChain(db, await queries.sealsOf(db, days))
    const isWhole = broken === undefined && (await findOmittedEntry(db, days)) === undefined
    return { entries, isWhole }
  },
})

type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>

async function readMonth({ db, actor, now }: Reading, input: MonthAsked) {
  const { from, to } = daysOf(input.month)
  const isOver = to < (await todayOf({ db, now }))
  const { scope } = actor
  if (input.branchId) requireVisible(scope, 'branchIds', await branchRows.get(db, input.branchId))
  const all = await branchRegions(db)
  const reached = all.filter(({ id }) => reaches(scope, { branchId: id })).map(({ id }) => id)
  // A branch that is switched off is looked at while something of the month is left there.
  const enabled = new Set((await tree(db)).branches.map(({ id }) => id))
  const off = reached.filter((id) => !enabled.has(id))
  const unfinished = await queries.listUnfinished(db, { branchIds: off, from, to })
  const branchIds = input.branchId
    ? [input.branchId]
    : reached.filter((id) => enabled.has(id) || unfinished.has(id))
  const nameOf = new Map(all.map(({ id, name }) => [id, name]))
  const month = { branchIds, from, to }
  const looks = await lookAtMonth(db, month)
  const open = await queries.listUnlocked(db, month)
  const isKept = await keepsStock(db)
  const left: StepLeft[] = [
    ...(await monthEndSteps.ask(db, month)).flat(),
    { step: 'sealed', count: await queries.countUnsealed(db, month), examples: [] },
    {
      step: 'check',
      count: looks.reduce((sum, { wrong }) => sum + wrong, 0),
      examples: [],
      ...(await queries.findLastCheck(db)),
    },
    ...(await closingSteps(db, month, { branchId: input.branchId ?? null, nameOf })),
    {
      step: 'lock',
      count: open.length,
      examples: open.map((id) => nameOf.get(id) ?? '').toSorted(),
      ...(open.length === 0 && (await queries.findLastLock(db, month))),
    },
  ]
  const signatures = await queries.signaturesOf(db, input.month, { from, to })
  const isDone = left.every(({ step, count }) => step === 'lock' || count === 0)
  const isWhole = actor.assigned === 'all' && !input.branchId
  return {
    from,
    to,
    isOver,
    signatures: signatures.map(({ byName, signedAt }) => ({
      by: byName,
      at: new Date(signedAt).toISOString(),
    })),
    maySign:
      isOver &&
      isDone &&
      isWhole &&
      signatures.length < 2 &&
      actor.permissions.has('manage_period_lock') &&
      !signatures.some(({ byId }) => actor.selves.has(byId)),
    isLocked: branchIds.length > 0 && open.length === 0,
    steps: left
      .map(({ examples, states = [], by = null, at = null, ...rest }) => ({
        ...rest,
        states: [...states],
        isNeeded: isKept || rest.count > 0 || !stepsOfStock.includes(rest.step),
        by: by || null,
        at: at && new Date(at).toISOString(),
        examples: [...examples].slice(0, most),
      }))
      .toSorted((a, b) => steps.indexOf(a.step) - steps.indexOf(b.step)),
  }
}

/** Branch after branch: each is looked at as by itself. */
async function branches(ctx: Ctx<{ month: string }>) {
  const { db, actor, input } = ctx
  const found = []
  for (const { id, name } of (await tree(db)).branches) {
    if (!reaches(actor.scope, { branchId: id })) continue
    const one = await readMonth(ctx, { month: input.month, branchId: id })
    const left = one.steps.map(({ step, count }) => ({ step, count }))
    found.push({ branchId: id, branch: name, isLocked: one.isLocked, left })
  }
  return found
}

/** Two persons say that a month is done: one after the other, and neither in the other's stead. */
async function sign(ctx: Ctx<{ month: string }>) {
  const { db, actor, now, input } = ctx
  actOnWhole(actor.assigned)
  await queries.holdSignatures(db)
  const signed = await queries.signaturesOf(db, input.month, daysOf(input.month))
  if (signed.length >= 2) throw new Refusal('MONTH_SIGNED')
  if (signed.some(({ byId }) => actor.selves.has(byId))) throw new Refusal('MONTH_SIGNED_BY_YOU')
  const month = await readMonth(ctx, { month: input.month })
  if (!month.isOver) throw new Refusal('MONTH_NOT_OVER')
  if (!month.maySign) throw new Refusal('MONTH_NOT_DONE')
  await queries.addSignature(db, {
    month: input.month,
    byId: actor.userId,
    byName: actor.name,
    signedAt: now.toISOString(),
  })
  return readMonth(ctx, { month: input.month })
}

const most = 5

interface Closing {
  branchId: string | null
  nameOf: ReadonlyMap<string, string>
}

/** What the books themselves ask for: nothing on its way, foreign money at the rate of the day, statements kept, a year that ends. */
async function closingSteps(
  db: Db,
  month: queries.Month,
  { branchId, nameOf }: Closing,
): Promise<StepLeft[]> {
  const { branchIds, to } = month
  const names = (ids: readonly string[]) => ids.map((id) => nameOf.get(id) ?? '').toSorted()
  const onTheWay = await queries.onTheWay(db, month)
  const foreign = (await allCurrencies(db)).filter(({ isLocal }) => !isLocal).map(({ id }) => id)
  const held = await holdingsAt(db, { branchIds, itemIds: foreign, date: to })
  const { isWhole, runs } = await queries.runsOf(db, to)
  const done = new Set(runs.map((run) => run.branchId))
  const left = [...new Set(held.map((one) => one.branchId))].filter((id) => !isWhole && !done.has(id))
  const frozen = await newestFrozen(db, to, branchId)
  const start = await fiscalYearStart(db)
  const closed = await findClosing(db, to)
  return [
    { step: 'transit', count: onTheWay.length, examples: names([...new Set(onTheWay)]) },
    {
      step: 'revaluation',
      count: left.length,
      examples: names(left),
      by: runs.at(-1)?.by ?? null,
      at: runs.at(-1)?.at ?? null,
    },
    { step: 'statements', count: frozen || branchIds.length === 0 ? 0 : 1, examples: [], ...frozen },
    {
      step: 'yearEnd',
      count: branchIds.length > 0 && isYearEnd(to, start) && !closed ? 1 : 0,
      examples: [],
      ...closed,
    },
  ]
}
