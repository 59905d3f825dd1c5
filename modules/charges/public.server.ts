export { addFee } from './fees/fees.server.ts'
export { feePricer, priceFees } from './charged/charged.server.ts'
export {
  chargedTaxes,
  chargedList,
  chargedOf,
  clearCharged,
  insertCharged,
} from './charged/charged.queries.ts'
