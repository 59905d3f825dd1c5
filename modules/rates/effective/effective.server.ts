import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import { currencyName, flagCodeOf, traded, tradedAt } from '#modules/currencies/public.server.ts'
import { branchRows, seeOnly } from '#modules/organisation/public.server.ts'
import { rateConfig } from '#modules/settings/public.server.ts'
import { latest } from '../base-rates/base-rates.queries.ts'
import { effectiveRates } from './effective.contract.ts'
import { effectiveRate, inverse, plainAmount, type RateAsk, type RateParts } from './effective.domain.ts'
import * as queries from './effective.queries.ts'

export const effectiveRouter = serve(effectiveRates, {
  getRates: async ({ db, input, actor, language }) => {
    if (input.branchId !== null) seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
    return ratesFor(db, { ...input, customerId: null }, language)
  },
  branchList: async ({ db, input, actor, language }) => {
    seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
    const there = new Set(await tradedAt(db, input.branchId))
    return (await ratesFor(db, { ...input, customerId: null }, language)).filter(({ currencyId }) =>
      there.has(currencyId),
    )
  },
  getPairRates: async ({ db }) => {
    const currencies = await traded(db)
    const local = currencies.find(({ isLocal }) => isLocal)
    return (await latest(db)).flatMap(({ currencyId, mid, quoteUnit }) =>
      local && currencies.some(({ id }) => id === currencyId)
        ? [
            {
              baseCurrencyId: currencyId,
              quoteCurrencyId: local.id,
              rate: plainAmount(new Exact(mid).dividedBy(quoteUnit).toFixed(12)),
            },
          ]
        : [],
    )
  },
})

/** All that an effective rate is made of but the currency and its mid. */
export async function partsOf(
  db: Db,
  currencies: Awaited<ReturnType<typeof traded>>,
  customerType = 0,
): Promise<Omit<RateParts, 'currencyId' | 'mid'>> {
  const { precision, prefersCustom } = await rateConfig(db, customerType)
  const units = new Map(currencies.map(({ id, quoteUnit }) => [id, quoteUnit]))
  return {
    margins: await queries.margins(db),
    customRates: (await queries.customRates(db)).map(({ quoteUnit, buy, sell, ...rule }) => {
      const now = units.get(rule.currencyId) ?? quoteUnit
      const side = (rate: string | null) => (rate === null ? null : perUnit(rate, quoteUnit, now))
      return { ...rule, buy: side(buy), sell: side(sell) }
    }),
    prefersCustom,
    precision,
  }
}

/** What the house deals at, for who asks, in the order of the company's currencies. */
async function ratesFor(db: Db, ask: RateAsk, language: Language) {
  const [currencies, mids] = [await traded(db), await latest(db)]
  const parts = await partsOf(db, currencies, ask.customerType)
  return currencies.flatMap(({ id, code, quoteUnit, isLocal }) => {
    const base = mids.find(({ currencyId }) => currencyId === id)
    if (!base || isLocal) return []
    const mid = perUnit(base.mid, base.quoteUnit, quoteUnit)
    const rate = effectiveRate({ ...parts, currencyId: id, mid }, ask)
    const turned = (side: string | null) => (side === null ? null : inverse(side, quoteUnit))
    return [
      {
        ...rate,
        code,
        flagCode: flagCodeOf(code),
        name: currencyName(code, language),
        quoteUnit,
        inverseBuy: turned(rate.buy),
        inverseSell: turned(rate.sell),
      },
    ]
  })
}

/** A rate given for so many units, for another number of units. */
export const perUnit = (rate: string, from: number, to: number): string =>
  from === to ? plainAmount(rate) : plainAmount(new Exact(rate).times(to).dividedBy(from).toFixed(8))
