import type { ServerModule } from '#kit/server/module.server.ts'

export const documents: ServerModule = {
  name: 'documents',
  dependsOn: ['organisation', 'access', 'notifications', 'approvals'],
  routers: [],
}
