import type { ServerModule } from '#kit/server/module.server.ts'
import { statementsRouter } from './statements/statements.server.ts'

export const bank: ServerModule = {
  name: 'bank',
  dependsOn: ['organisation', 'currencies'],
  routers: [statementsRouter],
}
