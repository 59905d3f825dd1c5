import type { Db } from '#kit/server/database.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { localMids } from '#modules/rates/public.server.ts'
import { packRules, packs, type Pack, usualPacks } from '../packs/packs.domain.ts'
import { type TravelRule, travelRules } from '../packs/travel-rules.domain.ts'
import type { Approver } from '#modules/approvals/gates/gates.domain.ts'
import type { KeptRule, Nature } from '../rules/rules.domain.ts'
import { rulesOn } from '../rules/rules.domain.ts'
import * as queries from './cdd.queries.ts'

/** The packs that a company has switched on: as it said last, else the one of its country. */
export async function enabledPacks(db: Db): Promise<Set<Pack>> {
  const usual = usualPacks((await currentCompany(db)).country)
  const said = await queries.switches(db)
  return new Set(
    packs.filter((pack) => said.find((one) => one.pack === pack)?.isEnabled ?? usual.includes(pack)),
  )
}

type Row = Awaited<ReturnType<typeof queries.revisions>>[number]

const plainAmount = (amount: string) => amount.replace(/\.0+$/, '')

/** A revision as the rules read it. */
export function toRule(row: Row): KeptRule {
  const { service, direction, instrument, metric, currency, linkBy } = row
  return {
    ...row,
    amount: plainAmount(row.amount),
    approveRole: row.approveRole as Approver | null,
    report: row.report as KeptRule['report'],
    documents: row.documents,
    nature:
      metric === null
        ? null
        : ({ service, direction, instrument, metric, currency, linkBy: linkBy ?? [] } as Nature),
  }
}

/** The rules of a company on a day: of its packs, with its terms, and its own; those switched off too. */
export async function rulesOf(db: Db, on: string) {
  const enabled = await enabledPacks(db)
  const laws = packRules.filter(({ pack }) => enabled.has(pack as Pack))
  const codes = new Set(laws.map(({ code }) => code))
  const rows = await queries.revisions(db)
  const kept = rows.map(toRule).filter(({ code, nature }) => nature !== null || codes.has(code))
  return { rules: rulesOn(on, laws, kept), laws, rows }
}

/** What one unit of each of these currencies costs in local currency by the mids that count now, asked only where one is not local. */
export async function rateOf(
  db: Db,
  currencies: readonly (string | null)[],
): Promise<(currency: string) => string | null> {
  const { localCurrency } = await currentCompany(db)
  const isForeign = currencies.some((currency) => currency !== null && currency !== localCurrency)
  const mids = isForeign ? await localMids(db) : new Map<string, string>()
  return (currency) => (currency === localCurrency ? '1' : (mids.get(currency) ?? null))
}

/**
 * What the laws of a company want to go with a transfer on a day (`YYYY-MM-DD`): the travel rules of the packs that are switched on,
 * and what one unit of their currencies costs in local currency by the mids that count now; null where there is none.
 */
export async function travelRulesOf(
  db: Db,
  on: string,
): Promise<{ rules: readonly TravelRule[]; rateOf: (currency: string) => string | null }> {
  const enabled = await enabledPacks(db)
  const rules = travelRules.filter(({ pack, effectiveFrom }) => enabled.has(pack) && effectiveFrom <= on)
  return {
    rules,
    rateOf: await rateOf(
      db,
      rules.map(({ currency }) => currency),
    ),
  }
}
