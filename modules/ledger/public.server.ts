export { seedAccounts } from './accounts/accounts.server.ts'
export { look as lookAtBooks, replay as replayBooks } from './check/check.queries.ts'
export { verifyChain } from './seal/seal.server.ts'
export { averageCosts } from './stock/stock.queries.ts'
