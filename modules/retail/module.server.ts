import { declare } from '#kit/domain/open-list.domain.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { parts, postingEvents } from '#modules/ledger/public.server.ts'
import { categoriesRouter } from './categories/categories.server.ts'
import { itemsRouter } from './items/items.server.ts'
import { returnsRouter, returnAnswers } from './returns/returns.server.ts'
import { refundEvent } from './returns/returns.domain.ts'
import { receiptEvent, receiptParts } from './receipts/receipts.domain.ts'
import { receiptsRouter } from './receipts/receipts.server.ts'
import { saleEvent, saleParts } from './sales/sales.domain.ts'
import { salesRouter } from './sales/sales.server.ts'
import { taxesRouter } from './taxes/taxes.server.ts'

export const retail: ServerModule = {
  name: 'retail',
  dependsOn: ['organisation', 'currencies', 'approvals', 'documents', 'ledger', 'inventory'],
  routers: [categoriesRouter, taxesRouter, itemsRouter, receiptsRouter, salesRouter, returnsRouter],
  declares: [
    declare(parts, [...saleParts, ...receiptParts]),
    declare(postingEvents, [saleEvent, receiptEvent, refundEvent]),
    declare(
      gateKindList,
      gateKindsOf('refund', ['limit'], () => 'refund_retail_sales'),
    ),
  ],
  answers: returnAnswers,
}
