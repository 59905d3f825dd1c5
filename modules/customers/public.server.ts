export { connectedParties } from './stakeholders/stakeholders.queries.ts'
export { blockCustomer, unblockCustomer } from './flags/flags.server.ts'
export { insertMany as insertCustomers, insertRows as insertCustomerRows } from './profiles/bulk.queries.ts'
export type { NewCustomer } from './profiles/bulk.queries.ts'
export { profileFacts } from './profiles/facts.server.ts'
export {
  customerDeals,
  customersChanged,
  customersMerged,
  customerUnblocking,
  dealingCustomer,
  holdersOfPaper,
  partyLeaving,
} from './profiles/profile.server.ts'
export { paperNumber } from './profiles/profiles.domain.ts'
export { customerNames, screenedCustomers } from './profiles/bulk.queries.ts'
export type { ScreenedCustomer } from './profiles/bulk.queries.ts'
