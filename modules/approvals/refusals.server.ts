import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'delegations.list': 'NOT_FOUND',
  'delegations.create': 'CANNOT_STAND_IN DELEGATION_OVER DELEGATION_TOO_LONG NOT_FOUND PERIOD_ENDS_BEFORE',
  'delegations.end': 'ILLEGAL_TRANSITION NOT_FOUND STALE_VERSION',
  'work.list': 'NOT_FOUND OUTRANKED OUT_OF_SCOPE WORKS_ELSEWHERE',
}
