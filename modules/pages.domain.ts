// Long because it is the whole menu.
import type { PermissionCode } from './permissions.domain.ts'

/** The apps of the product and their modules, in the order of the menus. A company switches them on and off. */
export const appModules = {
  mc: ['dashboard', 'transaction', 'rates', 'customers', 'inventory', 'compliance', 'reports'],
  accounting: ['ledger', 'bank', 'statements'],
  posretail: ['items', 'retail_stock', 'retail_reports'],
  remittance: ['orders', 'payout', 'providers'],
} as const

export type AppCode = keyof typeof appModules
export const appCodes = Object.keys(appModules) as [AppCode, ...AppCode[]]

/** Every app and module as a flat list. */
export const allModules = appCodes.flatMap((appCode) =>
  appModules[appCode].map((moduleCode: string) => ({ appCode, moduleCode })),
)

/** A page of the menu. Its text is `pages.<key>` of the catalogues beside this file. */
export interface Page {
  key: string
  link: string
  /** Any one of these shows it, beside what the page's own route asks; without it the route alone decides. */
  permission?: readonly PermissionCode[]
}

/** A line of the side menu with its pages; its text is `groups.<key>`. */
export interface PageGroup {
  key: string
  /** Shown in this app, while the company has its module switched on; without it in every app. */
  of?: { app: AppCode; module: string }
  /** Shown in this app too, while the company has any of its modules switched on. */
  also?: AppCode
  /** Part of the settings, which are a menu of their own with a way back. */
  isSetting?: boolean
  pages: readonly Page[]
}

const page = (key: string, link: string, ...permission: PermissionCode[]): Page =>
  permission.length > 0 ? { key, link, permission } : { key, link }

const group = (key: string, app: AppCode, module: string, ...pages: Page[]): PageGroup => ({
  key,
  of: { app, module },
  pages,
})

/** Compliance is there for remittances too, while their modules are switched on: specification 000, 6. */
const compliance = (key: string, ...pages: Page[]): PageGroup => ({
  ...group(key, 'mc', 'compliance', ...pages),
  also: 'remittance',
})

const settings = (key: string, ...pages: Page[]): PageGroup => ({ key, isSetting: true, pages })

const customer: PermissionCode[] = [
  'view_customers_information',
  'manage_customers_information',
  'view_customers_importing',
  'perform_customers_importing',
]

/**
 * The whole menu, specification 001, 2.2 and 2.5. A page whose module is not built yet has no route, and the shell leaves it
 * out until it has one.
 */
export const pageGroups: readonly PageGroup[] = [
  group('home', 'mc', 'dashboard', page('dashboard', '/dashboard')),
  { key: 'work', pages: [page('myWork', '/my-work')] },
  group(
    'transactions',
    'mc',
    'transaction',
    page('transaction', '/transaction'),
    page('pendingTransactions', '/pending-transaction'),
    page('transactionApprovals', '/transaction-approvals'),
    page('approvalDelegation', '/approval-delegation'),
    page('transactionMonitoring', '/transaction-monitoring'),
    page('transactionHistory', '/transaction-history'),
    page('cancelledTransactions', '/cancelled-rejected-transaction'),
  ),
  group(
    'rates',
    'mc',
    'rates',
    page('liveRates', '/fx-rates'),
    page('rateChart', '/fx-rates-chart'),
    page('boardRates', '/board-rates'),
    page('ratePreview', '/rate-preview'),
  ),
  group(
    'customers',
    'mc',
    'customers',
    page('individuals', '/customer/individual', ...customer),
    page('corporates', '/customer/corporate', ...customer),
    page('stakeholders', '/customer/stackholder', ...customer),
    page('bulkImport', '/customer/bulk-import', 'view_customers_importing', 'perform_customers_importing'),
    page('duplicateReviews', '/customer/duplicates', 'view_customers_information'),
  ),
  group(
    'inventory',
    'mc',
    'inventory',
    page('stock', '/inventory'),
    page('position', '/inventory/position'),
    page('counterDay', '/inventory/day'),
    page('dayReport', '/inventory/day-report'),
    page('transfers', '/inventory/transfers'),
    page('requests', '/inventory/inventory-request'),
    page('adjustments', '/inventory/adjustments'),
    page('openings', '/inventory/openings'),
    page('audits', '/inventory/audit-or-count'),
    page('limits', '/inventory/limits'),
  ),
  compliance(
    'unsc',
    page('unscSearch', '/compliance/unsc', 'perform_screening'),
    page('unscMonitoring', '/compliance/unsc/customer-ogm', 'perform_screening'),
    page('unscHistory', '/compliance/unsc/history', 'perform_screening'),
  ),
  compliance(
    'ofac',
    page('ofacSearch', '/compliance/ofac', 'perform_screening'),
    page('ofacMonitoring', '/compliance/ofac/customer-ogm', 'perform_screening'),
    page('ofacHistory', '/compliance/ofac/history', 'perform_screening'),
  ),
  compliance(
    'enhancedScreening',
    page('enhancedScreening', '/compliance/screening', 'perform_screening'),
    page('enhancedMonitoring', '/compliance/screening/customer-ogm', 'view_screening_ongoing_monitoring'),
    page('enhancedHistory', '/compliance/screening-history', 'view_screening', 'manage_screening'),
    page('screeningLists', '/compliance/screening-lists'),
    page('bulkScreening', '/compliance/bulk-screening', 'perform_screening'),
    page('screeningWhitelist', '/compliance/screening-whitelist', 'view_screening', 'manage_screening'),
  ),
  compliance(
    'cases',
    page('cases', '/case-management'),
    page('reportCandidates', '/compliance/report-candidates'),
  ),
  group(
    'reports',
    'mc',
    'reports',
    page('reports', '/reports'),
    page('stockOnHand', '/reports/stock-on-hand', 'view_stock'),
    page('inventoryChange', '/reports/inventory-change-report', 'view_stock'),
    page('stockMovements', '/reports/stock-movements', 'view_stock'),
    page('branchTransferDetail', '/reports/detail-branch-transfer', 'view_transfers'),
    page('transitAgeing', '/reports/transit-ageing', 'view_transfers'),
    page('countVariances', '/reports/count-variances', 'view_expected_count'),
    page('denominations', '/reports/denominations', 'view_stock'),
    page('profitLoss', '/reports/profit-loss', 'view_expected_gain'),
  ),
  group(
    'ledger',
    'accounting',
    'ledger',
    page('ledgerGroups', '/accounting/ledger-groups'),
    page('ledgers', '/accounting/ledgers'),
    page('taxCodes', '/accounting/tax-codes'),
    page('journal', '/accounting/journal'),
    page('adjustingEntries', '/accounting/adjusting-entries'),
    page('revaluation', '/accounting/fx-revaluation-entry'),
    page('detailLedger', '/accounting/detail-ledger-analysis'),
    page('monthEnd', '/accounting/month-end'),
    page('yearEnd', '/accounting/year-end'),
    page('frozenStatements', '/accounting/frozen-statements'),
    page('periodLock', '/accounting/period-lock'),
    page('anchors', '/accounting/anchors'),
    page('ledgerMappings', '/accounting/global-ledger-mappings'),
    page('systemCheck', '/accounting/system-check'),
    page('inventorySystemCheck', '/accounting/inventory-system-check'),
  ),
  group(
    'bank',
    'accounting',
    'bank',
    page('bankAccounts', '/accounting/bank-account'),
    page('payees', '/accounting/payee-list'),
    page('bankTransfers', '/accounting/bank-transfers'),
    page('cheques', '/accounting/cheques'),
    page('bankTransactions', '/accounting/bank-transactions'),
    page('payeeExpenses', '/accounting/payee-expense'),
    page('payeePayments', '/accounting/payee-payment'),
    page('reconciliation', '/accounting/bank-reconciliation'),
  ),
  group(
    'statements',
    'accounting',
    'statements',
    page('statementIndex', '/accounting/report'),
    page('trialBalance', '/accounting/trial-balance'),
    page('balanceSheet', '/accounting/balance-sheet'),
    page('companyIncome', '/accounting/company-income'),
    page('branchIncome', '/accounting/branch-income'),
    page('cashMovement', '/accounting/cash-movement'),
    page('subLedgers', '/accounting/sub-ledgers'),
    page('taxSummary', '/accounting/tax-summary'),
  ),
  group(
    'items',
    'posretail',
    'items',
    page('retailSales', '/pos-retail/sales'),
    page('retailReturns', '/pos-retail/returns'),
    page('principals', '/pos-retail/principals'),
    page('principalSettlements', '/pos-retail/principal-settlements'),
    page('categories', '/pos-retail/categories'),
    page('taxes', '/pos-retail/taxes'),
    page('items', '/pos-retail/items'),
    page('branchTaxes', '/pos-retail/branch-tax-setting'),
    page('branchItems', '/pos-retail/branch-item-setting'),
    page('retailPolicy', '/pos-retail/settings'),
  ),
  group(
    'retailStock',
    'posretail',
    'retail_stock',
    page('goodsStock', '/pos-retail/stock'),
    page('serials', '/pos-retail/serials'),
    page('expiry', '/pos-retail/expiry'),
    page('retailTransfers', '/pos-retail/transfers'),
    page('retailAdjustments', '/pos-retail/adjustments'),
    page('retailCounts', '/pos-retail/audit-or-count'),
  ),
  group('retailReports', 'posretail', 'retail_reports', page('retailReports', '/pos-retail/reports')),
  group(
    'orders',
    'remittance',
    'orders',
    page('newOrder', '/pos-remittance'),
    page('orders', '/remittance'),
    page('orderImport', '/remittance/import'),
    page('orderSummary', '/remittance/summary'),
    page('corridorProfit', '/remittance/corridor-profit'),
    page('batches', '/remittance/batch-management'),
    page('incomingFunds', '/remittance/incoming-fund'),
    page('inwardRemittances', '/remittance/inward'),
  ),
  group(
    'payout',
    'remittance',
    'payout',
    page('payoutBalances', '/remittance/providers-balance'),
    page('payoutTopUps', '/remittance/provider-top-ups'),
    page('providerReconciliation', '/remittance/provider-reconciliation'),
    page('providerStatements', '/remittance/provider-statements'),
    page('statementDifferences', '/remittance/statement-differences'),
    page('providerReports', '/remittance/provider-reports'),
  ),
  group('providers', 'remittance', 'providers', page('providers', '/remittance/provider')),

  settings(
    'general',
    page('generalSettings', '/settings/general', 'update_general_settings'),
    page('informationFields', '/settings/information-fields', 'view_information_fields'),
  ),
  settings(
    'company',
    page('company', '/account-management/company', 'view_company_information'),
    page('regions', '/account-management/region', 'view_regions'),
    page('branches', '/account-management/branch', 'view_branches'),
    page('counters', '/account-management/counter', 'view_counters'),
  ),
  settings(
    'currency',
    page('currencies', '/settings/currency', 'view_currencies'),
    page('subCurrencies', '/settings/sub-currency-setting', 'view_currencies'),
    page('branchCurrencies', '/settings/currency-branch-setting', 'view_branch_currencies'),
    page('baseRate', '/settings/base-rate', 'view_base_rate'),
    page('marginRate', '/settings/margin-rate', 'view_margin_rate'),
    page('customRate', '/settings/custom-rate', 'view_custom_rate'),
    page('rateValidation', '/settings/rate-validation', 'view_rate_validation'),
    page('payoutBaseRate', '/settings/payout-base-rate', 'view_remittance_base_rate'),
  ),
  settings(
    'remittance',
    page('payoutRates', '/settings/payout-rates', 'view_payout_rate'),
    page('payoutCurrencies', '/settings/payout-currencies', 'view_payout_currency_settings'),
    page('payoutRecipients', '/settings/recipient-setting', 'view_payout_recipient_settings'),
    page('payoutPartners', '/settings/payout-partners', 'view_remittance_transaction_setting'),
    page('payoutLowLimits', '/settings/provider-balance-settings', 'view_payout_account_balance_limit'),
  ),
  settings(
    'compliance',
    page('dueDiligence', '/settings/cdd-ecdd', 'view_cdd_settings'),
    page('rbaScoring', '/settings/rba-scoring', 'view_rba_settings'),
    page('rulesCategory', '/settings/rules-category', 'view_compliance_rule_categories'),
    page('countryRisk', '/settings/country-risk', 'view_country_risk'),
    page('nameScreening', '/settings/name-screening', 'view_screening_settings'),
    page('kycScreening', '/settings/kyc-screening-settings', 'view_kyc_screening_settings'),
    page('riskSettings', '/settings/risk-settings', 'view_screening_settings'),
  ),
  settings('caseManagement', page('caseStatuses', '/settings/case-statuses', 'view_case_statuses')),
  settings(
    'stock',
    page('stockLimit', '/settings/stock-limit', 'view_branch_stock_limit'),
    page('paymentMapping', '/settings/mop-settings', 'view_mode_of_payment_mapping'),
    page('deliveryMapping', '/settings/mod-settings', 'view_mode_of_delivery_mapping'),
    page('modeAccounts', '/settings/mop-mod-mapping-setting'),
  ),
  settings(
    'transaction',
    page('transactionFee', '/settings/transaction-setting', 'view_fee_settings'),
    page('workFlow', '/settings/transaction-workflow', 'view_transaction_workflow'),
  ),
  settings(
    'userManagement',
    page('users', '/account-management/user', 'view_users'),
    page('roles', '/account-management/company-role', 'view_roles'),
    page('secondFactor', '/settings/second-factor', 'view_roles'),
    page('apiKeys', '/account-management/api-key', 'view_api_keys'),
    page('webhooks', '/account-management/webhook', 'view_webhooks'),
    page('userAudit', '/account-management/user-audit', 'view_user_audit'),
  ),
]

/** What decides which pages somebody sees. */
export interface Reach {
  /** There is such a page, and the person may open it. */
  opens: (page: Page) => boolean
  /** The company's switches, as `mc/rates`; a module that is not among them is off. */
  modules: ReadonlySet<string>
}

const isShared = ({ of }: PageGroup, apps: readonly AppCode[]) => of !== undefined && !apps.includes(of.app)

/** The lines of the menu of these apps, each with the pages that somebody sees; a line without a page is left out. */
export function visibleGroups(reach: Reach, apps: readonly AppCode[]): PageGroup[] {
  const isOn = ({ app, module }: { app: AppCode; module: string }) =>
    apps.includes(app) && reach.modules.has(`${app}/${module}`)
  return (
    pageGroups
      .filter(
        ({ of, also }) =>
          !of || isOn(of) || (also && apps.includes(also) && modulesOn(reach, also).length > 0),
      )
      .map((one) => ({ ...one, pages: one.pages.filter(reach.opens) }))
      .filter(({ pages }) => pages.length > 0)
      // What an app shares with another comes after its own.
      .toSorted((a, b) => Number(isShared(a, apps)) - Number(isShared(b, apps)))
  )
}

/** Those of an app's modules that the company has switched on. */
const modulesOn = ({ modules }: Reach, app: AppCode) =>
  appModules[app].filter((code: string) => modules.has(`${app}/${code}`))

/**
 * The apps to switch between: those with more than one module switched on (specification 000, 2) and a page of their own that
 * the person may open.
 */
export const offeredApps = (reach: Reach): AppCode[] =>
  appCodes.filter(
    (app) =>
      modulesOn(reach, app).length > 1 && visibleGroups(reach, [app]).some(({ of }) => of?.app === app),
  )

/** The line and the page behind an address, or one below it: the longest link that fits. */
export function pageAt(pathname: string): { group: PageGroup; page: Page } | undefined {
  const all = pageGroups.flatMap((one) => one.pages.map((found) => ({ group: one, page: found })))
  return all
    .filter(({ page: { link } }) => pathname === link || pathname.startsWith(`${link}/`))
    .toSorted((a, b) => b.page.link.length - a.page.link.length)[0]
}
