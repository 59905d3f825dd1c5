import type { ServerModule } from '#kit/server/module.server.ts'
import { cddRouter } from './cdd/cdd.server.ts'

export const compliance: ServerModule = {
  name: 'compliance',
  dependsOn: ['organisation', 'settings', 'currencies', 'approvals', 'rates', 'customers'],
  routers: [cddRouter],
}
