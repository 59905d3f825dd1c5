import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'userSettings.list': 'NOT_FOUND',
  'userSettings.update': 'NOT_FOUND OUT_OF_SCOPE',
  'configuration.update': 'NOT_FOUND TOO_MANY_DECIMALS:invalid STOCK_IS_KEPT',
}
