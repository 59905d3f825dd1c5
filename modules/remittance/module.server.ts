import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { chargedTaxes } from '#modules/charges/public.server.ts'
import {
  monthEndSteps,
  partyNames,
  parts,
  partyTypes,
  postingEvents,
  taxShares,
} from '#modules/ledger/public.server.ts'
import { corridorProfitRouter } from './corridor-profit/corridor-profit.server.ts'
import { orderImportsRouter } from './order-imports/order-imports.server.ts'
import { orderCounterRouter } from './counter/counter.server.ts'
import { keptEvent, orderParts, subjectType, takenEvent } from './order-rows/orders.domain.ts'
import { orderAnswers, ordersRouter } from './orders/orders.server.ts'
import { fundEvents } from './funds/incoming-funds.domain.ts'
import { incomingFundAnswers, incomingFundsRouter } from './incoming-funds/incoming-funds.server.ts'
import { inwardEvent } from './inward/inward.domain.ts'
import { inwardJobs } from './inward/reminding.server.ts'
import { inwardAnswers, inwardsRouter } from './inward/inward.server.ts'
import { batchAnswers, payoutBatchesRouter } from './payout-batches/payout-batches.server.ts'
import { payoutRatesRouter } from './payout-rates/payout-rates.server.ts'
import { payoutCurrenciesRouter } from './payout-currencies/payout-currencies.server.ts'
import { payoutBaseRatesRouter } from './base-rates/base-rates.server.ts'
import { lowLimitsRouter } from './low-limits/low-limits.server.ts'
import { purposeCodesRouter } from './purposes/purposes.server.ts'
import { recipientRulesRouter } from './recipient-rules/recipient-rules.server.ts'
import { orderReceiptsRouter } from './receipts/order-receipts.server.ts'
import { orderTrackingRouter } from './tracking/tracking.server.ts'
import { listUnsettledOfMonth } from './month-end/month-end.server.ts'
import { rightToFund } from './prefund-moves/prefund-moves.domain.ts'
import { prefundMoveAnswers, prefundMovesRouter } from './prefund-moves/prefund-moves.server.ts'
import { prefundMovementsRouter } from './prefund-movements/prefund-movements.server.ts'
import { prefundEvents, prefundParts } from './prefunds/prefunds.domain.ts'
import { prefundsRouter } from './prefunds/prefunds.server.ts'
import { providerReportsRouter } from './reporting/provider-reports.server.ts'
import { partnerReportsRouter } from './reporting/reporting.server.ts'
import { statementJobs } from './partner-statements/asking.server.ts'
import {
  partnerStatementsRouter,
  reconciliationsRouter,
} from './partner-statements/partner-statements.server.ts'
import { differenceEvent } from './statement-differences/statement-differences.domain.ts'
import {
  differenceAnswers,
  statementDifferencesRouter,
} from './statement-differences/statement-differences.server.ts'
import { sendingJobs } from './sending/sending.server.ts'
import { namesOf } from './providers/providers.queries.ts'
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
    'bank',
    'notifications',
  ],
  routers: [
    providersRouter,
    payoutRatesRouter,
    ordersRouter,
    orderCounterRouter,
    orderImportsRouter,
    orderReceiptsRouter,
    orderTrackingRouter,
    payoutCurrenciesRouter,
    payoutBaseRatesRouter,
    lowLimitsRouter,
    purposeCodesRouter,
    recipientRulesRouter,
    prefundsRouter,
    prefundMovesRouter,
    prefundMovementsRouter,
    corridorProfitRouter,
    partnerStatementsRouter,
    reconciliationsRouter,
    statementDifferencesRouter,
    payoutBatchesRouter,
    incomingFundsRouter,
    inwardsRouter,
    partnerReportsRouter,
    providerReportsRouter,
  ],
  jobs: [...sendingJobs, ...statementJobs, ...inwardJobs],
  declares: [
    declare(parts, [...orderParts, ...prefundParts]),
    declare(partyTypes, [{ code: 'provider' }]),
    declare(postingEvents, [
      takenEvent,
      keptEvent,
      ...Object.values(prefundEvents),
      ...Object.values(fundEvents),
      differenceEvent,
      inwardEvent,
    ]),
    declare(gateKindList, [
      ...gateKindsOf(subjectType, ['rba'], () => 'clear_transaction_rba'),
      ...gateKindsOf('inwardRemittance', ['rba'], () => 'clear_transaction_rba'),
      ...gateKindsOf('prefundMove', ['limit'], () => rightToFund),
    ]),
  ],
  answers: [
    ...orderAnswers,
    ...prefundMoveAnswers,
    ...batchAnswers,
    ...differenceAnswers,
    ...incomingFundAnswers,
    ...inwardAnswers,
    answer(monthEndSteps, listUnsettledOfMonth),
    answer(partyNames, async (db, { type, ids }) => (type === 'provider' ? namesOf(db, ids) : new Map())),
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
