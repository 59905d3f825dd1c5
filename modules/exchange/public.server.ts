export { addFee } from './fees/fees.server.ts'
export { dealtOn } from './deals/deals.queries.ts'
export { makeDeal } from './deals/deals.server.ts'
export { lookAtDeals } from './settlement/check.queries.ts'
