export { listTradedAt } from './branch-currencies/branch-currencies.server.ts'
export {
  all as allCurrencies,
  availableStock,
  addUsualCurrency,
  readTradedCurrencies,
} from './company-currencies/company-currencies.server.ts'
export { flagCodeOf } from './iso/iso.domain.ts'
export { currencyName, exponentOf, isoCurrencies } from './iso/iso.server.ts'
export { localMoney } from './iso/money.server.ts'
export { enablingBlockers } from './modes/enabling.server.ts'
export {
  active as activeSubCurrencies,
  codes as subCurrencyCodes,
  ownStock,
  rows as subCurrencyRows,
} from './sub-currencies/sub-currencies.queries.ts'
export { enabledModes, seedModes } from './modes/modes.server.ts'
export { all as allModes, names as modeNames } from './modes/modes.queries.ts'
