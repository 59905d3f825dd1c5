import type { WebModule } from '#kit/web/module.web.tsx'
import { resourceRoutes } from '#kit/web/resource/routes.web.ts'

const orders = () => import('./order-pages/orders.web.tsx')
const providers = () => import('./providers/providers.web.tsx')
const providerForm = () => import('./providers/provider-form.web.tsx').then((m) => m.ProviderForm)
const rates = () => import('./payout-rates/payout-rates.web.tsx')
const rateForm = () => import('./payout-rates/payout-rate-form.web.tsx').then((m) => m.PayoutRateForm)
const purposes = () => import('./purposes/purposes.web.tsx')
const purposesForm = () => import('./purposes/purpose-form.web.tsx').then((m) => m.PurposeCodeForm)
const rules = () => import('./recipient-rules/recipient-rules.web.tsx')
const rulesForm = () =>
  import('./recipient-rules/recipient-rule-form.web.tsx').then((m) => m.RecipientRuleForm)
const currencies = () => import('./payout-currencies/payout-currencies.web.tsx')
const currenciesForm = () =>
  import('./payout-currencies/payout-currency-form.web.tsx').then((m) => m.PayoutCurrencyForm)
const baseRates = () => import('./base-rates/base-rates.web.tsx')
const baseRatesForm = () => import('./base-rates/base-rate-form.web.tsx').then((m) => m.PayoutBaseRateForm)
const limits = () => import('./low-limits/low-limits.web.tsx')
const limitsForm = () => import('./low-limits/low-limit-form.web.tsx').then((m) => m.LowLimitForm)

const prefunds = () => import('./prefunds/prefunds.web.tsx')
const payoutBatches = () => import('./payout-batches/payout-batches.web.tsx')
const incomingFunds = () => import('./incoming-funds/incoming-funds.web.tsx')
const inwards = () => import('./inward/inward.web.tsx')
const differences = () => import('./statement-differences/statement-differences.web.tsx')
const prefundMoves = () => import('./prefund-moves/prefund-moves.web.tsx')

const see = ['view_remittance_orders']
const seeBalances = ['view_provider_balances']
const manageBalances = ['manage_provider_balances']

export const webModule: WebModule = {
  name: 'remittance',
  routes: [
    ...resourceRoutes('/remittance/provider', 'providers', {
      list: () => providers().then((m) => m.List),
      form: providerForm,
      detail: () => providers().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/payout-rates', 'payout_rate', {
      list: () => rates().then((m) => m.List),
      form: rateForm,
      detail: () => rates().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/payout-partners', 'remittance_transaction_setting', {
      list: () => purposes().then((m) => m.List),
      form: purposesForm,
      detail: () => purposes().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/recipient-setting', 'payout_recipient_settings', {
      list: () => rules().then((m) => m.List),
      form: rulesForm,
      detail: () => rules().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/payout-currencies', 'payout_currency_settings', {
      list: () => currencies().then((m) => m.List),
      form: currenciesForm,
      detail: () => currencies().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/payout-base-rate', 'remittance_base_rate', {
      list: () => baseRates().then((m) => m.List),
      form: baseRatesForm,
      detail: () => baseRates().then((m) => m.Detail),
    }),
    ...resourceRoutes('/settings/provider-balance-settings', 'payout_account_balance_limit', {
      list: () => limits().then((m) => m.List),
      form: limitsForm,
      detail: () => limits().then((m) => m.Detail),
    }),
    {
      path: '/remittance/providers-balance',
      permission: seeBalances,
      load: () => prefunds().then((m) => m.PrefundList),
    },
    {
      path: '/remittance/providers-balance/create',
      permission: manageBalances,
      load: () => prefunds().then((m) => m.PrefundForm),
    },
    {
      path: '/remittance/providers-balance/movements',
      permission: seeBalances,
      load: () => import('./prefund-movements/prefund-movements.web.tsx').then((m) => m.PrefundMovementsPage),
    },
    {
      path: '/remittance/providers-balance/$id',
      permission: seeBalances,
      load: () => prefunds().then((m) => m.PrefundPage),
    },
    {
      path: '/remittance/provider-reconciliation',
      permission: seeBalances,
      load: () => import('./partner-statements/reconciliation.web.tsx').then((m) => m.ReconciliationPage),
    },
    {
      path: '/remittance/provider-statements',
      permission: seeBalances,
      load: () => import('./partner-statements/partner-statements.web.tsx').then((m) => m.StatementList),
    },
    {
      path: '/remittance/statement-differences',
      permission: seeBalances,
      load: () => differences().then((m) => m.List),
    },
    {
      path: '/remittance/statement-differences/$id',
      permission: seeBalances,
      load: () => differences().then((m) => m.Detail),
    },
    {
      path: '/remittance/provider-top-ups',
      permission: seeBalances,
      load: () => prefundMoves().then((m) => m.List),
    },
    {
      path: '/remittance/provider-top-ups/create',
      permission: manageBalances,
      load: () => prefundMoves().then((m) => m.PrefundMoveForm),
    },
    {
      path: '/remittance/provider-top-ups/$id',
      permission: seeBalances,
      load: () => prefundMoves().then((m) => m.Detail),
    },
    {
      path: '/remittance/batch-management',
      permission: ['view_payout_batches'],
      load: () => payoutBatches().then((m) => m.List),
    },
    {
      path: '/remittance/batch-management/create',
      permission: ['manage_payout_batches'],
      load: () => payoutBatches().then((m) => m.PayoutBatchForm),
    },
    {
      path: '/remittance/batch-management/$id',
      permission: ['view_payout_batches'],
      load: () => payoutBatches().then((m) => m.Detail),
    },
    {
      path: '/remittance/incoming-fund',
      permission: ['view_incoming_funds'],
      load: () => incomingFunds().then((m) => m.List),
    },
    {
      path: '/remittance/incoming-fund/create',
      permission: ['manage_incoming_funds'],
      load: () => incomingFunds().then((m) => m.IncomingFundForm),
    },
    {
      path: '/remittance/incoming-fund/$id',
      permission: ['view_incoming_funds'],
      load: () => incomingFunds().then((m) => m.Detail),
    },
    {
      path: '/remittance/inward',
      permission: ['view_inward_remittances'],
      load: () => inwards().then((m) => m.List),
    },
    {
      path: '/remittance/inward/create',
      permission: ['manage_inward_remittances'],
      load: () => inwards().then((m) => m.InwardForm),
    },
    {
      path: '/remittance/inward/$id',
      permission: ['view_inward_remittances'],
      load: () => inwards().then((m) => m.Detail),
    },
    {
      path: '/remittance/provider-reports',
      permission: see,
      load: () => import('./reporting/provider-reports.web.tsx').then((m) => m.ProviderReports),
    },
    {
      path: '/remittance/summary',
      permission: see,
      load: () => import('./order-pages/summary.web.tsx').then((m) => m.SummaryPage),
    },
    {
      path: '/remittance/corridor-profit',
      permission: seeBalances,
      load: () => import('./corridor-profit/corridor-profit.web.tsx').then((m) => m.CorridorProfitPage),
    },
    {
      path: '/remittance/import',
      permission: ['create_remittance_orders'],
      load: () => import('./order-imports/order-imports.web.tsx').then((m) => m.OrderImportPage),
    },
    { path: '/remittance', permission: see, load: () => orders().then((m) => m.List) },
    { path: '/remittance/$id', permission: see, load: () => orders().then((m) => m.Detail) },
    {
      path: '/track/$id',
      permission: 'anyone',
      load: () => import('./tracking/tracking.web.tsx').then((m) => m.TrackOrder),
    },
    {
      path: '/pos-remittance',
      permission: ['create_remittance_orders'],
      load: () => import('./entry/order-form.web.tsx').then((m) => m.OrderScreen),
    },
  ],
}
