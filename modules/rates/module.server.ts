import type { ServerModule } from '#kit/server/module.server.ts'
import { baseRatesRouter } from './base-rates/base-rates.server.ts'
import { boardRatesRouter } from './board/board.server.ts'
import { customRatesRouter } from './custom-rates/custom-rates.server.ts'
import { effectiveRouter } from './effective/effective.server.ts'
import { liveRatesRouter } from './feeds/feeds.server.ts'
import { feedJobs } from './feeds/fetch.server.ts'
import { marginRatesRouter } from './margin-rates/margin-rates.server.ts'
import { ratePreviewRouter } from './preview/preview.server.ts'
import { rateValidationRouter } from './validation/validation.server.ts'

export const rates: ServerModule = {
  name: 'rates',
  dependsOn: ['organisation', 'settings', 'notifications', 'currencies', 'ledger'],
  routers: [
    liveRatesRouter,
    baseRatesRouter,
    marginRatesRouter,
    customRatesRouter,
    effectiveRouter,
    boardRatesRouter,
    ratePreviewRouter,
    rateValidationRouter,
  ],
  jobs: feedJobs,
}
