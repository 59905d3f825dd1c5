import type { WebModule } from '#kit/web/module.web.tsx'

const journal = () => import('./journal/journal.web.tsx')
const ledgerForms = () => import('./accounts/account-form.web.tsx')
const groupPages = () => import('./accounts/groups.web.tsx')
const taxCodePages = () => import('./tax-codes/tax-codes.web.tsx')
const taxCodeForm = () => import('./tax-codes/tax-code-form.web.tsx').then((m) => m.TaxCodeForm)
const taxCodes = '/accounting/tax-codes'
const groups = '/accounting/ledger-groups'
const entries = '/accounting/adjusting-entries'
const entryPages = () => import('./entry-pages/entries.web.tsx')
const entryForm = () => import('./entry-pages/entry-form.web.tsx').then((m) => m.EntryForm)
const runs = '/accounting/fx-revaluation-entry'
const runPages = () => import('./revaluations/revaluations.web.tsx')
const checkPages = () => import('./check/system-check.web.tsx')
const years = '/accounting/year-end'
const yearPages = () => import('./year-end/year-end.web.tsx')
const frozen = '/accounting/frozen-statements'
const frozenPages = () => import('./frozen/frozen.web.tsx')
const mapped = '/accounting/global-ledger-mappings'
const mappingForm = () => import('./mappings/mapping-form.web.tsx').then((m) => m.MappingForm)
const see = ['view_ledger']

const statements = () => import('./statements/statements.web.tsx')
const statementRoutes = (
  [
    ['trial-balance', 'TrialBalance'],
    ['balance-sheet', 'BalanceSheet'],
    ['company-income', 'CompanyIncome'],
    ['branch-income', 'BranchIncome'],
    ['report', 'StatementIndex'],
  ] as const
).map(([path, page]) => ({
  path: `/accounting/${path}`,
  permission: ['view_statements' as const],
  load: () => statements().then((m) => m[page]),
}))

export const webModule: WebModule = {
  name: 'ledger',
  routes: [
    ...statementRoutes,
    {
      path: '/accounting/tax-summary',
      permission: ['view_statements'],
      load: () => import('./tax-summary/tax-summary.web.tsx').then((m) => m.TaxSummaryPage),
    },
    {
      path: '/accounting/sub-ledgers',
      permission: ['view_statements'],
      load: () => import('./sub-ledgers/sub-ledgers.web.tsx').then((m) => m.SubLedgerPage),
    },
    {
      path: '/accounting/cash-movement',
      permission: ['view_statements'],
      load: () => import('./cash-movement/cash-movement.web.tsx').then((m) => m.CashMovementPage),
    },
    {
      path: '/accounting/ledgers',
      permission: see,
      load: () => import('./chart/ledgers.web.tsx').then((m) => m.Accounts),
    },
    {
      path: '/accounting/ledgers/create',
      permission: ['manage_ledger'],
      load: () => ledgerForms().then((m) => m.AccountForm),
    },
    {
      path: '/accounting/ledgers/update/$id',
      permission: ['manage_ledger'],
      load: () => ledgerForms().then((m) => m.AccountForm),
    },
    {
      path: '/accounting/ledgers/$id',
      permission: see,
      load: () => ledgerForms().then((m) => m.AccountPage),
    },
    { path: taxCodes, permission: see, load: () => taxCodePages().then((m) => m.List) },
    { path: `${taxCodes}/create`, permission: ['manage_ledger'], load: taxCodeForm },
    { path: `${taxCodes}/update/$id`, permission: ['manage_ledger'], load: taxCodeForm },
    { path: `${taxCodes}/$id`, permission: see, load: () => taxCodePages().then((m) => m.Detail) },
    { path: groups, permission: see, load: () => groupPages().then((m) => m.LedgerGroupList) },
    {
      path: `${groups}/create`,
      permission: ['manage_ledger'],
      load: () => groupPages().then((m) => m.LedgerGroupForm),
    },
    {
      path: `${groups}/update/$id`,
      permission: ['manage_ledger'],
      load: () => groupPages().then((m) => m.LedgerGroupForm),
    },
    {
      path: entries,
      permission: ['view_adjusting_entries'],
      load: () => entryPages().then((m) => m.EntryList),
    },
    { path: `${entries}/create`, permission: ['manage_adjusting_entries'], load: entryForm },
    { path: `${entries}/update/$id`, permission: ['manage_adjusting_entries'], load: entryForm },
    {
      path: `${entries}/$id`,
      permission: ['view_adjusting_entries'],
      load: () => entryPages().then((m) => m.EntryDetailPage),
    },
    {
      path: '/accounting/system-check',
      permission: ['view_statements'],
      load: () => checkPages().then((m) => m.SystemCheck),
    },
    {
      path: '/accounting/inventory-system-check',
      permission: ['view_statements'],
      load: () => checkPages().then((m) => m.InventorySystemCheck),
    },
    { path: runs, permission: ['view_revaluations'], load: () => runPages().then((m) => m.RevaluationList) },
    {
      path: `${runs}/create`,
      permission: ['manage_revaluations'],
      load: () => import('./revaluations/revaluation-form.web.tsx').then((m) => m.RevaluationForm),
    },
    {
      path: `${runs}/$id`,
      permission: ['view_revaluations'],
      load: () => runPages().then((m) => m.RevaluationPage),
    },
    { path: '/accounting/journal', permission: see, load: () => journal().then((m) => m.Journal) },
    { path: '/accounting/journal/$id', permission: see, load: () => journal().then((m) => m.EntryPage) },
    {
      path: '/accounting/detail-ledger-analysis',
      permission: see,
      load: () => import('./journal/detail-ledger.web.tsx').then((m) => m.DetailLedgerPage),
    },
    {
      path: mapped,
      permission: ['view_ledger_mapping'],
      load: () => import('./mappings/mappings.web.tsx').then((m) => m.MappingList),
    },
    { path: `${mapped}/create`, permission: ['manage_ledger_mapping'], load: mappingForm },
    { path: `${mapped}/update/$id`, permission: ['manage_ledger_mapping'], load: mappingForm },
    {
      path: '/accounting/month-end',
      permission: ['view_period_lock'],
      load: () => import('./month-end/month-end.web.tsx').then((m) => m.MonthEndPage),
    },
    { path: frozen, permission: ['view_statements'], load: () => frozenPages().then((m) => m.FrozenList) },
    {
      path: `${frozen}/create`,
      permission: ['manage_period_lock'],
      load: () => frozenPages().then((m) => m.FrozenForm),
    },
    {
      path: `${frozen}/$id`,
      permission: ['view_statements'],
      load: () => frozenPages().then((m) => m.FrozenPage),
    },
    { path: years, permission: ['view_period_lock'], load: () => yearPages().then((m) => m.YearEndList) },
    {
      path: `${years}/create`,
      permission: ['manage_period_lock'],
      load: () => yearPages().then((m) => m.YearEndForm),
    },
    {
      path: `${years}/$id`,
      permission: ['view_period_lock'],
      load: () => yearPages().then((m) => m.YearEndPage),
    },
    {
      path: '/accounting/anchors',
      permission: ['view_period_lock'],
      load: () => import('./anchors/anchors.web.tsx').then((m) => m.AnchorList),
    },
    {
      path: '/accounting/period-lock',
      permission: ['view_period_lock'],
      load: () => import('./unlocks/unlocks.web.tsx').then((m) => m.PeriodPage),
    },
  ],
}
