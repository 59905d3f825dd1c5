import type { ServerModule } from '#kit/server/module.server.ts'
import { profilesRouter } from './profiles/profiles.server.ts'
import { listJobs } from './sources/fetch.server.ts'
import { screeningListsRouter } from './sources/sources.server.ts'

export const watchlists: ServerModule = {
  name: 'watchlists',
  dependsOn: ['organisation', 'notifications', 'names'],
  routers: [screeningListsRouter, profilesRouter],
  jobs: listJobs,
}
