import type { ServerModule } from '#kit/server/module.server.ts'

export const rates: ServerModule = {
  name: 'rates',
  dependsOn: ['organisation'],
  routers: [],
}
