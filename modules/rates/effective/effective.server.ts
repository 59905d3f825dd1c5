import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import {
  activeSubCurrencies,
  currencyName,
  flagCodeOf,
  readTradedCurrencies,
  listTradedAt,
} from '#modules/currencies/public.server.ts'
import { branchRows, requireVisible } from '#modules/organisation/public.server.ts'
import { rateConfig } from '#modules/settings/public.server.ts'
import { latest } from '../publishing/publishing.queries.ts'
import { requireCustomer } from './customer.server.ts'
import { effectiveRates } from './effective.contract.ts'
import { effectiveRate, inverse, plainAmount, type RateAsk, type RateParts } from './effective.domain.ts'
import { readPublished } from './remembered.server.ts'

export const effectiveRouter = serve(effectiveRates, {
  getRates: async ({ db, input, actor, language }) => {
    if (input.branchId !== null) await seeBranch(db, actor, input.branchId)
    await requireCustomer(db, input.customerId)
    return (await ratesFor(db, input, language)).rates
  },
  branchList: async ({ db, input, actor, language }) => {
    await seeBranch(db, actor, input.branchId)
    await requireCustomer(db, input.customerId)
    return (await ratesAt(db, input, language)).rates
  },
  getPairRates: async ({ db }) => {
    const currencies = await readTradedCurrencies(db)
    const local = currencies.find(({ isLocal }) => isLocal)
    if (!local) return []
    const mids = await midsOf(db, currencies)
    return currencies.flatMap(({ id, code }) => {
      const rate = mids.get(code)
      return rate === undefined ? [] : [{ baseCurrencyId: id, quoteCurrencyId: local.id, rate }]
    })
  },
})

/** Throws NOT_FOUND for a branch that is neither in reach nor that of the counter where the person works. */
async function seeBranch(db: Db, { scope, workspace }: Actor, branchId: string): Promise<void> {
  const branch = await branchRows.get(db, branchId)
  if (workspace.branchId !== branchId) requireVisible(scope, 'branchIds', branch)
}

type Currencies = Awaited<ReturnType<typeof readTradedCurrencies>>

/** What one unit of each of these currencies costs in local currency by the mid that counts now, by the currency's code. */
async function midsOf(db: Db, currencies: Currencies): Promise<Map<string, string>> {
  const mids = await latest(db, currencies)
  return new Map(
    currencies.flatMap(({ id, code }) => {
      const base = mids.get(id)
      if (!base) return []
      return [[code, plainAmount(new Exact(base.mid).dividedBy(base.quoteUnit).toFixed(12))] as const]
    }),
  )
}

/** As `midsOf`, of all that the company trades. */
export const localMids = async (db: Db) => midsOf(db, await readTradedCurrencies(db))

/** The mids that count now, and all else that the rate of a currency is made of: only the rules that may concern it. */
export async function partsOf(db: Db, currencies: Currencies, customerType = 0) {
  const [{ precision, prefersCustom }, { mids, margins, customRates, hasSubRules, once }] = await Promise.all(
    [rateConfig(db, customerType), readPublished(db, currencies)],
  )
  const units = new Map(currencies.map(({ id, quoteUnit }) => [id, quoteUnit]))
  const ofAll = margins.get(null) ?? []
  const of = (currencyId: string): Omit<RateParts, 'mid'> => ({
    currencyId,
    margins: [...(margins.get(currencyId) ?? []), ...ofAll],
    customRates: (customRates.get(currencyId) ?? []).map(({ quoteUnit, buy, sell, ...rule }) => {
      const now = units.get(currencyId) ?? quoteUnit
      const side = (rate: string | null) => (rate === null ? null : perUnit(rate, quoteUnit, now))
      return { ...rule, buy: side(buy), sell: side(sell) }
    }),
    prefersCustom,
    precision,
  })
  const remembered = <T>(key: string, make: () => T) => once(`${precision} ${prefersCustom} ${key}`, make)
  return { mids, of, remembered, hasSubRules }
}

/** What a branch deals at, of what it trades. */
export async function ratesAt(db: Db, ask: RateAsk & { branchId: string }, language: Language) {
  const all = await ratesFor(db, ask, language)
  const ids = all.rates.map(({ currencyId }) => ({ id: currencyId }))
  const there = new Set(await listTradedAt(db, ask.branchId, ids))
  return { ...all, rates: all.rates.filter(({ currencyId }) => there.has(currencyId)) }
}

/** What the house deals at, for who asks, in the order of the company's currencies, with what it was made from. */
export async function ratesFor(db: Db, ask: RateAsk, language: Language) {
  const currencies = await readTradedCurrencies(db)
  const parts = await partsOf(db, currencies, ask.customerType)
  const { branchId, customerType, customerId, amount } = ask
  const subs = parts.hasSubRules ? await activeSubCurrencies(db, undefined) : []
  const known = subs.map(({ id, code, name }) => `${id} ${code} ${name}`)
  const key = [language, branchId, customerType, customerId, amount, ...known].join()
  const rates = parts.remembered(key, () => made(currencies, subs, parts, ask, language))
  const local = currencies.find(({ isLocal }) => isLocal)?.code ?? ''
  return { local, rates, parts: parts.of, mids: parts.mids }
}

const made = (
  currencies: Currencies,
  subs: readonly { id: string; currencyId: string; code: string; name: string }[],
  { mids, of }: Pick<Awaited<ReturnType<typeof partsOf>>, 'mids' | 'of'>,
  ask: RateAsk,
  language: Language,
) =>
  currencies.flatMap(({ id, code, quoteUnit, isLocal }) => {
    const base = mids.get(id)
    if (!base || isLocal) return []
    const mid = perUnit(base.mid, base.quoteUnit, quoteUnit)
    const parts = { ...of(id), mid }
    // A rate that was rounded to nothing cannot be turned.
    const turned = (side: string | null) => (side && /[1-9]/.test(side) ? inverse(side, quoteUnit) : null)
    const whole = { id: null, code, name: currencyName(code, language) }
    const rules = [...parts.margins, ...parts.customRates]
    const priced = subs.filter((sub) => rules.some((rule) => rule.subCurrencyId === sub.id))
    return [whole, ...priced].map((part) => {
      const rate = effectiveRate(parts, ask, part.id)
      const shown = { code: part.code, flagCode: flagCodeOf(code), name: part.name, quoteUnit }
      return { ...rate, ...shown, inverseBuy: turned(rate.buy), inverseSell: turned(rate.sell) }
    })
  })

/** What is asked of one line of a deal: a currency or a part of it, and how much. */
export interface RateOfLine {
  currencyId: string
  subCurrencyId: string | null
  amount: string | null
}

/**
 * The rates that hold for the lines of a deal at a branch, each with its currency; undefined for what is not traded there, is
 * the local currency, or has no mid. The band of amounts is that of each line.
 */
export async function ratesOfLines(
  db: Db,
  who: RateAsk & { branchId: string },
  lines: readonly RateOfLine[],
) {
  const currencies = await readTradedCurrencies(db)
  const there = new Set(await listTradedAt(db, who.branchId, currencies))
  const asked = currencies.filter(({ id }) => there.has(id) && lines.some((line) => line.currencyId === id))
  const { mids, of: parts } = await partsOf(db, currencies, who.customerType)
  const of = ({ currencyId, subCurrencyId, amount }: RateOfLine) => {
    const currency = asked.find(({ id }) => id === currencyId)
    const base = mids.get(currencyId)
    if (!currency || !base || currency.isLocal) return undefined
    const mid = perUnit(base.mid, base.quoteUnit, currency.quoteUnit)
    return { currency, rate: effectiveRate({ ...parts(currencyId), mid }, { ...who, amount }, subCurrencyId) }
  }
  return { local: currencies.find(({ isLocal }) => isLocal), lines: lines.map(of) }
}

/** A rate given for so many units, for another number of units. */
export const perUnit = (rate: string, from: number, to: number): string =>
  from === to ? plainAmount(rate) : plainAmount(new Exact(rate).times(to).dividedBy(from).toFixed(8))
