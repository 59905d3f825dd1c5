export { deciderAt, decideAtGate } from './decisions/decisions.server.ts'
export { listPrincipals } from './delegations/steads.server.ts'
export {
  clearGates,
  decideGates,
  dropGates,
  endApproval,
  gateList,
  gatesInsert,
  gatesOf,
  hasOpenGate,
  lapse,
  lapsesIn,
  openGates,
  openGatesOf,
} from './gates/gates.queries.ts'
export { type Awaited, awaitedDocuments, type Pending, pendingDocuments } from './pending/pending.server.ts'
export { clearRoutes, endRoutes, isRouted } from './routing/routing.queries.ts'
export { announce, type Waiting, waitingDocuments } from './routing/routing.server.ts'
