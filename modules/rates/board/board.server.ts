import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { branchRows, seeOnly } from '#modules/organisation/public.server.ts'
import { anybody } from '../effective/effective.domain.ts'
import { ratesAt } from '../effective/effective.server.ts'
import { feedStatus } from '../feeds/feeds.server.ts'
import { boardRates } from './board.contract.ts'
import * as queries from './board.queries.ts'

export const boardRatesRouter = serve(boardRates, { list })

async function list({ db, input: { branchId }, actor, now, language }: Ctx<{ branchId: string }>) {
  const branch = await branchRows.get(db, branchId)
  seeOnly(actor.scope, 'branchIds', branch)
  const { local, rates, mids } = await ratesAt(db, { ...anybody, branchId }, language)
  const feed = await feedStatus(db, now)
  const isFromFeed = rates.some(({ currencyId }) => mids.get(currencyId)?.source === feed.source)
  return {
    branch: branch.name,
    local,
    items: rates.map(({ mid: _mid, rule: _rule, precision: _precision, ...shownRate }) => shownRate),
    changedAt: await queries.lastChange(db, branchId),
    isStale: isFromFeed && feed.isStale,
  }
}
