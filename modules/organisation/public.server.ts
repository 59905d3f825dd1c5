export { companies, current as currentCompany, insert as insertCompany } from './company/company.queries.ts'
export { localCurrencyChanges } from './company/company.server.ts'
export {
  amountIn,
  decimalFaults,
  exponentOf,
  refuseDecimals,
  formatAmountIn,
} from './company/amounts.server.ts'
export { businessDate, calendarOf, timeZoneOf, todayOf } from './calendar/calendar.server.ts'
export { nextNumber, type Series } from './number-series/number-series.queries.ts'
export { closingBlockers, openingBlockers } from './structure/closing.server.ts'
export { companyRows } from './scope/company-rows.server.ts'
export { actOnly, actOnWhole, mayActAt, reaches, requireVisible, withinScope } from './scope/scope.server.ts'
export {
  branchRegions,
  counterBranches,
  holdCounter,
  holdCounterAlone,
  namesOf,
  tree,
} from './structure/structure.queries.ts'
export { enabledModules, save as saveModules } from './subscription/subscription.queries.ts'
export { rows as branchRows } from './branches/branches.queries.ts'
export { rows as counterRows } from './counters/counters.queries.ts'
export { rows as regionRows } from './regions/regions.queries.ts'
