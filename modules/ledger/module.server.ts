import type { ServerModule } from '#kit/server/module.server.ts'
import { sealJobs } from './seal/seal.server.ts'

export const ledger: ServerModule = {
  name: 'ledger',
  dependsOn: ['organisation', 'currencies'],
  routers: [],
  jobs: sealJobs,
}
