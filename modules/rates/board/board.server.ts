import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { branchRows, requireVisible } from '#modules/organisation/public.server.ts'
import { anybody } from '../effective/effective.domain.ts'
import { ratesAt } from '../effective/effective.server.ts'
import { feedStatus } from '../feeds/feeds.server.ts'
import { boardRates } from './board.contract.ts'
import * as queries from './board.queries.ts'

export const boardRatesRouter = serve(boardRates, { list })

// The other way round is for reading only: so many digits as say something.
const readable = (inverse: string | null) =>
  inverse === null ? null : new Exact(inverse).toSignificantDigits(6).toFixed()

async function list({ db, input: { branchId }, actor, now, language }: Ctx<{ branchId: string }>) {
  const branch = await branchRows.get(db, branchId)
  requireVisible(actor.scope, 'branchIds', branch)
  const { local, rates, mids } = await ratesAt(db, { ...anybody, branchId }, language)
  const feed = await feedStatus(db, now)
  const isFromFeed = rates.some(({ currencyId }) => mids.get(currencyId)?.source === feed.source)
  return {
    branch: branch.name,
    local,
    items: rates.map(({ mid: _mid, rule: _rule, precision: _precision, ...shownRate }) => ({
      ...shownRate,
      inverseBuy: readable(shownRate.inverseBuy),
      inverseSell: readable(shownRate.inverseSell),
    })),
    changedAt: await queries.lastChange(db, branchId),
    isStale: isFromFeed && feed.isStale,
  }
}
