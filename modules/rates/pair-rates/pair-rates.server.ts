import { Refusal, refuseField, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { currencyName, flagCodeOf, traded } from '#modules/currencies/public.server.ts'
import { branchRows, seeOnly } from '#modules/organisation/public.server.ts'
import { holdPublishing } from '../publishing/publishing.queries.ts'
import { publication } from '../publishing/publishing.server.ts'
import { knownCustomer } from '../effective/customer.server.ts'
import { effectiveRate } from '../effective/effective.domain.ts'
import { ratesFor } from '../effective/effective.server.ts'
import type { ScopedRow, scopedRows, ScopedTable } from '../scoped-rates/scoped-rates.queries.ts'
import { accepted, checkScope, type Judge } from '../scoped-rates/scoped-rates.server.ts'

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
export function pairHandlers<T extends ScopedTable, D, S extends Scope, P extends object>(
  kind: Kind<T, D, P>,
) {
  const { rows, judge, priceOf } = kind
  const sheet = async ({ db, language }: Pick<Ctx, 'db' | 'language'>, scope: Scope) => {
    const { branchId, customerType, customerId = null, amountFrom: amount } = scope
    const currencies = await traded(db)
    const local = currencies.find(({ isLocal }) => isLocal)
    if (!local) return []
    const customer = await knownCustomer(db, customerId)
    const type = customerType ?? customer?.customerType ?? 0
    const who = { branchId, customerType: type, customerId, amount }
    const { rates: all, parts } = await ratesFor(db, who, language)
    const dealt = all.filter(({ subCurrencyId }) => !subCurrencyId)
    const rates = new Map(dealt.map((rate) => [rate.currencyId, rate]))
    const without = (currencyId: string, mid: string, ended: string) => {
      const { margins, customRates, ...rest } = parts(currencyId)
      const stays = ({ id }: { id: string }) => id !== ended
      const left = { ...rest, margins: margins.filter(stays), customRates: customRates.filter(stays), mid }
      const { buy, sell } = effectiveRate(left, who)
      return { buy, sell }
    }
    const pairs = currencies.filter(({ isLocal }) => !isLocal)
    const versions = Map.groupBy(
      await rows.versions(db, pairs, keyOf(scope)),
      ({ currencyId }) => currencyId ?? '',
    )
    return pairs.map(({ id, code, quoteUnit }) => {
      const [last, former] = versions.get(id) ?? []
      const holds = last?.endedBy === null ? last : undefined
      const before = holds ? former : last
      const { mid = null, buy = null, sell = null } = rates.get(id) ?? {}
      const by = holds && { id: holds.id, ...said(holds) }
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
        holds: holds && by ? { ...priceOf(holds), ...by } : null,
        before: before ? priceOf(before) : null,
        otherwise: holds && mid !== null ? without(id, mid, holds.id) : null,
        ended:
          holds || !last?.ended
            ? null
            : { ...last.ended, publishedAt: new Date(last.ended.publishedAt).toISOString() },
      }
    })
  }
  return {
    getPairRates: async (ctx: Ctx<S>) => {
      const { db, actor, input } = ctx
      if (input.branchId !== null) seeOnly(actor.scope, 'branchIds', await branchRows.get(db, input.branchId))
      return sheet(ctx, input)
    },
    updatePairRates: async (ctx: Ctx<Update<S, P>>) => {
      const { db, input } = ctx
      const { reason, rates, ends, ...scope } = input
      if (rates.length + ends.length === 0)
        throw new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field: 'rates', code: 'REQUIRED' }] })
      await checkScope(ctx, { ...input, currencyId: null, subCurrencyId: null })
      await holdPublishing(db)
      const pairs = [...rates, ...ends]
      checkPairs(pairs, await traded(db), rates.length)
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
      const stored = accepted(judged, reason, (index) => `rates.${index}.`)
      const publicationId = await publication(ctx, reason)
      await rows.end(db, [...held.values()], publicationId)
      if (stored.length > 0) await rows.insert(db, publicationId, stored)
      return sheet(ctx, input)
    },
  }
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
  currencies: Awaited<ReturnType<typeof traded>>,
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
