import { declare } from '#kit/domain/open-list.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import type { ServerModule } from '#kit/server/module.server.ts'
import { gateKindList, gateKindsOf } from '#modules/approvals/gates/gates.domain.ts'
import {
  holderNames,
  ledgersOfBanks,
  monthEndSteps,
  parts,
  partyNames,
  partyTypes,
  postingEvents,
  sourceNumbers,
  taxShares,
} from '#modules/ledger/public.server.ts'
import { openingEvent } from './accounts/accounts.domain.ts'
import { bankAccountsRouter } from './accounts/accounts.server.ts'
import { chequeEvents, chequeParts } from './cheques/cheques.domain.ts'
import { chequeAnswers, chequesRouter } from './cheques/cheques.server.ts'
import { payeeAgeingRouter } from './ageing/ageing.server.ts'
import { changeAnswers, payeeChangesRouter } from './changes/changes.server.ts'
import { expenseEvent, expenseParts, rightToAuthorise } from './expenses/expenses.domain.ts'
import { taxSharesOf } from './expenses/expenses.queries.ts'
import { expenseAnswers, payeeExpensesRouter } from './expenses/expenses.server.ts'
import { namesOf as accountNames, takenLedgers } from './accounts/accounts.queries.ts'
import { lineEvent, matchParts } from './matches/created.domain.ts'
import { matchesRouter } from './matches/matches.server.ts'
import { namesOf } from './payees/payees.queries.ts'
import { payeesRouter } from './payees/payees.server.ts'
import { paymentEvent } from './payments/payments.domain.ts'
import { paymentAnswers, payeePaymentsRouter } from './payments/payments.server.ts'
import {
  listUnreconciledOfMonth,
  reconciliationAnswers,
  reconciliationsRouter,
} from './reconciliations/reconciliations.server.ts'
import { bankTransactionsRouter } from './register/register.server.ts'
import { rulesRouter } from './rules/rules.server.ts'
import { numbersOf } from './series/series.queries.ts'
import { transferEvents, transferParts } from './transfers/transfers.domain.ts'
import { bankTransfersRouter, transferAnswers } from './transfers/transfers.server.ts'
import { statementsRouter } from './statements/statements.server.ts'

export const bank: ServerModule = {
  name: 'bank',
  dependsOn: ['organisation', 'currencies', 'approvals', 'documents', 'ledger', 'inventory'],
  routers: [
    bankAccountsRouter,
    payeesRouter,
    payeeChangesRouter,
    payeeExpensesRouter,
    payeeAgeingRouter,
    payeePaymentsRouter,
    bankTransfersRouter,
    chequesRouter,
    bankTransactionsRouter,
    statementsRouter,
    reconciliationsRouter,
    matchesRouter,
    rulesRouter,
  ],
  declares: [
    declare(parts, [...expenseParts, ...transferParts, ...matchParts, ...chequeParts]),
    declare(partyTypes, [{ code: 'payee' }]),
    declare(postingEvents, [
      openingEvent,
      expenseEvent,
      paymentEvent,
      lineEvent,
      ...Object.values(transferEvents),
      ...Object.values(chequeEvents),
    ]),
    declare(
      gateKindList,
      gateKindsOf('payeeChange', ['details'], () => 'manage_payees'),
    ),
    declare(
      gateKindList,
      gateKindsOf('payeeExpense', ['limit'], () => rightToAuthorise),
    ),
    declare(
      gateKindList,
      gateKindsOf('payeePayment', ['limit'], () => rightToAuthorise),
    ),
  ],
  answers: [
    ...changeAnswers,
    ...expenseAnswers,
    ...paymentAnswers,
    ...transferAnswers,
    ...chequeAnswers,
    ...reconciliationAnswers,
    answer(ledgersOfBanks, takenLedgers),
    answer(monthEndSteps, listUnreconciledOfMonth),
    answer(sourceNumbers, numbersOf),
    answer(taxShares, async (db, { type, ids }) => (type === 'payeeExpense' ? taxSharesOf(db, ids) : [])),
    answer(holderNames, accountNames),
    answer(partyNames, async (db, { type, ids }) => (type === 'payee' ? namesOf(db, ids) : new Map())),
  ],
}
