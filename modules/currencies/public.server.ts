export { takeIn, traded as tradedCurrencies } from './company-currencies/company-currencies.server.ts'
export { seedModes } from './modes/modes.server.ts'
export { rows as subCurrencyRows } from './sub-currencies/sub-currencies.queries.ts'
