// Long because the roles of the product stand in one place, to be read beside one another.
import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { workspaceTypes, type WorkspaceType } from '#modules/organisation/structure/structure.domain.ts'
import {
  permissionCatalogue,
  permissionCodes,
  type PermissionCode,
  withImplied,
} from '#modules/permissions.domain.ts'

/** What an authorise limit can bound; amounts are in local currency. */
export const limitTypes = [
  'deal_amount',
  'daily_amount',
  'customer_amount',
  'rate_deviation',
  'fee_waiver',
  'below_cost',
  'adjustment_value',
  'transfer_value',
  'count_variance',
  'refund',
  'retail_discount',
  'manual_journal',
  'payment_amount',
  'payout_release',
  'whitelist',
  'rba_clearance',
] as const
/**
 * Types that no act asks for, each with why: whoever builds the module that is named takes its type out of here, and a test finds
 * every other that nothing asks for.
 */
export const notAsked = {
  payout_release: { untilBuilt: 'modules/remittance/batches' },
} as const satisfies Partial<Record<(typeof limitTypes)[number], { untilBuilt: string }>>

export type LimitType = (typeof limitTypes)[number]

/** What is measured as a part of the rate and not in money. */
export const percentages: readonly LimitType[] = ['rate_deviation', 'retail_discount']

/** How far a role may go without a second person. Unlimited is explicit; a type that is not listed is not allowed. */
export interface Limit {
  type: LimitType
  amount: string | null
  isUnlimited: boolean
}

export interface BaseRole {
  code: string
  level: WorkspaceType
  permissions: readonly PermissionCode[]
  limits: readonly Limit[]
}

const all = permissionCodes
const viewing = all.filter((code) => code.startsWith('view_') || code === 'my_view_cases')
const groups = (...names: string[]): PermissionCode[] =>
  permissionCatalogue.filter(({ group }) => names.includes(group)).map(({ code }) => code)
const unlimited = (types: readonly LimitType[]): Limit[] =>
  types.map((type) => ({ type, amount: null, isUnlimited: true }))
const upTo = (amounts: Partial<Record<LimitType, string>>): Limit[] =>
  Object.entries(amounts).map(([type, amount]) => ({ type: type as LimitType, amount, isUnlimited: false }))

/** What everybody at a counter does. */
const teller: PermissionCode[] = [
  'manage_transfers',
  'view_transactions',
  'create_transactions',
  'settle_transactions',
  'cancel_transactions',
  'hold_transactions',
  'view_retail_sales',
  'create_retail_sales',
  'view_remittance_orders',
  'create_remittance_orders',
  'view_providers',
  'view_payout_rate',
  'refund_retail_sales',
]

/** The roles that a new company begins with, and from which it can derive its own. */
export const baseRoles: readonly BaseRole[] = [
  {
    code: 'company_administrator',
    level: workspaceTypes.Company,
    permissions: all,
    limits: unlimited(limitTypes),
  },
  {
    code: 'branch_manager',
    level: workspaceTypes.Branch,
    permissions: [
      'view_company_information',
      'view_regions',
      'view_branches',
      'manage_counters',
      'manage_users',
      'view_roles',
      'view_user_audit',
      ...groups('rates', 'customers', 'inventory', 'exchange'),
      'view_retail_sales',
      'create_retail_sales',
      'refund_retail_sales',
      'manage_retail_stock',
      'view_retail_reports',
      'view_retail_margin',
      'manage_retail_principals',
      'view_remittance_orders',
      'create_remittance_orders',
      'manage_remittance_orders',
      'view_providers',
      'view_payout_rate',
      'view_bank_accounts',
      'view_payees',
      'manage_payee_expenses',
      'manage_payee_payments',
      'view_currencies',
      'view_branch_currencies',
      'manage_branch_currencies',
      'perform_screening',
      'view_screening',
      'my_view_cases',
    ],
    limits: upTo({
      deal_amount: '100000',
      daily_amount: '500000',
      customer_amount: '200000',
      rate_deviation: '2',
      fee_waiver: '100',
      below_cost: '1000',
      adjustment_value: '5000',
      transfer_value: '500000',
      count_variance: '500',
      refund: '10000',
      retail_discount: '20',
      payment_amount: '500',
    }),
  },
  {
    code: 'senior_teller',
    level: workspaceTypes.Counter,
    permissions: [
      'view_counters',
      'manage_customers_information',
      'view_base_rate',
      'view_margin_rate',
      'perform_screening',
      'my_view_cases',
      'open_counter_day',
      'perform_counts',
      ...teller,
      'authorise_transactions',
      'approve_transaction_limits',
      'view_expected_gain',
      'manage_remittance_orders',
    ],
    limits: upTo({
      deal_amount: '30000',
      daily_amount: '200000',
      rate_deviation: '1',
      fee_waiver: '20',
      count_variance: '50',
    }),
  },
  {
    code: 'teller',
    level: workspaceTypes.Counter,
    permissions: [
      'view_counters',
      'manage_customers_information',
      'view_base_rate',
      'view_margin_rate',
      'perform_screening',
      'open_counter_day',
      'perform_counts',
      ...teller,
    ],
    limits: upTo({ deal_amount: '10000', daily_amount: '100000' }),
  },
  {
    code: 'vault_keeper',
    level: workspaceTypes.Branch,
    permissions: [
      'view_branches',
      'view_counters',
      'view_stock',
      'perform_counts',
      'view_expected_count',
      'transfer_counter_stock',
      'manage_transfers',
      'manage_stock_adjustments',
      'view_branch_stock_limit',
      'view_currencies',
      'view_branch_currencies',
    ],
    limits: upTo({ transfer_value: '1000000', count_variance: '100' }),
  },
  {
    code: 'treasury',
    level: workspaceTypes.Company,
    permissions: [
      'view_regions',
      'view_branches',
      'view_counters',
      ...groups('rates', 'currencies', 'inventory'),
      'view_transactions',
      'export_transactions',
      'view_expected_gain',
      'manage_remittance_base_rate',
      'manage_payout_rate',
      'manage_providers',
      'view_remittance_orders',
      'view_payout_account_balance_limit',
      'view_bank_accounts',
      'view_bank_transactions',
      'manage_bank_transfers',
      'view_all_workspaces',
    ],
    limits: [...unlimited(['transfer_value']), ...upTo({ rate_deviation: '10', below_cost: '10000' })],
  },
  {
    code: 'compliance_officer',
    level: workspaceTypes.Company,
    permissions: [
      'view_branches',
      ...groups('compliance', 'cases'),
      'view_transactions',
      'view_remittance_orders',
      'export_transactions',
      'manage_customers_information',
      'merge_customers',
      'export_customers',
      'view_information_fields',
      'view_user_audit',
      'view_all_workspaces',
    ],
    limits: upTo({ rba_clearance: '100000' }),
  },
  {
    code: 'mlro',
    level: workspaceTypes.Company,
    permissions: [
      'view_branches',
      ...groups('compliance', 'cases'),
      'view_transactions',
      'view_remittance_orders',
      'export_transactions',
      'manage_customers_information',
      'merge_customers',
      'export_customers',
      'manage_information_fields',
      'view_users',
      'view_user_audit',
      'view_all_workspaces',
    ],
    limits: unlimited(['rba_clearance', 'whitelist']),
  },
  {
    code: 'accountant',
    level: workspaceTypes.Company,
    permissions: [
      'view_company_information',
      'view_regions',
      'view_branches',
      'view_counters',
      'view_currencies',
      'view_stock',
      'view_transfers',
      'manage_stock_adjustments',
      'post_opening_balances',
      'view_ledger',
      'manage_ledger',
      'import_bank_statements',
      'manage_bank_reconciliations',
      'manage_adjusting_entries',
      'authorise_adjusting_entries',
      'view_statements',
      'manage_revaluations',
      'manage_ledger_mapping',
      'manage_period_lock',
      ...groups('bank'),
      'view_retail_reports',
      'view_retail_margin',
      'manage_retail_principals',
      'authorise_retail_principals',
      'view_base_rate',
      'view_mode_of_payment_mapping',
      'manage_mode_of_payment_mapping',
      'view_mode_of_delivery_mapping',
      'manage_mode_of_delivery_mapping',
      'view_fee_settings',
      'view_transactions',
      'export_transactions',
      'view_expected_gain',
      'view_all_workspaces',
    ],
    limits: upTo({ manual_journal: '50000', payment_amount: '50000', adjustment_value: '50000' }),
  },
  { code: 'auditor', level: workspaceTypes.Company, permissions: viewing, limits: [] },
]

interface Holder {
  permissions: ReadonlySet<string>
  limits: ReadonlyMap<string, string | 'unlimited'>
}

/** The permissions and limit types among these that a person does not hold, and so may not hand on. Empty: may grant all. */
export function listUngrantable(
  holder: Holder,
  permissions: Iterable<string>,
  limits: Iterable<Limit>,
): string[] {
  const codes = [...withImplied(permissions)].filter((code) => !holder.permissions.has(code))
  const wider = [...limits].filter(({ type, amount, isUnlimited }) => {
    const held = holder.limits.get(type)
    if (held === 'unlimited') return false
    if (held === undefined || isUnlimited || amount === null) return true
    return compareDecimals(amount, held) > 0
  })
  return [...codes, ...wider.map(({ type }) => type)]
}

type Given = { permissions: readonly string[]; limits: readonly Limit[] }

/** What a changed role gives beyond what it gave. */
export function gains(before: Given, after: Given): string[] {
  const limits = new Map(
    before.limits.map(({ type, amount, isUnlimited }) => [
      type as string,
      isUnlimited || amount === null ? ('unlimited' as const) : amount,
    ]),
  )
  return listUngrantable(
    { permissions: withImplied(before.permissions), limits },
    after.permissions,
    after.limits,
  )
}
