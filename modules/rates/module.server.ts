import type { ServerModule } from '#kit/server/module.server.ts'
import { liveRatesRouter } from './feeds/feeds.server.ts'
import { feedJobs } from './feeds/fetch.server.ts'

export const rates: ServerModule = {
  name: 'rates',
  dependsOn: ['organisation', 'currencies', 'notifications'],
  routers: [liveRatesRouter],
  jobs: feedJobs,
}
