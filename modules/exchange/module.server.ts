import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { auditSecrets, publicEvents } from '#modules/access/public.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { customerDeals, customersMerged } from '#modules/customers/public.server.ts'
import { dayBlockers } from '#modules/inventory/public.server.ts'
import {
  entriesSealed,
  monthEndSteps,
  parts,
  partyNames,
  partyTypes,
  postingEvents,
  sourceNumbers,
  taxShares,
} from '#modules/ledger/public.server.ts'
import { dealsScreened } from './decisions/screened.server.ts'
import { reversalJobs } from './decisions/lapse.server.ts'
import { expiredDeals } from './notices/notices.server.ts'
import {
  followCustomer,
  numbersOfSettlements,
  countOpenAt,
  countOpenUpTo,
  walkIns,
} from './deals/deals.queries.ts'
import { taxesOfSettlements } from './settlement/taxes.server.ts'
import { list } from './monitoring/monitoring.queries.ts'
import { dealExportRouter } from './monitoring/monitoring.server.ts'
import { subjectType } from './workflow/deal-workflow.domain.ts'
import { pieceMovesOfDeals } from './pricing/drawer.server.ts'
import { gateKinds, gateRight } from './gates/gates.domain.ts'
import { dealsRouter } from './acts/acts.server.ts'
import { bankLineAnswers } from './acts/bank-lines.server.ts'
import { statisticsRouter } from './statistics/statistics.server.ts'
import { dealEvents } from './events/deal-events.contract.ts'
import { documentsRouter } from './receipts/documents.server.ts'
import { addSealed } from './profit/profit.queries.ts'
import { dealParts, settledEvent, walkIn } from './settlement/settlement.domain.ts'
import { thirdPartiesRouter } from './deals/copies.server.ts'
import { verificationRouter } from './verification/verification.server.ts'
import { awaitedDeals, dealsAtGates, pendingDeals } from './decisions/decisions.server.ts'
import { workflowSettingRouter } from './workflow/workflow-settings.server.ts'

export const exchange: ServerModule = {
  name: 'exchange',
  dependsOn: [
    'organisation',
    'access',
    'settings',
    'notifications',
    'currencies',
    'approvals',
    'ledger',
    'inventory',
    'bank',
    'rates',
    'customers',
    'screening',
    'compliance',
    'charges',
  ],
  routers: [
    dealsRouter,
    statisticsRouter,
    dealExportRouter,
    documentsRouter,
    workflowSettingRouter,
    verificationRouter,
    thirdPartiesRouter,
  ],
  jobs: reversalJobs,
  declares: [
    declare(publicEvents, dealEvents),
    declare(parts, dealParts),
    declare(postingEvents, [settledEvent]),
    declare(partyTypes, [walkIn]),
    declare(gateKindList, gateKindsOf(subjectType, gateKinds, gateRight)),
  ],
  answers: [
    ...bankLineAnswers,
    pieceMovesOfDeals,
    expiredDeals,
    dealsAtGates,
    awaitedDeals,
    pendingDeals,
    answer(entriesSealed, addSealed),
    answer(sourceNumbers, numbersOfSettlements),
    answer(taxShares, async (db, { type, ids }) => (type === 'deal' ? taxesOfSettlements(db, ids) : [])),
    answer(partyNames, async (db, { type, ids }) => (type === walkIn.code ? walkIns(db, ids) : new Map())),
    answer(customerDeals, async (db, { customerId, scope, ...paging }) => {
      const filters = [
        { key: 'customerId', operator: 'Equals' as const, value: customerId, type: 'Guid' as const },
      ]
      const { items, pagination } = await list(db, scope, undefined, { filters, sort: [], ...paging })
      const money = await localMoney(db)
      const row = ({ id, number, createdAt: at, amount, state }: (typeof items)[number]) => ({
        id,
        number: number ?? '',
        at,
        amount: money(amount),
        state,
      })
      return { items: items.map(row), pagination }
    }),
    answer(monthEndSteps, async (db, { branchIds, to }) => [
      { step: 'deals' as const, count: await countOpenUpTo(db, branchIds, to), examples: [] },
    ]),
    dealsScreened,
    answer(customersMerged, (db, { fromId, toId }) => followCustomer(db, fromId, toId)),
    // What would tell the counter, or who stands over it, that compliance looks at somebody.
    answer(auditSecrets, (_, { permissions }) =>
      Promise.resolve({
        acts: [],
        relations: permissions.has('clear_transaction_rba') ? [] : ['approvals.gate'],
      }),
    ),
    answer(dayBlockers, async (db, { counterId }) => {
      const count = await countOpenAt(db, counterId)
      return count > 0 ? [{ field: 'deals', code: 'DEALS_PENDING', data: { count } }] : []
    }),
  ],
}
