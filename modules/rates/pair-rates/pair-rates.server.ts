import { Refusal, refuseField, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { currencyName, flagCodeOf, readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { branchRows, requireVisible } from '#modules/organisation/public.server.ts'
import { holdPublishing } from '../publishing/publishing.queries.ts'
import { publication } from '../publishing/publishing.server.ts'
import { requireCustomer } from '../effective/customer.server.ts'
import { effectiveRate, type RateAsk, type RateParts } from '../effective/effective.domain.ts'
import { ratesFor } from '../effective/effective.server.ts'
import type { ScopedRow, scopedRows, ScopedTable } from '../scoped-rates/scoped-rates.queries.ts'
import { acceptDrafts, checkScope, type Judge } from '../scoped-rates/scoped-rates.server.ts'

interface Scope {
  branchId: string | null
  customerType: 1 | 2 | null
  customerId?: string | null
  amountFrom: string | null
  amountTo: string | null
}
interface Pair {
  baseCurrencyId: string
  quoteCurrencyId: string
  replaces: string | null
}
type Update<S, P> = S & { reason: string; rates: (Pair & P)[]; ends: Pair[] }

interface Kind<T extends ScopedTable, D, P> {
  rows: ReturnType<typeof scopedRows<T>>
  judge: Judge<T, D>
  /** What is published of a pair, as it travels. */
  priceOf: (row: ScopedRow<T>) => P
}

/** The handlers of a sheet of rates, one row for each pair with the local currency. */
export const pairHandlers = <T extends ScopedTable, D, S extends Scope, P extends object>(
  kind: Kind<T, D, P>,
) => ({
  getPairRates: async (ctx: Ctx<S>) => {
    const { db, actor, input } = ctx
    if (input.branchId !== null)
      requireVisible(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
    return sheetOf(kind, ctx, input)
  },
  updatePairRates: async (ctx: Ctx<Update<S, P>>) => {
    await updatePairs(kind, ctx)
    return sheetOf(kind, ctx, ctx.input)
  },
})

/** Every pair of a scope: the rate that holds, the one before it, and what would hold without it. */
async function sheetOf<T extends ScopedTable, D, P extends object>(
  { rows, priceOf }: Kind<T, D, P>,
  { db, language }: Pick<Ctx, 'db' | 'language'>,
  scope: Scope,
) {
  const { branchId, customerType, customerId = null, amountFrom: amount } = scope
  const currencies = await readTradedCurrencies(db)
  const local = currencies.find(({ isLocal }) => isLocal)
  if (!local) return []
  const customer = await requireCustomer(db, customerId)
  const type = customerType ?? customer?.customerType ?? 0
  const who = { branchId, customerType: type, customerId, amount }
  const { rates: all, parts } = await ratesFor(db, who, language)
  const dealt = all.filter(({ subCurrencyId }) => !subCurrencyId)
  const rates = new Map(dealt.map((rate) => [rate.currencyId, rate]))
  const pairs = currencies.filter(({ isLocal }) => !isLocal)
  const found = await rows.versions(db, pairs, keyOf(scope))
  const versions = Map.groupBy(found, ({ currencyId }) => currencyId ?? '')
  return pairs.map(({ id, code, quoteUnit }) => {
    const { holds, before, ended } = historyOf(versions.get(id) ?? [])
    const { mid = null, buy = null, sell = null } = rates.get(id) ?? {}
    return {
      baseCurrencyId: id,
      quoteCurrencyId: local.id,
      code,
      flagCode: flagCodeOf(code),
      name: currencyName(code, language),
      quoteUnit,
      mid,
      buy,
      sell,
      holds: holds ? { ...priceOf(holds), id: holds.id, ...said(holds) } : null,
      before: before ? priceOf(before) : null,
      otherwise: holds && mid !== null ? rateWithout({ ...parts(id), mid }, who, holds.id) : null,
      ended: ended ? { ...ended, publishedAt: new Date(ended.publishedAt).toISOString() } : null,
    }
  })
}

/** Of the versions of a pair, newest first: the one that holds, the one before, and who ended the last where none holds. */
function historyOf<V extends { endedBy: unknown; ended: unknown }>([last, former]: readonly V[]) {
  const holds = last?.endedBy === null ? last : undefined
  const ended: V['ended'] | null = holds ? null : (last?.ended ?? null)
  return { holds, before: holds ? former : last, ended }
}

/** What would hold if the rate of this id ended. */
function rateWithout(parts: RateParts, who: RateAsk, ended: string) {
  const stays = ({ id }: { id: string }) => id !== ended
  const { margins, customRates } = parts
  const left = { ...parts, margins: margins.filter(stays), customRates: customRates.filter(stays) }
  const { buy, sell } = effectiveRate(left, who)
  return { buy, sell }
}

/** Publishes rates and ends others in one publication. Throws STALE_VERSION where another holds than the sheet showed. */
async function updatePairs<T extends ScopedTable, D, S extends Scope, P extends object>(
  { rows, judge }: Kind<T, D, P>,
  ctx: Ctx<Update<S, P>>,
): Promise<void> {
  const { db, input } = ctx
  const { reason, rates, ends, ...scope } = input
  if (rates.length + ends.length === 0)
    throw new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field: 'rates', code: 'REQUIRED' }] })
  await checkScope(ctx, { ...input, currencyId: null, subCurrencyId: null })
  await holdPublishing(db)
  const pairs = [...rates, ...ends]
  checkPairs(pairs, await readTradedCurrencies(db), rates.length)
  const ids = pairs.map(({ baseCurrencyId: id }) => ({ id }))
  const versions = await rows.versions(db, ids, keyOf(input))
  const holding = versions.filter(({ endedBy }) => endedBy === null)
  const held = new Map(holding.map(({ currencyId, id }) => [currencyId, id]))
  for (const { baseCurrencyId, replaces } of pairs)
    if ((held.get(baseCurrencyId) ?? null) !== replaces) throw staleVersion()
  const drafts = rates.map(({ baseCurrencyId, quoteCurrencyId: _quote, replaces: _id, ...price }) => ({
    currencyId: baseCurrencyId,
    subCurrencyId: null,
    ...scope,
    ...price,
  }))
  const judged = await judge(ctx, drafts as unknown as D[])
  const stored = acceptDrafts(judged, reason, (index) => `rates.${index}.`)
  const publicationId = await publication(ctx, reason)
  await rows.end(db, [...held.values()], publicationId)
  if (stored.length > 0) await rows.insert(db, publicationId, stored)
}

/** By what a rate of a whole currency is told from others of it, as the unique key has it. */
const keyOf = ({ branchId, customerType, customerId, amountFrom }: Scope) => ({
  subCurrencyId: null,
  branchId,
  customerType,
  ...(customerId === undefined ? {} : { customerId }),
  amountFrom,
})

const said = ({ author, reason, publishedAt }: { author: string; reason: string; publishedAt: string }) => ({
  author,
  reason,
  publishedAt,
})

/** Throws 'Invalid Pair.' at the first row that is not a traded currency priced in the local one, or is there twice. The first `published` are rates, the others end. */
function checkPairs(
  pairs: readonly Pair[],
  currencies: Awaited<ReturnType<typeof readTradedCurrencies>>,
  published: number,
): void {
  const kinds = new Map(currencies.map(({ id, isLocal }) => [id, isLocal]))
  const seen = new Set<string>()
  for (const [index, { baseCurrencyId, quoteCurrencyId }] of pairs.entries()) {
    const isPair = kinds.get(baseCurrencyId) === false && kinds.get(quoteCurrencyId) === true
    const code = !isPair ? 'INVALID_PAIR' : seen.has(baseCurrencyId) ? 'RATE_TWICE' : undefined
    const at = index < published ? `rates.${index}` : `ends.${index - published}`
    if (code) throw refuseField(`${at}.baseCurrencyId`, code)
    seen.add(baseCurrencyId)
  }
}
