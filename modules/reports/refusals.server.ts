import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'dashboard.get': 'NOT_FOUND',
  'profitReport.profitLoss': 'NOT_FOUND PERIOD_ENDS_BEFORE',
  'profitReport.export': 'NOT_FOUND PERIOD_ENDS_BEFORE',
}
