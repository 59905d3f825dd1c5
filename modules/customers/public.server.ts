export { insertMany as insertCustomers, insertRows as insertCustomerRows } from './profiles/bulk.queries.ts'
export type { NewCustomer } from './profiles/bulk.queries.ts'
export { profileFacts } from './profiles/facts.server.ts'
export { todayOf } from './profiles/profile.server.ts'
export {
  customerDeals,
  customersMerged,
  dealingCustomer,
  isPaperOfBlocked,
  paperNumber,
} from './profiles/profile.server.ts'
