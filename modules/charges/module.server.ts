import type { ServerModule } from '#kit/server/module.server.ts'
import { feeSettingsRouter } from './fees/fees.server.ts'

export const charges: ServerModule = {
  name: 'charges',
  dependsOn: ['organisation', 'currencies'],
  routers: [feeSettingsRouter],
}
