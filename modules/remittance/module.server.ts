import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { chargedTaxes } from '#modules/charges/public.server.ts'
import { parts, postingEvents, taxShares } from '#modules/ledger/public.server.ts'
import { orderCounterRouter } from './counter/counter.server.ts'
import { keptEvent, orderParts, subjectType, takenEvent } from './orders/orders.domain.ts'
import { orderAnswers, ordersRouter } from './orders/orders.server.ts'
import { payoutRatesRouter } from './payout-rates/payout-rates.server.ts'
import { payoutCurrenciesRouter } from './payout-currencies/payout-currencies.server.ts'
import { payoutBaseRatesRouter } from './base-rates/base-rates.server.ts'
import { lowLimitsRouter } from './low-limits/low-limits.server.ts'
import { purposeCodesRouter } from './purposes/purposes.server.ts'
import { recipientRulesRouter } from './recipient-rules/recipient-rules.server.ts'
import { orderReceiptsRouter } from './receipts/order-receipts.server.ts'
import { orderTrackingRouter } from './tracking/tracking.server.ts'
import { providersRouter } from './providers/providers.server.ts'

export const remittance: ServerModule = {
  name: 'remittance',
  dependsOn: [
    'organisation',
    'access',
    'currencies',
    'approvals',
    'documents',
    'ledger',
    'inventory',
    'rates',
    'customers',
    'screening',
    'compliance',
    'charges',
    'exchange',
    'settings',
  ],
  routers: [
    providersRouter,
    payoutRatesRouter,
    ordersRouter,
    orderCounterRouter,
    orderReceiptsRouter,
    orderTrackingRouter,
    payoutCurrenciesRouter,
    payoutBaseRatesRouter,
    lowLimitsRouter,
    purposeCodesRouter,
    recipientRulesRouter,
  ],
  declares: [
    declare(parts, orderParts),
    declare(postingEvents, [takenEvent, keptEvent]),
    declare(
      gateKindList,
      gateKindsOf(subjectType, ['rba'], () => 'clear_transaction_rba'),
    ),
  ],
  answers: [
    ...orderAnswers,
    answer(taxShares, async (db, { type, ids }) =>
      type === subjectType
        ? (await chargedTaxes(db, { type, ids })).map(({ subjectId: sourceId, ...share }) => ({
            sourceId,
            ...share,
          }))
        : [],
    ),
  ],
}
