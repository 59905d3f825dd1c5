import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'company.getDetail': 'NOT_FOUND',
  'company.update': 'NOT_FOUND STALE_VERSION UNKNOWN_CURRENCY',
  'company.uploadLogo': 'FILE_REQUIRED:invalid NOT_FOUND STALE_VERSION',
  'company.logo': 'NOT_FOUND',
  'structure.get': 'NOT_FOUND',
  'regions.create': 'OUT_OF_SCOPE',
  'regions.disable': 'NOT_FOUND REGION_IN_USE STALE_VERSION',
  'regions.assignBranches': 'NOT_FOUND OUT_OF_SCOPE REGION_DISABLED STALE_VERSION',
  'branches.create': 'OUT_OF_SCOPE REGION_DISABLED',
  'branches.update': 'BRANCH_IN_USE NOT_FOUND OUT_OF_SCOPE REGION_DISABLED STALE_VERSION',
  'branches.delete': 'BRANCH_IN_USE NOT_FOUND STALE_VERSION',
  'branches.enable': 'ACCOUNTS_MISSING NOT_FOUND REGION_DISABLED STALE_VERSION',
  'branches.disable': 'BRANCH_IN_USE NOT_FOUND STALE_VERSION',
  'branches.getListByRegion': 'NOT_FOUND',
  'branches.assignCounters': 'BRANCH_DISABLED COUNTER_IN_USE NOT_FOUND OUT_OF_SCOPE STALE_VERSION',
  'counters.create': 'BRANCH_DISABLED NOT_FOUND OUT_OF_SCOPE',
  'counters.update': 'BRANCH_DISABLED COUNTER_IN_USE NOT_FOUND OUT_OF_SCOPE STALE_VERSION',
  'counters.delete': 'COUNTER_IN_USE NOT_FOUND STALE_VERSION',
  'counters.enable': 'BRANCH_DISABLED NOT_FOUND STALE_VERSION',
  'counters.disable': 'COUNTER_IN_USE NOT_FOUND STALE_VERSION',
  'counters.getListByBranch': 'NOT_FOUND',
  'subscription.get': 'NOT_FOUND',
}
