export {
  awaitedPayments,
  chequeSaid,
  dealCheques,
  handedOverBy,
  paymentsSaid,
} from './clearing/deal-payments.server.ts'
export type {
  AskedCheques,
  AwaitedPayment,
  DealCheque,
  SaidOfCheque,
  SaidOfPayments,
} from './clearing/deal-payments.server.ts'
export { bankNames, bankPlaceOf, foreignAccountsAt, mayActOn } from './accounts/places.server.ts'
export { listRecorded as listRecordedCheques } from './cheques/cheques.queries.ts'
export { keepCheques } from './cheques/reversed.server.ts'
