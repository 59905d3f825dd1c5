import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'feeSettings.list': 'NOT_FOUND',
  'feeSettings.create': `FEE_BAND FEE_BOUNDS FEE_CURRENCY FEE_MODE FEE_TIER_TWICE NOT_FOUND OUT_OF_SCOPE
    REQUIRED TOO_MANY_DECIMALS:invalid`,
  'feeSettings.update': `FEE_BAND FEE_BOUNDS FEE_CURRENCY FEE_MODE FEE_TIER_TWICE NOT_FOUND OUT_OF_SCOPE
    REQUIRED STALE_VERSION TOO_MANY_DECIMALS:invalid`,
  'feeSettings.enable': 'NOT_FOUND OUT_OF_SCOPE STALE_VERSION',
  'feeSettings.disable': 'NOT_FOUND OUT_OF_SCOPE STALE_VERSION',
  'feeSettings.calculate': 'NOT_FOUND',
}
