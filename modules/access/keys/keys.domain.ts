import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Actor } from '#modules/actor.domain.ts'
import type { PermissionCode } from '#modules/permissions.domain.ts'

/**
 * What a program may be allowed. Everything else is for people: what approves, decides on compliance or sets how others are checked,
 * and users, roles and keys themselves. A permission that is added to the catalogue is for people until it is named here.
 */
export const forPrograms = [
  'view_company_information',
  'view_regions',
  'view_branches',
  'view_counters',
  'view_information_fields',
  'view_currencies',
  'view_branch_currencies',
  'view_base_rate',
  'manage_base_rate',
  'view_margin_rate',
  'manage_margin_rate',
  'view_custom_rate',
  'manage_custom_rate',
  'view_rate_validation',
  'view_customers_information',
  'manage_customers_information',
  'view_customers_importing',
  'perform_customers_importing',
  'view_customer_credit',
  'perform_screening',
  'view_screening',
  'view_stock',
  'view_branch_stock_limit',
  'view_mode_of_payment_mapping',
  'view_mode_of_delivery_mapping',
  'view_ledger',
  'view_ledger_mapping',
  'view_period_lock',
  'view_transactions',
  'create_transactions',
  'settle_transactions',
  'cancel_transactions',
  'view_expected_gain',
  'view_fee_settings',
  'view_transaction_workflow',
  'view_remittance_base_rate',
  'view_payout_rate',
] as const satisfies readonly PermissionCode[]

/** The longest life of a key, in days. */
export const longestLife = 365
/** The most calls a minute that a key may be given. */
export const mostCalls = 6000

export const keyStates = ['active', 'expired', 'revoked'] as const
export type KeyState = (typeof keyStates)[number]

interface Judged {
  ownerId: string
}

/** A key works until it is revoked or has expired. Another administrator may take it over, and answers for it from then on. */
export const keyWorkflow = workflow({
  initial: 'active',
  states: { active: {}, expired: { final: true }, revoked: { final: true } },
  actions: {
    takeOver: {
      from: ['active'],
      permission: 'manage_api_keys',
      guard: ({ ownerId }: Judged, { userId }: Pick<Actor, 'userId'>) =>
        ownerId === userId ? 'KEY_IS_YOURS' : undefined,
    },
    revoke: {
      from: ['active'],
      to: 'revoked',
      permission: 'manage_api_keys',
      note: 'required',
      final: true,
    },
    /** Done by the clock. */
    expire: { from: ['active'], to: 'expired', permission: [] },
  },
})
/** What people do with a key. */
export const keyActions = ['takeOver', 'revoke'] as const
