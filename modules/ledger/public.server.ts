export { all as allAccounts, mapping, setMapping } from './accounts/accounts.queries.ts'
export { seedAccounts } from './accounts/accounts.server.ts'
export { balancesNow, entriesSealed } from './balances/balances.queries.ts'
export { ledgersOfBanks } from './entries/openings.server.ts'
export { gainsApartFrom } from './gains/gains.queries.ts'
export { parts, partyTypes, postingEvents } from './events/events.domain.ts'
export { look as lookAtBooks, lookAt, type Looks, replay as replayBooks } from './check/check.queries.ts'
export { type ClosingRate, closingRates, holderNames } from './revaluations/simulation.server.ts'
export { partiesOf, partyFormerIds, partyNames } from './parties/parties.server.ts'
export { monthEndSteps } from './month-end/month-end.server.ts'
export type { Posting, PostingLine } from './posting/posting.domain.ts'
export { daysElsewhere, isLocked, post } from './posting/posting.server.ts'
export { reverse } from './posting/reversal.server.ts'
export { numbersOfSources, sourceNumbers } from './journal/journal.server.ts'
export { partyMovements } from './sub-ledgers/sub-ledgers.queries.ts'
export { taxShares } from './tax-summary/tax-summary.server.ts'
export type { TaxShare } from './tax-summary/tax-summary.domain.ts'
export { countPromisedAt } from './reservations/reservations.queries.ts'
export {
  type Promised,
  release,
  releaseExpired,
  reservationsExpired,
  reserve,
} from './reservations/reservations.server.ts'
export { readably } from './anchors/anchors.domain.ts'
export { anchor, companyOfAnchor, compareAnchor, headOf, stampAnchors } from './anchors/anchoring.server.ts'
export { compareHeads, headsIn, readHeads } from './seal/heads.server.ts'
export { compareKept } from './seal/kept.queries.ts'
export { sealAll as sealBooks, verifyChain } from './seal/seal.server.ts'
export { listEarnedAt, listHeldSince, listMovedAt, type Span } from './stock/counter-moves.queries.ts'
export {
  balancesAtBanks,
  balancesOfPartners,
  heldLinesOfPartner,
  isPostedTo,
  listHeldBy,
  listHeldLines,
  type PromisedBalance,
  sumHeldBefore,
} from './stock/holders.queries.ts'
export {
  averageCosts,
  costsAt,
  countFilled,
  listFilledVaults,
  freeze,
  goodsAt,
  hasMoved,
  listHeldAt,
  onHand,
  stockByPlace,
  listPools,
} from './stock/stock.queries.ts'
export {
  readStockAt,
  listMovedBetween,
  listMovedBySource,
  movementsBetween,
  poolSteps,
  type StockAsk,
} from './stock/movements.queries.ts'
