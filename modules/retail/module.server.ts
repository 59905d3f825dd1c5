import { declare } from '#kit/domain/open-list.domain.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { parts, postingEvents } from '#modules/ledger/public.server.ts'
import { categoriesRouter } from './categories/categories.server.ts'
import { itemsRouter } from './items/items.server.ts'
import { receiptEvent, receiptParts } from './receipts/receipts.domain.ts'
import { receiptsRouter } from './receipts/receipts.server.ts'
import { saleEvent, saleParts } from './sales/sales.domain.ts'
import { salesRouter } from './sales/sales.server.ts'
import { taxesRouter } from './taxes/taxes.server.ts'

export const retail: ServerModule = {
  name: 'retail',
  dependsOn: ['organisation', 'currencies', 'documents', 'ledger', 'inventory'],
  routers: [categoriesRouter, taxesRouter, itemsRouter, receiptsRouter, salesRouter],
  declares: [
    declare(parts, [...saleParts, ...receiptParts]),
    declare(postingEvents, [saleEvent, receiptEvent]),
  ],
}
