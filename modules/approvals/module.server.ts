import type { ServerModule } from '#kit/server/module.server.ts'
import { delegationsRouter } from './delegations/delegations.server.ts'
import { routingJobs } from './routing/routing.server.ts'

export const approvals: ServerModule = {
  name: 'approvals',
  dependsOn: ['organisation', 'access', 'notifications'],
  routers: [delegationsRouter],
  jobs: routingJobs,
}
