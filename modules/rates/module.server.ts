import { Exact } from '#kit/domain/decimals.domain.ts'
import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { publicEvents } from '#modules/access/public.server.ts'
import { closingRates } from '#modules/ledger/public.server.ts'
import { unitValues } from '#modules/inventory/public.server.ts'
import { latest } from './publishing/publishing.queries.ts'
import { baseRatesRouter } from './base-rates/base-rates.server.ts'
import { ratePublished } from './publishing/publishing.contract.ts'
import { boardRatesRouter } from './board/board.server.ts'
import { customRatesRouter } from './custom-rates/custom-rates.server.ts'
import { closingRatesAt } from './effective/closing.server.ts'
import { effectiveRouter } from './effective/effective.server.ts'
import { liveRatesRouter } from './feeds/feeds.server.ts'
import { liveProfileRouter } from './live/live-profile.server.ts'
import { feedJobs } from './feeds/fetch.server.ts'
import { marginRatesRouter } from './margin-rates/margin-rates.server.ts'
import { ratePreviewRouter } from './preview/preview.server.ts'
import { rateValidationRouter } from './validation/validation.server.ts'

export const rates: ServerModule = {
  name: 'rates',
  dependsOn: ['organisation', 'access', 'settings', 'notifications', 'currencies', 'ledger', 'inventory'],
  routers: [
    liveRatesRouter,
    liveProfileRouter,
    baseRatesRouter,
    marginRatesRouter,
    customRatesRouter,
    effectiveRouter,
    boardRatesRouter,
    ratePreviewRouter,
    rateValidationRouter,
  ],
  jobs: feedJobs,
  declares: [declare(publicEvents, [ratePublished])],
  answers: [
    answer(closingRates, closingRatesAt),
    answer(unitValues, async (db, currencyIds) => {
      const mids = await latest(
        db,
        currencyIds.map((id) => ({ id })),
      )
      return new Map(
        [...mids].map(([id, { mid, quoteUnit }]) => [id, new Exact(mid).div(quoteUnit).toFixed()]),
      )
    }),
  ],
}
