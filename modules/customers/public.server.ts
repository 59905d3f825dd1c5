export { connectedParties } from './stakeholders/stakeholders.queries.ts'
export { blockCustomer, customerUnblocking, unblockCustomer } from './flags/flags.server.ts'
export {
  insertMany as insertCustomers,
  insertRows as insertCustomerRows,
  type NewCustomer,
} from './registration/registration.queries.ts'
export { profileFacts } from './dealing/facts.server.ts'
export { customerDeals, customersChanged, customersMerged, partyLeaving } from './profiles/profiles.server.ts'
export { customersByNumber, dealingCustomer, holdersOfPaper } from './dealing/dealing.server.ts'
export { paperNumber } from './profiles/profiles.domain.ts'
export { customerNames, screenedCustomers } from './identity/identity.queries.ts'
export type { ScreenedCustomer } from './identity/identity.queries.ts'
export { renewKeys } from './search/outdated.server.ts'
export { senderFacts } from './dealing/sender.queries.ts'
