import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { parts, postingEvents, taxShares } from '#modules/ledger/public.server.ts'
import { categoriesRouter } from './categories/categories.server.ts'
import { itemImportsRouter } from './item-imports/item-imports.server.ts'
import { itemsRouter } from './items/items.server.ts'
import { returnsRouter, returnAnswers } from './returns/returns.server.ts'
import { refundEvent } from './returns/returns.domain.ts'
import { adjustmentEvents, adjustmentParts } from './adjustments/adjustments.domain.ts'
import { adjustmentAnswers, adjustmentsRouter } from './adjustments/adjustments.server.ts'
import { branchItemsRouter } from './branch-items/branch-items.server.ts'
import { branchTaxesRouter } from './branch-taxes/branch-taxes.server.ts'
import { refundReceiptsRouter, saleReceiptsRouter } from './papers/papers.server.ts'
import { policyRouter } from './policy/policy.server.ts'
import * as reportRouters from './reports/reports.server.ts'
import { rightToApprove, saleEvent, saleGates, saleParts } from './sales/sales.domain.ts'
import { saleAnswers, salesRouter } from './sales/sales.server.ts'
import { sharesOfRefunds, sharesOfSales } from './taxes/shares.queries.ts'
import { expiryRouter } from './batches/expiry.server.ts'
import { serialSheetsRouter } from './serials/serial-sheets.server.ts'
import { serialStoryRouter } from './serials/story.server.ts'
import { taxesRouter } from './taxes/taxes.server.ts'

export const retail: ServerModule = {
  name: 'retail',
  dependsOn: ['organisation', 'currencies', 'approvals', 'documents', 'ledger', 'inventory', 'exchange'],
  routers: [
    policyRouter,
    categoriesRouter,
    taxesRouter,
    itemsRouter,
    itemImportsRouter,
    branchTaxesRouter,
    branchItemsRouter,
    adjustmentsRouter,
    salesRouter,
    returnsRouter,
    saleReceiptsRouter,
    refundReceiptsRouter,
    ...Object.values(reportRouters),
    serialStoryRouter,
    serialSheetsRouter,
    expiryRouter,
  ],
  declares: [
    declare(parts, [...saleParts, ...adjustmentParts]),
    declare(postingEvents, [saleEvent, refundEvent, ...Object.values(adjustmentEvents)]),
    declare(gateKindList, [
      ...gateKindsOf('refund', ['limit'], () => rightToApprove),
      ...gateKindsOf('retailSale', saleGates, () => rightToApprove),
      ...gateKindsOf('goodsAdjustment', ['limit'], () => 'manage_retail_stock'),
    ]),
  ],
  answers: [
    ...returnAnswers,
    ...saleAnswers,
    ...adjustmentAnswers,
    answer(taxShares, async (db, { type, ids }) =>
      type === 'retailSale' ? sharesOfSales(db, ids) : type === 'refund' ? sharesOfRefunds(db, ids) : [],
    ),
  ],
}
