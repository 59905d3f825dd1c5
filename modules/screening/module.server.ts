import type { ServerModule } from '#kit/server/module.server.ts'
import { listJobs } from './sources/fetch.server.ts'
import { screeningSettingsRouter } from './settings/settings.server.ts'
import { screeningListsRouter } from './sources/sources.server.ts'

export const screening: ServerModule = {
  name: 'screening',
  dependsOn: ['organisation', 'notifications'],
  routers: [screeningListsRouter, screeningSettingsRouter],
  jobs: listJobs,
}
