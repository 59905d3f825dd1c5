import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'cdd.list': 'NOT_FOUND',
  'cdd.getById': 'NOT_FOUND',
  'cdd.create': `CODE_OF_A_PACK CODE_TAKEN COUNT_IS_WHOLE CURRENCY_WITHOUT_RATE DATE_OVER DAYS_NOT_ASKED
    DAYS_REQUIRED NOT_FOUND NOT_OF_THIRD_PARTY REQUIRED TOO_MANY_DECIMALS:invalid`,
  'cdd.update': `COUNT_IS_WHOLE DATE_OVER DAYS_NOT_ASKED DAYS_REQUIRED LOOSENED_WITHOUT_REASON NOT_FOUND
    NOT_OF_THIRD_PARTY STALE_VERSION TOO_MANY_DECIMALS:invalid`,
  'cdd.packs': 'NOT_FOUND',
  'cdd.enable': 'CURRENCY_WITHOUT_RATE ILLEGAL_TRANSITION LOOSENED_WITHOUT_REASON NOT_FOUND',
  'cdd.disable': 'CURRENCY_WITHOUT_RATE ILLEGAL_TRANSITION LOOSENED_WITHOUT_REASON NOT_FOUND',
}
