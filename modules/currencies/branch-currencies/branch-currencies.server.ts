import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { Actor, Scope } from '#modules/actor.domain.ts'
import {
  actOnly,
  branchRegions,
  branchRows,
  reaches,
  regionRows,
  requireVisible,
} from '#modules/organisation/public.server.ts'
import { flagCodeOf } from '../iso/iso.domain.ts'
import { ofCompany, readTradedCurrencies } from '../company-currencies/company-currencies.server.ts'
import { currencyName } from '../iso/iso.server.ts'
import { branchCurrencies } from './branch-currencies.contract.ts'
import * as queries from './branch-currencies.queries.ts'

export const branchCurrenciesRouter = serve(branchCurrencies, {
  getBranchSettings: ({ db, actor, language }) => settings(db, actor.scope, language),
  getBranchCurrencies: async ({ db, input, actor }) => {
    const { id } = requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
    return tradedIn(db, [id])
  },
  getRegionCurrencies: async ({ db, input, actor }) => {
    const { id } = requireVisible(actor.scope, 'regionIds', await regionRows.get(db, input.regionId))
    return tradedIn(db, await branchesOf(db, id))
  },
  updateBranch: async (ctx) => {
    const { db, input, actor } = ctx
    await branchRows.get(db, input.branchId)
    actOnly(actor.assigned, 'branchIds', input.branchId, 'branchId')
    return trade(ctx, [input.branchId], input)
  },
  updateRegion: async (ctx) => {
    const { db, input, actor } = ctx
    await regionRows.get(db, input.regionId)
    actOnly(actor.assigned, 'regionIds', input.regionId, 'regionId')
    return trade(ctx, await branchesOf(db, input.regionId), input)
  },
})

const branchesOf = async (db: Db, regionId: string) =>
  (await branchRegions(db)).filter((branch) => branch.regionId === regionId).map(({ id }) => id)

/** What at least one of these branches trades, in the order of the company. */
async function tradedIn(db: Db, branchIds: readonly string[]) {
  const [currencies, excluded] = [await readTradedCurrencies(db), await queries.exclusions(db)]
  const there = currencies.filter(({ id }) =>
    branchIds.some((branchId) => !excluded.some((one) => one.branchId === branchId && one.currencyId === id)),
  )
  return ofCompany(db, there, { regionIds: [], branchIds, counterIds: [] })
}

async function settings(db: Db, scope: Scope, language: Language) {
  const [currencies, excluded] = [await readTradedCurrencies(db), await queries.exclusions(db)]
  const sees = (branchId: string) => reaches(scope, { branchId })
  return currencies.map(({ id, code, isLocal }) => ({
    currencyId: id,
    code,
    isLocal,
    flagCode: flagCodeOf(code),
    name: currencyName(code, language),
    excluded: excluded
      .filter(({ currencyId, branchId }) => currencyId === id && sees(branchId))
      .map(({ branchId }) => branchId),
  }))
}

interface Choice {
  currencyId: string
  isTraded: boolean
}

async function trade(
  { db, actor, language }: Pick<Ctx, 'db' | 'language'> & { actor: Actor },
  branchIds: readonly string[],
  { currencyId, isTraded }: Choice,
) {
  const currency = (await readTradedCurrencies(db)).find(({ id }) => id === currencyId)
  if (!currency) throw notFound()
  if (currency.isLocal && !isTraded) throw new Refusal('LOCAL_CURRENCY')
  if (branchIds.length > 0) await queries.setTraded(db, branchIds, currencyId, isTraded)
  return settings(db, actor.scope, language)
}

/** Ids of the currencies among these that a branch trades: all but those that it leaves out. */
export async function listTradedAt(
  db: Db,
  branchId: string,
  currencies: readonly { id: string }[],
): Promise<string[]> {
  const left = (await queries.exclusions(db)).filter((one) => one.branchId === branchId)
  const out = new Set(left.map(({ currencyId }) => currencyId))
  return currencies.flatMap(({ id }) => (out.has(id) ? [] : [id]))
}
