/** One right that a role can hold. A `manage_` code implies its `view_` code. Labels are among the server's texts of its group's module; of a group without a module yet in `access`. */
interface PermissionRow {
  code: string
  group: string
}

/** Every permission of the product, below all modules. Roles are only lists of these codes. */
export const permissionCatalogue = [
  { code: 'view_company_information', group: 'organisation' },
  { code: 'manage_company_information', group: 'organisation' },
  { code: 'view_regions', group: 'organisation' },
  { code: 'manage_regions', group: 'organisation' },
  { code: 'view_branches', group: 'organisation' },
  { code: 'manage_branches', group: 'organisation' },
  { code: 'view_counters', group: 'organisation' },
  { code: 'manage_counters', group: 'organisation' },
  { code: 'view_company_subscription', group: 'organisation' },
  { code: 'manage_company_subscription', group: 'organisation' },
  { code: 'view_all_workspaces', group: 'organisation' },

  { code: 'view_users', group: 'access' },
  { code: 'manage_users', group: 'access' },
  { code: 'view_roles', group: 'access' },
  { code: 'manage_roles', group: 'access' },
  { code: 'view_user_audit', group: 'access' },
  { code: 'reset_second_factors', group: 'access' },
  { code: 'view_api_keys', group: 'access' },
  { code: 'manage_api_keys', group: 'access' },
  { code: 'view_webhooks', group: 'access' },
  { code: 'manage_webhooks', group: 'access' },

  { code: 'update_general_settings', group: 'settings' },
  { code: 'view_information_fields', group: 'settings' },
  { code: 'manage_information_fields', group: 'settings' },

  { code: 'view_currencies', group: 'currencies' },
  { code: 'manage_currencies', group: 'currencies' },
  { code: 'view_branch_currencies', group: 'currencies' },
  { code: 'manage_branch_currencies', group: 'currencies' },
  { code: 'view_base_rate', group: 'rates' },
  { code: 'manage_base_rate', group: 'rates' },
  { code: 'view_margin_rate', group: 'rates' },
  { code: 'manage_margin_rate', group: 'rates' },
  { code: 'view_custom_rate', group: 'rates' },
  { code: 'manage_custom_rate', group: 'rates' },
  { code: 'view_rate_validation', group: 'rates' },
  { code: 'manage_rate_validation', group: 'rates' },

  { code: 'view_customers_information', group: 'customers' },
  { code: 'manage_customers_information', group: 'customers' },
  { code: 'view_customers_importing', group: 'customers' },
  { code: 'perform_customers_importing', group: 'customers' },
  { code: 'export_customers', group: 'customers' },
  { code: 'merge_customers', group: 'customers' },
  { code: 'view_customer_credit', group: 'customers' },
  { code: 'manage_customer_credit', group: 'customers' },

  { code: 'view_customer_suspicion', group: 'compliance' },
  { code: 'manage_customer_suspicion', group: 'compliance' },
  { code: 'perform_screening', group: 'compliance' },
  { code: 'view_screening', group: 'compliance' },
  { code: 'manage_screening', group: 'compliance' },
  { code: 'view_screening_ongoing_monitoring', group: 'compliance' },
  { code: 'view_screening_settings', group: 'compliance' },
  { code: 'manage_screening_settings', group: 'compliance' },
  { code: 'view_kyc_screening_settings', group: 'compliance' },
  { code: 'manage_kyc_screening_settings', group: 'compliance' },
  { code: 'view_compliance_customised_rules', group: 'compliance' },
  { code: 'manage_compliance_customised_rules', group: 'compliance' },
  { code: 'view_compliance_rule_categories', group: 'compliance' },
  { code: 'manage_compliance_rule_categories', group: 'compliance' },
  { code: 'view_cdd_settings', group: 'compliance' },
  { code: 'manage_cdd_settings', group: 'compliance' },
  { code: 'view_rba_settings', group: 'compliance' },
  { code: 'manage_rba_settings', group: 'compliance' },
  { code: 'view_country_risk', group: 'compliance' },
  { code: 'manage_country_risk', group: 'compliance' },
  { code: 'view_rba_reports', group: 'compliance' },
  { code: 'clear_transaction_rba', group: 'compliance' },
  { code: 'view_report_candidates', group: 'compliance' },
  { code: 'manage_report_candidates', group: 'compliance' },

  { code: 'view_cases', group: 'cases' },
  { code: 'manage_cases', group: 'cases' },
  { code: 'my_view_cases', group: 'cases' },
  { code: 'view_case_statuses', group: 'cases' },
  { code: 'manage_case_statuses', group: 'cases' },

  { code: 'view_stock', group: 'inventory' },
  { code: 'open_counter_day', group: 'inventory' },
  { code: 'perform_counts', group: 'inventory' },
  { code: 'view_expected_count', group: 'inventory' },
  { code: 'transfer_counter_stock', group: 'inventory' },
  { code: 'view_transfers', group: 'inventory' },
  { code: 'manage_transfers', group: 'inventory' },
  { code: 'view_stock_adjustments', group: 'inventory' },
  { code: 'manage_stock_adjustments', group: 'inventory' },
  { code: 'post_opening_balances', group: 'inventory' },
  { code: 'view_branch_stock_limit', group: 'inventory' },
  { code: 'manage_branch_stock_limit', group: 'inventory' },
  { code: 'view_mode_of_payment_mapping', group: 'inventory' },
  { code: 'manage_mode_of_payment_mapping', group: 'inventory' },
  { code: 'view_mode_of_delivery_mapping', group: 'inventory' },
  { code: 'manage_mode_of_delivery_mapping', group: 'inventory' },

  { code: 'view_ledger', group: 'ledger' },
  { code: 'manage_ledger', group: 'ledger' },
  { code: 'view_adjusting_entries', group: 'ledger' },
  { code: 'manage_adjusting_entries', group: 'ledger' },
  { code: 'authorise_adjusting_entries', group: 'ledger' },
  { code: 'view_statements', group: 'ledger' },
  { code: 'view_revaluations', group: 'ledger' },
  { code: 'manage_revaluations', group: 'ledger' },
  { code: 'view_ledger_mapping', group: 'ledger' },
  { code: 'manage_ledger_mapping', group: 'ledger' },
  { code: 'view_period_lock', group: 'ledger' },
  { code: 'manage_period_lock', group: 'ledger' },

  { code: 'view_bank_accounts', group: 'bank' },
  { code: 'manage_bank_accounts', group: 'bank' },
  { code: 'view_payees', group: 'bank' },
  { code: 'manage_payees', group: 'bank' },
  { code: 'view_bank_transfers', group: 'bank' },
  { code: 'manage_bank_transfers', group: 'bank' },
  { code: 'view_bank_transactions', group: 'bank' },
  { code: 'view_payee_expenses', group: 'bank' },
  { code: 'manage_payee_expenses', group: 'bank' },
  { code: 'view_payee_payments', group: 'bank' },
  { code: 'manage_payee_payments', group: 'bank' },
  { code: 'authorise_payee_payments', group: 'bank' },
  { code: 'view_bank_statements', group: 'bank' },
  { code: 'import_bank_statements', group: 'bank' },
  { code: 'view_bank_reconciliations', group: 'bank' },
  { code: 'manage_bank_reconciliations', group: 'bank' },

  { code: 'view_transactions', group: 'exchange' },
  { code: 'create_transactions', group: 'exchange' },
  { code: 'settle_transactions', group: 'exchange' },
  { code: 'cancel_transactions', group: 'exchange' },
  { code: 'reverse_transactions', group: 'exchange' },
  { code: 'hold_transactions', group: 'exchange' },
  { code: 'authorise_transactions', group: 'exchange' },
  { code: 'approve_transaction_limits', group: 'exchange' },
  { code: 'export_transactions', group: 'exchange' },
  { code: 'view_expected_gain', group: 'exchange' },
  { code: 'view_fee_settings', group: 'exchange' },
  { code: 'manage_fee_settings', group: 'exchange' },
  { code: 'view_transaction_workflow', group: 'exchange' },
  { code: 'manage_transaction_workflow', group: 'exchange' },

  { code: 'view_remittance_base_rate', group: 'remittance' },
  { code: 'manage_remittance_base_rate', group: 'remittance' },
  { code: 'view_payout_rate', group: 'remittance' },
  { code: 'manage_payout_rate', group: 'remittance' },
  { code: 'view_remittance_transaction_setting', group: 'remittance' },
  { code: 'manage_remittance_transaction_setting', group: 'remittance' },
  { code: 'view_payout_account_balance_limit', group: 'remittance' },
  { code: 'manage_payout_account_balance_limit', group: 'remittance' },
  { code: 'view_payout_recipient_settings', group: 'remittance' },
  { code: 'manage_payout_recipient_settings', group: 'remittance' },
  { code: 'view_payout_currency_settings', group: 'remittance' },
  { code: 'manage_payout_currency_settings', group: 'remittance' },
  { code: 'view_retail_categories', group: 'retail' },
  { code: 'manage_retail_categories', group: 'retail' },
  { code: 'view_retail_taxes', group: 'retail' },
  { code: 'manage_retail_taxes', group: 'retail' },
  { code: 'view_retail_items', group: 'retail' },
  { code: 'manage_retail_items', group: 'retail' },
  { code: 'view_retail_stock', group: 'retail' },
  { code: 'manage_retail_stock', group: 'retail' },
  { code: 'view_retail_sales', group: 'retail' },
  { code: 'create_retail_sales', group: 'retail' },
  { code: 'view_providers', group: 'remittance' },
  { code: 'manage_providers', group: 'remittance' },
  { code: 'view_remittance_orders', group: 'remittance' },
  { code: 'create_remittance_orders', group: 'remittance' },
  { code: 'manage_remittance_orders', group: 'remittance' },
  { code: 'process_remittance_orders', group: 'remittance' },
  { code: 'refund_retail_sales', group: 'retail' },
  { code: 'view_retail_reports', group: 'retail' },
  { code: 'view_retail_margin', group: 'retail' },
  { code: 'view_retail_principals', group: 'retail' },
  { code: 'manage_retail_principals', group: 'retail' },
  { code: 'authorise_retail_principals', group: 'retail' },
] as const satisfies readonly PermissionRow[]

export type PermissionCode = (typeof permissionCatalogue)[number]['code']

export const permissionCodes: readonly PermissionCode[] = permissionCatalogue.map((row) => row.code)

/** The given codes and all that they imply: a `manage_` code opens what its `view_` code opens. */
export function withImplied(codes: Iterable<string>): Set<string> {
  const known = new Set<string>(permissionCodes)
  const all = new Set<string>()
  for (const code of codes) {
    if (!known.has(code)) continue
    all.add(code)
    const view = code.replace(/^manage_/, 'view_')
    if (known.has(view)) all.add(view)
  }
  return all
}

declare module '#kit/contract/endpoint.contract.ts' {
  interface Vocabulary {
    permission: PermissionCode
  }
}
