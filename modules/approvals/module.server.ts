import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { decidingRights } from '#modules/access/public.server.ts'
import { listGuardedRights } from './delegations/steads.server.ts'
import { pendingAccounts } from './pending/accounts.server.ts'
import { workRouter } from './work/work.server.ts'
import { delegationsRouter } from './delegations/delegations.server.ts'
import { routingJobs } from './routing/routing.server.ts'

export const approvals: ServerModule = {
  name: 'approvals',
  dependsOn: ['organisation', 'access', 'notifications'],
  routers: [delegationsRouter, workRouter],
  jobs: routingJobs,
  answers: [answer(decidingRights, () => Promise.resolve(listGuardedRights())), pendingAccounts],
}
