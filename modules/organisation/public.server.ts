export { companies, current as currentCompany, insert as insertCompany } from './company/company.queries.ts'
export { localCurrencyChanges } from './company/company.server.ts'
export { closingBlockers, openingBlockers } from './structure/closing.server.ts'
export { actOnly, actOnWhole, mayActAt, reaches, seeOnly, withinScope } from './structure/scope.server.ts'
export {
  branchRegions,
  counterBranches,
  holdCounter,
  namesOf,
  timeZoneOf,
  tree,
} from './structure/structure.queries.ts'
export { enabledModules, save as saveModules } from './subscription/subscription.queries.ts'
export { rows as branchRows } from './branches/branches.queries.ts'
export { rows as counterRows } from './counters/counters.queries.ts'
export { rows as regionRows } from './regions/regions.queries.ts'
