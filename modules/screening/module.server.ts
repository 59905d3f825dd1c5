import type { ServerModule } from '#kit/server/module.server.ts'

export const screening: ServerModule = {
  name: 'screening',
  dependsOn: [],
  routers: [],
}
