import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const accounts = () => import('./accounts/accounts.web.tsx')
const accountForms = () => import('./accounts/account-form.web.tsx')
const payees = () => import('./payees/payees.web.tsx')
const changes = () => import('./changes/changes.web.tsx')
const expenses = () => import('./expenses/expenses.web.tsx')
const expenseForm = () => import('./expenses/expense-form.web.tsx').then((m) => m.ExpenseForm)
const payments = () => import('./payments/payments.web.tsx')
const statements = () => import('./statements/statements.web.tsx')
const reconciliations = () => import('./reconciliations/reconciliations.web.tsx')
const cheques = () => import('./cheques/cheques.web.tsx')
const transfers = () => import('./transfers/transfers.web.tsx')

const home = '/accounting'

export const webModule: WebModule = {
  name: 'bank',
  routes: [
    ...resourceRoutes(`${home}/bank-account`, 'bank_accounts', {
      list: () => accounts().then((m) => m.List),
      form: () => accountForms().then((m) => m.AccountForm),
      update: () => accountForms().then((m) => m.AccountChangeForm),
      detail: () => accounts().then((m) => m.Detail),
    }),
    {
      path: `${home}/payee-list/bank-details`,
      permission: ['view_payees'],
      load: () => changes().then((m) => m.List),
    },
    {
      path: `${home}/payee-list/bank-details/create`,
      permission: ['manage_payees'],
      load: () => changes().then((m) => m.ChangeForm),
    },
    {
      path: `${home}/payee-list/bank-details/$id`,
      permission: ['view_payees'],
      load: () => changes().then((m) => m.Detail),
    },
    ...resourceRoutes(`${home}/payee-list`, 'payees', {
      list: () => payees().then((m) => m.List),
      form: () => import('./payees/payee-form.web.tsx').then((m) => m.PayeeForm),
      detail: () => payees().then((m) => m.Detail),
    }),
    {
      path: `${home}/payee-expense/ageing`,
      permission: ['view_payee_expenses'],
      load: () => import('./ageing/ageing.web.tsx').then((m) => m.AgeingPage),
    },
    ...resourceRoutes(`${home}/payee-expense`, 'payee_expenses', {
      list: () => expenses().then((m) => m.List),
      form: expenseForm,
      detail: () => expenses().then((m) => m.Detail),
    }),
    {
      path: `${home}/payee-payment`,
      permission: ['view_payee_payments'],
      load: () => payments().then((m) => m.List),
    },
    {
      path: `${home}/payee-payment/create`,
      permission: ['manage_payee_payments'],
      load: () => import('./payments/payment-form.web.tsx').then((m) => m.PaymentForm),
    },
    {
      path: `${home}/payee-payment/$id`,
      permission: ['view_payee_payments'],
      load: () => payments().then((m) => m.Detail),
    },
    {
      path: `${home}/cheques`,
      permission: ['view_bank_transfers'],
      load: () => cheques().then((m) => m.List),
    },
    {
      path: `${home}/cheques/create`,
      permission: ['manage_bank_transfers'],
      load: () => import('./cheques/cheque-form.web.tsx').then((m) => m.ChequeForm),
    },
    {
      path: `${home}/cheques/deposit`,
      permission: ['manage_bank_transfers'],
      load: () => import('./transfers/deposit-form.web.tsx').then((m) => m.DepositForm),
    },
    {
      path: `${home}/cheques/$id`,
      permission: ['view_bank_transfers'],
      load: () => cheques().then((m) => m.Detail),
    },
    {
      path: `${home}/bank-transfers`,
      permission: ['view_bank_transfers'],
      load: () => transfers().then((m) => m.List),
    },
    {
      path: `${home}/bank-transfers/create`,
      permission: ['manage_bank_transfers'],
      load: () => import('./transfers/transfer-form.web.tsx').then((m) => m.TransferForm),
    },
    {
      path: `${home}/bank-transfers/$id`,
      permission: ['view_bank_transfers'],
      load: () => transfers().then((m) => m.Detail),
    },
    {
      path: `${home}/bank-reconciliation`,
      permission: ['view_bank_reconciliations'],
      load: () => reconciliations().then((m) => m.List),
    },
    {
      path: `${home}/bank-reconciliation/create`,
      permission: ['manage_bank_reconciliations'],
      load: () => import('./reconciliations/reconciliation-form.web.tsx').then((m) => m.ReconciliationForm),
    },
    {
      path: `${home}/bank-reconciliation/$id`,
      permission: ['view_bank_reconciliations'],
      load: () => reconciliations().then((m) => m.Detail),
    },
    {
      path: `${home}/bank-reconciliation/$id/match`,
      permission: ['manage_bank_reconciliations'],
      load: () => import('./matches/matches.web.tsx').then((m) => m.MatchPage),
    },
    {
      path: `${home}/bank-reconciliation/$id/rules`,
      permission: ['manage_bank_reconciliations'],
      load: () => import('./rules/rules.web.tsx').then((m) => m.RulesPage),
    },
    {
      path: `${home}/bank-reconciliation/$id/report`,
      permission: ['view_bank_reconciliations'],
      load: () => import('./reconciliations/report.web.tsx').then((m) => m.ReportPage),
    },
    {
      path: `${home}/bank-reconciliation/statements`,
      permission: ['view_bank_statements', 'import_bank_statements'],
      load: () => statements().then((m) => m.List),
    },
    {
      path: `${home}/bank-reconciliation/statements/create`,
      permission: ['import_bank_statements'],
      load: () => import('./statements/import.web.tsx').then((m) => m.ImportPage),
    },
    {
      path: `${home}/bank-reconciliation/statements/$id`,
      permission: ['view_bank_statements', 'import_bank_statements'],
      load: () => statements().then((m) => m.Detail),
    },
    {
      path: `${home}/bank-transactions`,
      permission: ['view_bank_transactions'],
      load: () => import('./register/register.web.tsx').then((m) => m.RegisterPage),
    },
  ],
}
