import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'reportCandidates.list': 'NOT_FOUND',
  'reportCandidates.file': `FILED_LATER FORBIDDEN ILLEGAL_TRANSITION INVALID NOT_FOUND OUT_OF_SCOPE
    STALE_VERSION`,
  'reportCandidates.drop': 'FORBIDDEN ILLEGAL_TRANSITION INVALID NOT_FOUND OUT_OF_SCOPE STALE_VERSION',
  'reportCandidates.reopen': 'FORBIDDEN ILLEGAL_TRANSITION INVALID NOT_FOUND OUT_OF_SCOPE STALE_VERSION',
}
