import type { ServerModule } from '#kit/server/module.server.ts'
import { categoriesRouter } from './categories/categories.server.ts'
import { taxesRouter } from './taxes/taxes.server.ts'
import { itemsRouter } from './items/items.server.ts'

export const retail: ServerModule = {
  name: 'retail',
  dependsOn: ['organisation', 'currencies'],
  routers: [categoriesRouter, taxesRouter, itemsRouter],
}
