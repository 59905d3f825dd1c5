import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { partyNames, partyTypes, parts, postingEvents, taxShares } from '#modules/ledger/public.server.ts'
import { categoriesRouter } from './categories/categories.server.ts'
import { itemImportsRouter } from './item-imports/item-imports.server.ts'
import { itemsRouter } from './items/items.server.ts'
import { returnsRouter, returnAnswers } from './returns/returns.server.ts'
import { refundEvent } from './returns/returns.domain.ts'
import { adjustmentEvents, adjustmentParts } from './adjustments/adjustments.domain.ts'
import { adjustmentAnswers, adjustmentsRouter } from './adjustments/adjustments.server.ts'
import { goodsItems, goodsUnits } from '#modules/inventory/public.server.ts'
import { goodsCountAnswers, goodsCountsRouter } from './counts/counts.server.ts'
import { rightToCountGoods } from './counts/counts.domain.ts'
import { goodsAsStock } from './stock/stock.server.ts'
import { rightToManage } from './transfers/transfers.domain.ts'
import { goodsTransferAnswers, goodsTransfersRouter } from './transfers/transfers.server.ts'
import { branchItemsRouter } from './branch-items/branch-items.server.ts'
import { branchTaxesRouter } from './branch-taxes/branch-taxes.server.ts'
import { itemLabelsRouter } from './papers/labels.server.ts'
import { refundReceiptsRouter, saleReceiptsRouter } from './papers/papers.server.ts'
import { policyRouter } from './policy/policy.server.ts'
import { namesOf } from './principals/principals.queries.ts'
import { principalsRouter } from './principals/principals.server.ts'
import * as reportRouters from './reports/reports.server.ts'
import {
  rightToApprove,
  rightToClear,
  saleEvent,
  saleGates,
  saleParts,
  soldParty,
} from './sales/sales.domain.ts'
import { numbersOf } from './sales/sales.queries.ts'
import { saleAnswers, salesRouter } from './sales/sales.server.ts'
import { rightToSettle, settlementEvent } from './settlements/settlements.domain.ts'
import { settlementAnswers, settlementsRouter } from './settlements/settlements.server.ts'
import { sharesOfRefunds, sharesOfSales } from './taxes/shares.queries.ts'
import { expiryRouter } from './batches/expiry.server.ts'
import { serialSheetsRouter } from './serials/serial-sheets.server.ts'
import { serialStoryRouter } from './serials/story.server.ts'
import { taxesRouter } from './taxes/taxes.server.ts'
import { moveTracked } from './tracking/tracking.server.ts'

export const retail: ServerModule = {
  name: 'retail',
  dependsOn: [
    'organisation',
    'currencies',
    'approvals',
    'documents',
    'ledger',
    'inventory',
    'rates',
    'customers',
    'screening',
    'compliance',
    'exchange',
  ],
  routers: [
    policyRouter,
    categoriesRouter,
    taxesRouter,
    principalsRouter,
    settlementsRouter,
    itemsRouter,
    itemImportsRouter,
    branchTaxesRouter,
    branchItemsRouter,
    adjustmentsRouter,
    goodsTransfersRouter,
    goodsCountsRouter,
    salesRouter,
    returnsRouter,
    saleReceiptsRouter,
    refundReceiptsRouter,
    itemLabelsRouter,
    ...Object.values(reportRouters),
    serialStoryRouter,
    serialSheetsRouter,
    expiryRouter,
  ],
  declares: [
    declare(parts, [...saleParts, ...adjustmentParts]),
    declare(partyTypes, [{ code: 'principal' }, soldParty]),
    declare(postingEvents, [saleEvent, refundEvent, settlementEvent, ...Object.values(adjustmentEvents)]),
    declare(gateKindList, [
      ...gateKindsOf('refund', ['limit'], () => rightToApprove),
      ...gateKindsOf('retailSale', saleGates, (gate) => (gate === 'rba' ? rightToClear : rightToApprove)),
      ...gateKindsOf('goodsTransfer', ['limit', 'difference'], () => rightToManage),
      ...gateKindsOf('goodsCount', ['difference'], () => rightToCountGoods),
      ...gateKindsOf('goodsAdjustment', ['limit'], () => 'manage_retail_stock'),
      ...gateKindsOf('principalSettlement', ['limit'], () => rightToSettle),
    ]),
  ],
  answers: [
    ...returnAnswers,
    ...saleAnswers,
    ...adjustmentAnswers,
    ...settlementAnswers,
    answer(partyNames, async (db, { type, ids }) => {
      if (type === 'principal') return namesOf(db, ids)
      return type === soldParty.code ? numbersOf(db, ids) : new Map()
    }),
    ...goodsTransferAnswers,
    ...goodsCountAnswers,
    answer(goodsItems, goodsAsStock),
    answer(goodsUnits, moveTracked),
    answer(taxShares, async (db, { type, ids }) =>
      type === 'retailSale' ? sharesOfSales(db, ids) : type === 'refund' ? sharesOfRefunds(db, ids) : [],
    ),
  ],
}
