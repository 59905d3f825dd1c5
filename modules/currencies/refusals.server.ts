import type { ApiRefusals } from '#kit/server/module.server.ts'

/** With which codes the calls of this module refuse, beside those of every call. */
export const refusals: ApiRefusals = {
  'companyCurrencies.list': 'NOT_FOUND',
  'companyCurrencies.create': `ACCOUNTS_MISSING DENOMINATION_TWICE NOT_FOUND TOO_MANY_DECIMALS
    UNKNOWN_CURRENCY`,
  'companyCurrencies.update': 'DENOMINATION_TWICE NOT_FOUND STALE_VERSION TOO_MANY_DECIMALS',
  'companyCurrencies.updateIndex': 'CURRENCIES_CHANGED:conflict NOT_FOUND',
  'companyCurrencies.enable': 'ACCOUNTS_MISSING NOT_FOUND STALE_VERSION',
  'companyCurrencies.disable': 'LOCAL_CURRENCY NOT_FOUND STALE_VERSION',
  'companyCurrencies.getCompanyCurrencies': 'NOT_FOUND',
  'companyCurrencies.getLocalCurrency': 'NOT_FOUND',
  'companyCurrencies.getSettings': 'NOT_FOUND',
  'branchCurrencies.getBranchSettings': 'NOT_FOUND',
  'branchCurrencies.getBranchCurrencies': 'NOT_FOUND',
  'branchCurrencies.getRegionCurrencies': 'NOT_FOUND',
  'branchCurrencies.updateBranch': 'LOCAL_CURRENCY NOT_FOUND OUT_OF_SCOPE',
  'branchCurrencies.updateRegion': 'LOCAL_CURRENCY NOT_FOUND OUT_OF_SCOPE',
  'subCurrencies.create': 'CURRENCY_DISABLED NOT_FOUND TOO_MANY_DECIMALS',
  'subCurrencies.update': 'CURRENCY_DISABLED CURRENCY_FIXED NOT_FOUND STALE_VERSION TOO_MANY_DECIMALS',
  'subCurrencies.enable': 'CURRENCY_DISABLED NOT_FOUND STALE_VERSION',
  'paymentModes.create': 'ACCOUNTS_MISSING',
  'paymentModes.enable': 'ACCOUNTS_MISSING NOT_FOUND STALE_VERSION',
  'paymentModes.disable': 'ACCOUNTS_MISSING NOT_FOUND STALE_VERSION',
  'deliveryModes.create': 'ACCOUNTS_MISSING',
  'deliveryModes.enable': 'ACCOUNTS_MISSING NOT_FOUND STALE_VERSION',
  'deliveryModes.disable': 'ACCOUNTS_MISSING NOT_FOUND STALE_VERSION',
}
