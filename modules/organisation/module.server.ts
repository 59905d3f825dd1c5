import type { ServerModule } from '#kit/server/module.server.ts'
import { branchesRouter } from './branches/branches.server.ts'
import { companyRouter } from './company/company.server.ts'
import { countersRouter } from './counters/counters.server.ts'
import { regionsRouter } from './regions/regions.server.ts'
import { structureRouter } from './structure/structure.server.ts'
import { subscriptionRouter } from './subscription/subscription.server.ts'

export const organisation: ServerModule = {
  name: 'organisation',
  dependsOn: [],
  routers: [
    companyRouter,
    structureRouter,
    regionsRouter,
    branchesRouter,
    countersRouter,
    subscriptionRouter,
  ],
}
