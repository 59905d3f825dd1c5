import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { workspaceTypes, type WorkspaceType } from '#modules/organisation/structure/structure.domain.ts'
import { listSeeded, permissionCodes, type PermissionCode, withImplied } from '#modules/permissions.domain.ts'

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
const unlimited = (types: readonly LimitType[]): Limit[] =>
  types.map((type) => ({ type, amount: null, isUnlimited: true }))
const upTo = (amounts: Partial<Record<LimitType, string>>): Limit[] =>
  Object.entries(amounts).map(([type, amount]) => ({ type: type as LimitType, amount, isUnlimited: false }))

/** The roles that a new company begins with, and from which it can derive its own; their permissions stand with the modules. */
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
    permissions: listSeeded('branch_manager'),
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
    permissions: listSeeded('senior_teller'),
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
    permissions: listSeeded('teller'),
    limits: upTo({ deal_amount: '10000', daily_amount: '100000' }),
  },
  {
    code: 'vault_keeper',
    level: workspaceTypes.Branch,
    permissions: listSeeded('vault_keeper'),
    limits: upTo({ transfer_value: '1000000', count_variance: '100' }),
  },
  {
    code: 'treasury',
    level: workspaceTypes.Company,
    permissions: listSeeded('treasury'),
    limits: [...unlimited(['transfer_value']), ...upTo({ rate_deviation: '10', below_cost: '10000' })],
  },
  {
    code: 'compliance_officer',
    level: workspaceTypes.Company,
    permissions: listSeeded('compliance_officer'),
    limits: upTo({ rba_clearance: '100000' }),
  },
  {
    code: 'mlro',
    level: workspaceTypes.Company,
    permissions: listSeeded('mlro'),
    limits: unlimited(['rba_clearance', 'whitelist']),
  },
  {
    code: 'accountant',
    level: workspaceTypes.Company,
    permissions: listSeeded('accountant'),
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
