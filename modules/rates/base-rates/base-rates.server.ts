import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { type FieldFault, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import { currencyName, flagCodeOf, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { averageCosts } from '#modules/ledger/public.server.ts'
import { anybody, effectiveRate, plainAmount } from '../effective/effective.domain.ts'
import { partsOf, perUnit } from '../effective/effective.server.ts'
import { checkMid } from '../validation/validation.domain.ts'
import { rules } from '../validation/validation.server.ts'
import { baseRates } from './base-rates.contract.ts'
import { liveQuotes } from './live.server.ts'
import { feedStatus } from '../feeds/feeds.server.ts'
import { holdPublishing, latest as latestOf } from '../publishing/publishing.queries.ts'
import { publishMids } from '../publishing/publishing.server.ts'
import * as queries from './base-rates.queries.ts'

export const baseRatesRouter = serve(baseRates, {
  list: ({ db, language, now }) => list(db, language, now),
  preview: async ({ db, input, now }) => (await preview(db, input.rates, now)).judged,
  update,
  history: async ({ db, input }) => {
    const codes = new Map((await readTradedCurrencies(db)).map(({ id, code }) => [id, code]))
    const page = await queries.history(db, input)
    const items = page.items.map((row) => {
      const code = codes.get(row.currencyId) ?? ''
      return { ...row, code, flagCode: flagCodeOf(code), mid: plainAmount(row.mid) }
    })
    return { ...page, items }
  },
})

interface Entered {
  currencyId: string
  mid: string
}

type Currencies = Awaited<ReturnType<typeof readTradedCurrencies>>
type Live = Awaited<ReturnType<typeof liveQuotes>>

async function list(db: Db, language: Language, now: Date) {
  const currencies = await readTradedCurrencies(db)
  return listed(db, language, currencies, await liveQuotes(db, currencies, now))
}

async function listed(db: Db, language: Language, currencies: Currencies, live: Live) {
  const latest = await latestOf(db, currencies)
  return currencies
    .filter(({ isLocal }) => !isLocal)
    .map(({ id, code, quoteUnit }) => {
      const rate = latest.get(id)
      const { previousMid, previousUnit } = rate ?? { previousMid: null, previousUnit: null }
      return {
        currencyId: id,
        code,
        flagCode: flagCodeOf(code),
        name: currencyName(code, language),
        quoteUnit,
        mid: rate ? perUnit(rate.mid, rate.quoteUnit, quoteUnit) : null,
        previousMid: previousMid === null ? null : perUnit(previousMid, previousUnit ?? 1, quoteUnit),
        publishedAt: rate?.publishedAt ?? null,
        author: rate?.author ?? null,
        reason: rate?.reason ?? null,
        source: rate?.source ?? null,
        live: live.get(id) ?? null,
      }
    })
}

/** What would be published, and what the rules say of it. Refuses currencies that are not traded, or named twice. */
async function preview(db: Db, entered: readonly Entered[], now: Date) {
  const all = await readTradedCurrencies(db)
  const currencies = new Map(all.map((one) => [one.id, one]))
  const limits = await rules(db)
  const live = await liveQuotes(db, all, now)
  const { isStale } = await feedStatus(db, now)
  const { mids: latest, of } = await partsOf(db, all)
  const costs = await averageCosts(db)
  const seen = new Set<string>()
  const judged = entered.map(({ currencyId, mid }, index) => {
    const currency = currencies.get(currencyId)
    if (!currency) throw refuseField(`rates.${index}.currencyId`, 'CURRENCY_NOT_TRADED')
    if (currency.isLocal) throw refuseField(`rates.${index}.currencyId`, 'LOCAL_IS_ONE')
    if (seen.has(currencyId)) throw refuseField(`rates.${index}.currencyId`, 'RATE_TWICE')
    seen.add(currencyId)
    const { quoteUnit } = currency
    const before = latest.get(currencyId)
    const previous = before ? perUnit(before.mid, before.quoteUnit, quoteUnit) : null
    const { buy, sell, rule } = effectiveRate(
      { ...of(currencyId), mid, customRates: [], prefersCustom: false },
      anybody,
    )
    const change =
      previous === null ? null : plainAmount(new Exact(mid).minus(previous).dividedBy(previous).toFixed(8))
    const quote = live.get(currencyId)
    const isFromFeed = quote !== undefined && compareDecimals(quote.mid, mid) === 0
    const unitCost = costs.get(currencyId)
    const cost = unitCost === undefined ? null : perUnit(unitCost, 1, quoteUnit)
    const candidate = { mid, buy, sell, previous, live: quote?.mid ?? null, cost }
    // Without a margin both sides are the mid: that is said when margins are set, not for every mid.
    const sides = rule.kind === 'base' ? { ...candidate, buy: null, sell: null } : candidate
    const findings = checkMid(sides, limits)
    // What is taken from a feed is taken from a fresh one.
    if (isFromFeed && isStale) findings.push({ rule: 'stale', level: 'block', value: '0' })
    const source = isFromFeed ? quote.source : 'manual'
    return { currencyId, quoteUnit, mid: plainAmount(mid), source, change, buy, sell, findings }
  })
  return { judged, currencies: all, live }
}

async function update(ctx: Ctx<{ rates: Entered[]; reason: string }>) {
  const { db, input, actor, now, language } = ctx
  await holdPublishing(db)
  const { judged, currencies, live } = await preview(db, input.rates, now)
  const faults = (level: 'warn' | 'block', code: (rule: string) => string): FieldFault[] =>
    judged.flatMap(({ findings }, index) =>
      findings
        .filter((one) => one.level === level)
        .map(({ rule, value }) => ({ field: `rates.${index}.mid`, code: code(rule), data: { value } })),
    )
  const blocked = faults('block', (rule) => `RATE_${rule.toUpperCase()}`)
  if (blocked.length > 0) throw new Refusal('RATES_BLOCKED', {}, { fields: blocked })
  const asked = faults('warn', (rule) => `RATE_${rule.toUpperCase()}`)
  if (asked.length > 0 && input.reason === '')
    throw new Refusal(
      'REASON_REQUIRED',
      {},
      { fields: [...asked, { field: 'reason', code: 'REASON_REQUIRED' }] },
    )
  const by = { authorId: actor.userId, author: actor.name, reason: input.reason }
  await publishMids(db, { ...by, publishedAt: now.toISOString() }, judged)
  return listed(db, language, currencies, live)
}
