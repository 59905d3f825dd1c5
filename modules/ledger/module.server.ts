import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { branchRegions } from '#modules/organisation/public.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import { availableStock } from '#modules/currencies/public.server.ts'
import { declare } from '#kit/domain/open-list.domain.ts'
import { accountsRouter } from './accounts/accounts.server.ts'
import { chartRouter } from './chart/chart.server.ts'
import { startingRouter } from './chart/starting.server.ts'
import { checkJobs, inventorySystemCheckRouter, systemCheckRouter } from './check/system-check.server.ts'
import { anchorJobs } from './anchors/anchoring.server.ts'
import { anchorsRouter } from './anchors/anchors.server.ts'
import { entryEvent, rightToAuthorise } from './entries/entries.domain.ts'
import { entriesRouter, entryAnswers, entryJobs } from './entries/entries.server.ts'
import { numbersOfEntries } from './entries/entry-lines.server.ts'
import { engineParts, parts, partyTypes, postingEvents } from './events/events.domain.ts'
import { frozenStatementsRouter } from './frozen/frozen.server.ts'
import { ledgerGroupsRouter } from './accounts/groups.server.ts'
import { detailLedgerRouter, journalRouter, sourceNumbers } from './journal/journal.server.ts'
import { mappingsRouter } from './mappings/mappings.server.ts'
import { monthEndRouter } from './month-end/month-end.server.ts'
import { partyNames } from './parties/parties.server.ts'
import { plainJournalRouter } from './plain/plain.server.ts'
import { periodLocksRouter } from './periods/periods.server.ts'
import { revaluationEvent, returnEvent, revaluationParts } from './revaluations/revaluations.domain.ts'
import { revaluationJobs } from './revaluations/returns.server.ts'
import { numbersOfRuns, revaluationAnswers, revaluationsRouter } from './revaluations/revaluations.server.ts'
import { reservationJobs } from './reservations/reservations.server.ts'
import { sealJobs } from './seal/seal.server.ts'
import { yearEndEvent, yearEndParts } from './year-end/year-end.domain.ts'
import { numbersOfYearEnds, yearEndAnswers, yearEndsRouter } from './year-end/year-end.server.ts'
import { rightToUnlock } from './unlocks/unlocks.domain.ts'
import { periodUnlocksRouter, unlockAnswers } from './unlocks/unlocks.server.ts'
import {
  balanceSheetRouter,
  branchIncomeRouter,
  companyIncomeRouter,
  trialBalanceRouter,
} from './statements/statements.server.ts'
import { stockPostedAnswer } from './stock/kept.server.ts'
import { cashMovementRouter } from './cash-movement/cash-movement.server.ts'
import { subLedgersRouter } from './sub-ledgers/sub-ledgers.server.ts'
import { taxCodesRouter } from './tax-codes/tax-codes.server.ts'
import { sharesOfEntries } from './tax-summary/tax-summary.queries.ts'
import { taxShares, taxSummaryRouter } from './tax-summary/tax-summary.server.ts'
import { available } from './stock/stock.queries.ts'

export const ledger: ServerModule = {
  name: 'ledger',
  dependsOn: ['organisation', 'currencies', 'approvals', 'documents', 'settings', 'notifications'],
  routers: [
    accountsRouter,
    chartRouter,
    startingRouter,
    ledgerGroupsRouter,
    taxCodesRouter,
    entriesRouter,
    revaluationsRouter,
    yearEndsRouter,
    frozenStatementsRouter,
    systemCheckRouter,
    inventorySystemCheckRouter,
    trialBalanceRouter,
    balanceSheetRouter,
    companyIncomeRouter,
    branchIncomeRouter,
    taxSummaryRouter,
    subLedgersRouter,
    cashMovementRouter,
    mappingsRouter,
    journalRouter,
    plainJournalRouter,
    detailLedgerRouter,
    periodLocksRouter,
    periodUnlocksRouter,
    monthEndRouter,
    anchorsRouter,
  ],
  jobs: [...sealJobs, ...anchorJobs, ...reservationJobs, ...entryJobs, ...revaluationJobs, ...checkJobs],
  answers: [
    answer(availableStock, available),
    stockPostedAnswer,
    ...unlockAnswers,
    ...entryAnswers,
    ...revaluationAnswers,
    ...yearEndAnswers,
    answer(sourceNumbers, numbersOfRuns),
    answer(sourceNumbers, numbersOfYearEnds),
    answer(sourceNumbers, numbersOfEntries),
    answer(taxShares, async (db, { type, ids }) => (type === 'manualEntry' ? sharesOfEntries(db, ids) : [])),
    answer(partyNames, async (db, { type }) =>
      type === 'branch'
        ? new Map((await branchRegions(db)).map(({ id, name }) => [id, { id, name }]))
        : new Map(),
    ),
  ],
  declares: [
    declare(parts, [...engineParts, ...revaluationParts, ...yearEndParts]),
    declare(partyTypes, [{ code: 'branch' }]),
    declare(postingEvents, [entryEvent, revaluationEvent, returnEvent, yearEndEvent]),
    declare(
      gateKindList,
      gateKindsOf('manualEntry', ['limit'], () => rightToAuthorise),
    ),
    declare(
      gateKindList,
      gateKindsOf('periodUnlock', ['unlock'], () => rightToUnlock),
    ),
  ],
}
