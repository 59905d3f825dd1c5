import { declare } from '#kit/domain/open-list.domain.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { parts, postingEvents } from '#modules/ledger/public.server.ts'
import { orderCounterRouter } from './counter/counter.server.ts'
import { orderParts, subjectType, takenEvent } from './orders/orders.domain.ts'
import { orderAnswers, ordersRouter } from './orders/orders.server.ts'
import { payoutRatesRouter } from './payout-rates/payout-rates.server.ts'
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
  ],
  routers: [providersRouter, payoutRatesRouter, ordersRouter, orderCounterRouter],
  declares: [
    declare(parts, orderParts),
    declare(postingEvents, [takenEvent]),
    declare(
      gateKindList,
      gateKindsOf(subjectType, ['rba'], () => 'clear_transaction_rba'),
    ),
  ],
  answers: [...orderAnswers],
}
