import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'screeningSettings.updateKyc': 'LIST_NONE LIST_UNKNOWN STALE_VERSION UN_LIST_REQUIRED',
  'screeningSettings.updateRisk': 'STALE_VERSION WEAK_BELOW_THRESHOLD',
  'screenings.search': 'INVALID NOT_FOUND NO_LIST_LOADED STALE_VERSION',
  'screenings.rescreen': `FORBIDDEN ILLEGAL_TRANSITION INVALID MAKER_IS_CHECKER NOT_FOUND NO_LIST_LOADED
    STALE_VERSION WHITELIST_LIMIT`,
  'screenings.getHistoryDetail': 'NOT_FOUND STALE_VERSION',
  'decisions.*': 'FORBIDDEN ILLEGAL_TRANSITION INVALID',
  'decisions.decide': 'NOT_FOUND ONE_IS_CONFIRMED STALE_VERSION',
  'decisions.close': 'CONFIRMER_CLOSES:forbidden NOT_FOUND STALE_VERSION',
  'whitelist.propose': `FORBIDDEN ILLEGAL_TRANSITION INVALID MAKER_IS_CHECKER NOT_CLEARED NOT_FOUND
    PAIR_HAS_CHANGED:conflict WHITELIST_LIMIT`,
  'whitelist.approve': `FORBIDDEN ILLEGAL_TRANSITION INVALID MAKER_IS_CHECKER NOT_FOUND STALE_VERSION
    WHITELIST_LIMIT`,
  'whitelist.reject': 'FORBIDDEN ILLEGAL_TRANSITION INVALID MAKER_IS_CHECKER NOT_FOUND STALE_VERSION',
  'whitelist.end': 'FORBIDDEN ILLEGAL_TRANSITION INVALID NOT_FOUND STALE_VERSION',
  'bulk.upload': 'FILES_WAITING:tooMany FILE_REQUIRED:invalid',
  'bulk.cancel': 'ILLEGAL_TRANSITION NOT_FOUND STALE_VERSION',
  'evidence.historyPdf': 'NOT_FOUND PAPER_LONG STALE_VERSION',
}
