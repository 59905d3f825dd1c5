import type { Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { exponentOf, modeNames, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import {
  actOnly,
  branchRows,
  currentCompany,
  refuseDecimals,
  requireVisible,
  formatAmountIn,
  tree,
} from '#modules/organisation/public.server.ts'
import { type FeeDraft, feeSettings } from './fees.contract.ts'
import { type FeeRule, feesOf, type FeeTier } from './fees.domain.ts'
import * as queries from './fees.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }
type Row = Selectable<DB['charges.feeRule']>

export const feeSettingsRouter = serve(feeSettings, {
  list: async ({ db, input, actor }) => {
    const [page, named] = [await queries.list(db, actor.scope, input), await namer(db)]
    return { ...page, items: page.items.map((row) => named(row)) }
  },
  getById: (ctx) => detail(ctx, ctx.input.id),
  create,
  update,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  calculate,
})

const plain = (amount: string | null) =>
  amount === null || !amount.includes('.') ? amount : amount.replace(/\.?0+$/, '')

/** A fee with its amounts as they were written. */
const written = (row: Row) => ({
  ...row,
  customerType: row.customerType as 1 | 2 | null,
  amountFrom: plain(row.amountFrom),
  amountTo: plain(row.amountTo),
  amount: plain(row.amount),
  percent: plain(row.percent),
  tiers: row.tiers as FeeTier[],
  minimum: plain(row.minimum),
  maximum: plain(row.maximum),
  taxRate: plain(row.taxRate),
})

/** The terms of a fee to read, each amount with the decimals of its currency. */
function inMoney<
  T extends Pick<FeeDraft, 'amount' | 'amountFrom' | 'amountTo' | 'maximum' | 'minimum' | 'tiers'>,
>(currency: string, terms: T): T {
  const money = (amount: string | null) => amount && formatAmountIn(currency, amount)
  const { amount, amountFrom, amountTo, maximum, minimum, tiers } = terms
  return {
    ...terms,
    amount: money(amount),
    amountFrom: money(amountFrom),
    amountTo: money(amountTo),
    maximum: money(maximum),
    minimum: money(minimum),
    tiers: tiers.map((tier) => ({
      ...tier,
      from: formatAmountIn(currency, tier.from),
      amount: money(tier.amount),
    })),
  }
}

async function namer(db: Db) {
  const codes = new Map((await readTradedCurrencies(db)).map(({ id, code }) => [id, code]))
  const branches = new Map((await tree(db)).branches.map(({ id, name }) => [id, name]))
  const modes = await modeNames(db, 'payment')
  const named = (names: ReadonlyMap<string, string>, id: string | null) => (id && names.get(id)) ?? null
  const { localCurrency } = await currentCompany(db)
  return (row: Row) => ({
    ...inMoney(localCurrency, written(row)),
    branchName: named(branches, row.branchId),
    currencyCode: named(codes, row.currencyId),
    modeName: named(modes, row.modeId),
  })
}

async function detail({ db, actor }: Pick<Ctx, 'actor' | 'db'>, id: string) {
  const row = await queries.find(db, actor.scope, id)
  if (!row) throw notFound()
  const versions = await queries.versions(db, id)
  const { localCurrency } = await currentCompany(db)
  return {
    ...(await namer(db))(row),
    versions: versions.map((one) => ({ ...one, terms: inMoney(localCurrency, one.terms as FeeDraft) })),
  }
}

async function create(ctx: Ctx<FeeDraft>) {
  await check(ctx, ctx.input)
  const by = { authorId: ctx.actor.userId, author: ctx.actor.name, at: ctx.now.toISOString() }
  return detail(ctx, await addFee(ctx.db, ctx.input, by))
}

interface By {
  authorId: string | null
  author: string
  at: string
}

/** Makes a fee that was checked, with its first version; answers its id. */
export async function addFee(db: Db, draft: FeeDraft, by: By): Promise<string> {
  const row = await rows.insert(db, stored(draft))
  await keepVersion(db, row, by)
  return row.id
}

async function update(ctx: Ctx<Key & FeeDraft>) {
  const { db } = ctx
  const { id, version, ...draft } = ctx.input
  await mine(ctx, { id, version })
  await check(ctx, draft)
  return kept(ctx, await rows.update(db, { id, version }, stored(draft)))
}

async function turn(ctx: Ctx<Key>, isEnabled: boolean) {
  await mine(ctx, ctx.input)
  return kept(ctx, await rows.update(ctx.db, ctx.input, { isEnabled }))
}

// What belongs to another kind of fee is not kept beside it.
const stored = (draft: FeeDraft) => ({
  ...draft,
  amount: draft.kind === 'flat' ? draft.amount : null,
  percent: draft.kind === 'percent' ? draft.percent : null,
  tiers: JSON.stringify(draft.kind === 'tiered' ? draft.tiers : []),
  taxName: draft.taxKind === 'none' ? '' : draft.taxName,
  taxRate: draft.taxKind === 'none' ? null : draft.taxRate,
})

async function kept(ctx: Pick<Ctx, 'actor' | 'db' | 'now'>, row: Row) {
  const { db, actor, now } = ctx
  await keepVersion(db, row, { authorId: actor.userId, author: actor.name, at: now.toISOString() })
  return detail(ctx, row.id)
}

/** Keeps this version for the deals that are made by it. */
async function keepVersion(db: Db, row: Row, by: By): Promise<void> {
  const { id, version, isEnabled, companyId: _, createdAt: __, ...terms } = written(row)
  await queries.addVersion(db, { ruleId: id, version, isEnabled, terms: JSON.stringify(terms), ...by })
}

/** Throws unless the person may change this fee: one of the company only whoever is assigned to all of it. */
async function mine({ db, actor }: Pick<Ctx, 'actor' | 'db'>, key: Key) {
  if (!(await queries.find(db, actor.scope, key.id))) throw notFound()
  const row = await rows.lock(db, key)
  actOnly(actor.assigned, 'branchIds', row.branchId, 'branchId')
}

/** The amounts that a fee charges, by the field that holds them: of all steps, the one with the most decimals. */
function chargesOf({ kind, amount, tiers }: FeeDraft): Record<string, string | null | undefined> {
  const byDecimals = (a: string, b: string) => new Exact(a).decimalPlaces() - new Exact(b).decimalPlaces()
  const steps = tiers.flatMap((tier) => [tier.from, tier.amount ?? '0']).toSorted(byDecimals)
  return kind === 'flat' ? { amount } : kind === 'tiered' ? { tiers: steps.at(-1) } : {}
}

async function check({ db, actor }: Pick<Ctx, 'actor' | 'db'>, draft: FeeDraft): Promise<void> {
  const { branchId, currencyId, modeId, kind, amount, amountFrom, amountTo, minimum, maximum } = draft
  await refuseDecimals(db, { amountFrom, amountTo, minimum, maximum, ...chargesOf(draft) })
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
  if (branchId !== null) await branchRows.get(db, branchId)
  if (
    currencyId !== null &&
    !(await readTradedCurrencies(db)).some(({ id, isLocal }) => id === currencyId && !isLocal)
  )
    throw refuseField('currencyId', 'FEE_CURRENCY')
  if (modeId !== null && !(await modeNames(db, 'payment')).has(modeId))
    throw refuseField('modeId', 'FEE_MODE')
  const isOver = (low: string | null, high: string | null) =>
    low !== null && high !== null && compareDecimals(low, high) > 0
  if (isOver(amountFrom, amountTo) || (amountTo !== null && amountFrom === amountTo))
    throw refuseField('amountTo', 'FEE_BAND')
  if (isOver(minimum, maximum)) throw refuseField('maximum', 'FEE_BOUNDS')
  if (kind === 'flat' && amount === null) throw refuseField('amount', 'REQUIRED')
  if (kind === 'percent' && draft.percent === null) throw refuseField('percent', 'REQUIRED')
  if (kind === 'tiered' && draft.tiers.length === 0) throw refuseField('tiers', 'REQUIRED')
  if (new Set(draft.tiers.map(({ from }) => new Exact(from).toFixed())).size < draft.tiers.length)
    throw refuseField('tiers', 'FEE_TIER_TWICE')
  if (draft.taxKind !== 'none' && draft.taxRate === null) throw refuseField('taxRate', 'REQUIRED')
}

/** The enabled fees that may concern a branch, for the pure functions of fees, and the decimals of the local currency. */
export async function feeRules(db: Db, branchId: string): Promise<{ rules: FeeRule[]; decimals: number }> {
  const { localCurrency } = await currentCompany(db)
  const here = (await queries.listEnabled(db)).filter(
    (fee) => fee.branchId === null || fee.branchId === branchId,
  )
  return { rules: here.map(written), decimals: exponentOf(localCurrency) }
}

async function calculate({ db, input, actor }: Ctx<InputOf<typeof feeSettings.calculate>>) {
  const { lines, ...deal } = input
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, deal.branchId))
  const { rules, decimals } = await feeRules(db, deal.branchId)
  const fees = feesOf(
    rules,
    lines.map((line) => ({ ...deal, ...line })),
    decimals,
  )
  const sum = (part: 'net' | 'tax' | 'total') =>
    fees.reduce((all, fee) => all.plus(fee[part]), new Exact(0)).toFixed(decimals)
  return { fees, net: sum('net'), tax: sum('tax'), total: sum('total') }
}
