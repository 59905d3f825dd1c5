import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { partOf, type ServerModule } from '#kit/server/module.server.ts'
import {
  daysElsewhere,
  countFilled,
  monthEndSteps,
  partyNames,
  parts,
  partyTypes,
  postingEvents,
  countPromisedAt,
  sourceNumbers,
} from '#modules/ledger/public.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { userNames } from '#modules/access/public.server.ts'
import { enablingBlockers } from '#modules/currencies/public.server.ts'
import { closingBlockers, openingBlockers } from '#modules/organisation/public.server.ts'
import { adjustmentEvents, permissionFor } from './adjustments/adjustments.domain.ts'
import { adjustmentAnswers, adjustmentsRouter } from './adjustments/adjustments.server.ts'
import { countUnfinished } from './counts/counts.queries.ts'
import { dayReportsRouter } from './day-reports/day-reports.server.ts'
import { handoverAnswers, handoversRouter } from './handovers/handovers.server.ts'
import { inventoryChangeRouter, stockMovementsRouter, stockOnHandRouter } from './reports/reports.server.ts'
import { denominationsRouter } from './denominations/denominations.server.ts'
import { branchTransfersRouter, transitAgeingRouter } from './travel/travel.server.ts'
import { countVariancesRouter } from './variances/variances.server.ts'
import { placesRouter } from './places/places.server.ts'
import { requestAnswers, requestsRouter } from './requests/requests.server.ts'
import { rightToDecide, transferEvents, transferParts } from './transfers/transfers.domain.ts'
import { numbersOf } from './transfers/transfers.queries.ts'
import { transferAnswers, transfersRouter } from './transfers/transfers.server.ts'
import { correctionEvent, correctionParts } from './corrections/corrections.domain.ts'
import { correctionAnswers, correctionsRouter } from './corrections/corrections.server.ts'
import { inventoryCatalogueRouter } from './catalogue/catalogue.server.ts'
import { limitsRouter } from './limits/limits.server.ts'
import { alertJobs } from './shortages/alerts.server.ts'
import { limitReportRouter, limitUsesRouter } from './shortages/shortages.server.ts'
import { rightToCount } from './counts/counts.domain.ts'
import { countAnswers, countsRouter } from './counts/counts.server.ts'
import { dayBlockers, daysRouter, openCounters } from './days/days.server.ts'
import { countEvent } from './differences/differences.domain.ts'
import { refuseClosed } from './business-days/open-day.server.ts'
import { listUnfinishedOfMonth } from './month-end/month-end.server.ts'
import {
  partsOfBranch,
  partsOfCurrency,
  partsOfMode,
  stockParts,
} from './mode-mapping/mode-mapping.domain.ts'
import { missingParts, modeMappingRouter } from './mode-mapping/mode-mapping.server.ts'
import { poolStoryRouter, positionRouter } from './position/position.server.ts'
import { stockRouter } from './stock/stock.server.ts'
import { stockItemsRouter } from './items/items.server.ts'

export const inventory: ServerModule = {
  name: 'inventory',
  dependsOn: [
    'organisation',
    'access',
    'settings',
    'notifications',
    'currencies',
    'approvals',
    'documents',
    'ledger',
  ],
  routers: [
    daysRouter,
    modeMappingRouter,
    ...partOf('stock', [
      stockItemsRouter,
      adjustmentsRouter,
      correctionsRouter,
      placesRouter,
      transfersRouter,
      requestsRouter,
      countsRouter,
      stockRouter,
      positionRouter,
      poolStoryRouter,
      stockOnHandRouter,
      dayReportsRouter,
      handoversRouter,
      inventoryChangeRouter,
      stockMovementsRouter,
      branchTransfersRouter,
      transitAgeingRouter,
      countVariancesRouter,
      denominationsRouter,
      limitsRouter,
      limitUsesRouter,
      limitReportRouter,
      inventoryCatalogueRouter,
    ]),
  ],
  jobs: alertJobs,
  declares: [
    declare(parts, [...stockParts, ...transferParts, ...correctionParts]),
    declare(
      gateKindList,
      gateKindsOf('transfer', ['limit', 'difference'], () => rightToDecide),
    ),
    declare(
      gateKindList,
      gateKindsOf('adjustment', ['limit'], () => permissionFor.opening),
    ),
    declare(
      gateKindList,
      gateKindsOf('correction', ['limit'], () => 'manage_stock_adjustments'),
    ),
    declare(
      gateKindList,
      gateKindsOf('count', ['difference'], () => rightToCount).map((kind) => ({ ...kind, isEveryday: true })),
    ),
    declare(partyTypes, [{ code: 'employee' }]),
    declare(postingEvents, [
      ...Object.values(adjustmentEvents),
      ...Object.values(transferEvents),
      correctionEvent,
      countEvent,
    ]),
  ],
  answers: [
    ...transferAnswers,
    ...requestAnswers,
    ...correctionAnswers,
    answer(sourceNumbers, numbersOf),
    ...adjustmentAnswers,
    ...countAnswers,
    ...handoverAnswers,
    answer(openingBlockers, (db, { branchId }) => missingParts(db, partsOfBranch, { branchId })),
    answer(enablingBlockers, (db, what) =>
      'kind' in what
        ? missingParts(
            db,
            partsOfMode(what.kind, what.side).map(({ part }) => part),
            { modeId: what.modeId },
          )
        : missingParts(db, partsOfCurrency, { itemId: what.currencyId }),
    ),
    answer(closingBlockers, (db, { counterIds }) => openCounters(db, counterIds)),
    answer(closingBlockers, async (db, { counterIds }) => {
      const count = await countFilled(db, counterIds)
      return count > 0 ? [{ field: 'stock', code: 'STOCK_LEFT', data: { count } }] : []
    }),
    answer(dayBlockers, async (db, { dayId }) => {
      const count = await countUnfinished(db, dayId)
      return count > 0 ? [{ field: 'counts', code: 'COUNT_UNFINISHED', data: { count } }] : []
    }),
    answer(monthEndSteps, listUnfinishedOfMonth),
    answer(daysElsewhere, refuseClosed),
    answer(partyNames, async (db, { type, ids }) => (type === 'employee' ? userNames(db, ids) : new Map())),
    // What is promised out of the drawer must be handed over or released first.
    answer(dayBlockers, async (db, { counterId }) => {
      const count = await countPromisedAt(db, counterId)
      return count > 0 ? [{ field: 'stock', code: 'STOCK_PROMISED', data: { count } }] : []
    }),
  ],
}
