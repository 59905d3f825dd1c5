export { cancel as cancelDeal, reverse as reverseDeal } from './deals/deal-acts.server.ts'
export { dealtOn } from './deals/deals.queries.ts'
export { makeDeal } from './deals/deals.server.ts'
export { lookAtDeals } from './settlement/check.queries.ts'
