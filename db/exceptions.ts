/**
 * The tables that belong to no company, and those that leave no trace of their changes. Each says why in its comment; a
 * comment alone excepts nothing: `db check` compares.
 */
export const exceptions: Record<string, 'Not a tenant table' | 'Not captured'> = {
  'access.directory': 'Not a tenant table',
  'access.refresh_token': 'Not captured',
  'access.reset_token': 'Not captured',
  'access.session': 'Not captured',
  'access.sign_in_lock': 'Not a tenant table',
  'customers.import_row': 'Not captured',
  'kit.audit': 'Not captured',
  'kit.audit_change': 'Not captured',
  'kit.idempotency': 'Not captured',
  'kit.mail': 'Not captured',
  'kit.migration': 'Not a tenant table',
  'kit.outbox': 'Not a tenant table',
  'inventory.adjustment_line': 'Not captured',
  'inventory.count_line': 'Not captured',
  'ledger.entry': 'Not captured',
  'ledger.holding': 'Not captured',
  'ledger.line': 'Not captured',
  'ledger.pool': 'Not captured',
  'ledger.posted': 'Not captured',
  'ledger.reservation': 'Not captured',
  'ledger.seal': 'Not captured',
  'ledger.sealed': 'Not captured',
  'notifications.message': 'Not captured',
  'rates.feed_state': 'Not captured',
  'rates.reference_rate': 'Not a tenant table',
  'rates.revision': 'Not captured',
}
