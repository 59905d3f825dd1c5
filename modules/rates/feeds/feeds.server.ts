import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx, Services } from '#kit/server/context.server.ts'
import { inCompany, type Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Language, text } from '#kit/server/texts.server.ts'
import { readTradedCurrencies as tradedCurrencies } from '#modules/currencies/public.server.ts'
import { flagCodeOf } from '#modules/currencies/iso/iso.domain.ts'
import { isCurrency } from '#modules/organisation/company/company.domain.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { readFeedAside } from '../sources/aside.server.ts'
import {
  type DayOfPair,
  type FeedUpdate,
  type HistoryInput,
  type LiveRate,
  liveRates,
  type SourceState,
} from './feeds.contract.ts'
import { daysOf, failureText, instantOf, isGivenUp, isStale, type Mid, midsOf } from './feeds.domain.ts'
import { type Feed, type Source, sourceCodes, sources } from '../sources/sources.domain.ts'
import { dayBefore } from '../sources/calendar.domain.ts'
import * as queries from './feeds.queries.ts'

export const liveRatesRouter = serve(liveRates, {
  list,
  listSources: ({ db, now, language }) => states(db, now, language),
  getHistory,
  getSettings: ({ db }) => queries.settings(db),
  updateSettings,
  import: async ({ db, file, now }) => {
    if (!file) throw new Refusal('FILE_REQUIRED', {}, { kind: 'invalid' })
    return load(db, await readFeedAside(file.bytes, now))
  },
})

/** Keeps a feed, whole or not at all, and says what came of it. */
async function load(tx: Db, feed: Feed) {
  const days = [...new Set(feed.quotes.map(({ day }) => day))].toSorted()
  const { added, corrected } = await queries.save(tx, feed)
  return {
    source: feed.source,
    quotes: feed.quotes.length,
    days: days.length,
    added,
    corrected,
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
  }
}

/** Keeps what an operator's file says, for every company. */
export const loadForAll = async ({ db, now }: Services, bytes: Uint8Array) => {
  const feed = await readFeedAside(bytes, now())
  return inCompany(undefined, () => db.transaction().execute((tx) => load(tx, feed)))
}

/** The chosen source of the company: whether it is too old to set rates by, and its last word. */
export async function feedStatus(
  db: Db,
  now: Date,
): Promise<{ source: Source; isSimulated: boolean; isStale: boolean }> {
  const settings = await queries.settings(db)
  const { timeZone } = await currentCompany(db)
  return {
    source: settings.source,
    isSimulated: simulates(settings.source),
    isStale: isStale(await queries.newest(db, settings.source), settings, now, timeZone),
  }
}

const simulates = (source: Source) => 'isSimulated' in sources[source]

/** Today on the clock of a source can be a day ahead of ours: nothing later than tomorrow is stored. */
const endOf = (now: Date) => dayBefore(now.toISOString().slice(0, 10), -1)

/**
 * The latest mid of each traded currency against the local one by the company's source, for its quote unit, in the order of
 * the currencies. One that the source does not quote, or has given up, is left out; the local currency is, too.
 */
export async function latestMids(db: Db, now: Date): Promise<(Mid & { code: string })[]> {
  const all = await recentMids(db, endOf(now))
  return all.flatMap(({ code, current: mid }) => (mid ? [{ ...mid, code }] : []))
}

/** The mid of a currency against the local one on a day: of that day, else of the last before it that the source still speaks for. */
export async function midOn(db: Db, code: string, day: string): Promise<Mid | undefined> {
  return (await recentMids(db, day, [code]))[0]?.current
}

async function recentMids(db: Db, upTo: string, only?: readonly string[]) {
  const [{ source }, { localCurrency: local }, traded] = await Promise.all([
    queries.settings(db),
    currentCompany(db),
    tradedCurrencies(db),
  ])
  const currencies = traded.filter(({ code, isLocal }) => !isLocal && (!only || only.includes(code)))
  const { pivot, lookBack } = sources[source]
  const needed = [...new Set([pivot, local, ...currencies.map(({ code }) => code)])]
  const days = { from: dayBefore(upTo, lookBack), to: upTo }
  const [quotes, spoken] = await Promise.all([
    queries.quotes(db, source, needed, days),
    queries.moments(db, source, days),
  ])
  return currencies.map(({ code, quoteUnit: unit }) => {
    const mids = midsOf(source, quotes, { code, local, unit })
    return { code, unit, mids, current: isGivenUp(mids, spoken) ? undefined : mids[0] }
  })
}

async function list({ db, now, language }: Ctx) {
  const { localCurrency: local } = await currentCompany(db)
  const all = await recentMids(db, endOf(now))
  const source = (await states(db, now, language)).find(({ isChosen }) => isChosen)
  if (!source) throw new Error('No source is chosen')
  const items = all.map(({ code, unit, mids, current: mid }): LiveRate => {
    const flagCode = flagCodeOf(code)
    if (!mid) {
      const day = mids[0]?.day ?? null
      return { code, flagCode, unit, mid: null, day, at: null, change: null, from: [] }
    }
    const before = mids.find(({ day }) => day < mid.day)
    const change = before ? new Exact(mid.mid).div(before.mid).minus(1).toFixed(6) : null
    const at = instantOf(mid.source, mid).toISOString()
    return { code, flagCode, unit, mid: mid.mid, day: mid.day, at, change, from: mid.from }
  })
  return { local, source, items }
}

/** Every source with its state, the chosen one by the company's own patience, the others by the usual. */
async function states(db: Db, now: Date, language: Language): Promise<SourceState[]> {
  const [settings, { timeZone }, known] = await Promise.all([
    queries.settings(db),
    currentCompany(db),
    queries.states(db),
  ])
  return Promise.all(
    sourceCodes.map(async (source) => {
      const newest = await queries.newest(db, source)
      const isChosen = source === settings.source
      const { everyMinutes, allowedMinutes } = isChosen ? settings : sources[source]
      const state = known.find((one) => one.source === source)
      return {
        source,
        isSimulated: simulates(source),
        isChosen,
        isStale: isStale(newest, { ...settings, source, everyMinutes, allowedMinutes }, now, timeZone),
        newest: newest ? { ...newest, at: instantOf(source, newest).toISOString() } : null,
        checkedAt: state?.checkedAt ?? null,
        failure: state?.failure
          ? text(language, `notifications.${failureText(state.failure)}.content`, {
              source: source.toUpperCase(),
            })
          : null,
      }
    }),
  )
}

/** Days of a pair by the company's source, oldest first; for a chart. */
export async function pairHistory(
  db: Db,
  { base, code, unit = 1 }: { base: string; code: string; unit?: number },
  range: { from: string; to: string },
): Promise<DayOfPair[]> {
  const { source } = await queries.settings(db)
  const quotes = await queries.quotes(db, source, [sources[source].pivot, base, code], range)
  return daysOf(midsOf(source, quotes, { code: base, local: code, unit }))
}

async function getHistory({ db, input, now, language }: Ctx<HistoryInput>) {
  const [base = '', code = ''] = /^([A-Z]{3})([A-Z]{3})$/.exec(input.pair)?.slice(1) ?? []
  if (!isCurrency(base) || !isCurrency(code) || base === code) throw refuseField('pair', 'INVALID_PAIR')
  const to = input.to ?? endOf(now)
  const from = input.from ?? dayBefore(to, 366)
  const unit = (await tradedCurrencies(db)).find((one) => one.code === base)?.quoteUnit ?? 1
  const points = await pairHistory(db, { base, code, unit }, { from, to })
  const source = (await states(db, now, language)).find(({ isChosen }) => isChosen)
  if (!source) throw new Error('No source is chosen')
  return { base, code, unit, source, points }
}

async function updateSettings({ db, input, now }: Ctx<FeedUpdate>) {
  const { version, ...values } = input
  await queries.saveSettings(db, version, values)
  // What was changed is tried at once.
  await queries.saveState(db, values.source, { nextAt: now.toISOString(), failures: 0, failure: null })
  return queries.settings(db)
}
