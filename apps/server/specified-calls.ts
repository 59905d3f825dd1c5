/**
 * The calls that specification 001, section 7, names by their group alone, each with the type of permission that section 6 asks
 * for; under NONE those for which it shows none. Where it gives an act without its name ('credit info get'), the name is ours.
 */
export const specifiedCalls: Record<
  string,
  Partial<Record<'APPROVE' | 'CANCEL' | 'CREATE' | 'NONE' | 'PRINT' | 'REJECT' | 'UPDATE' | 'VIEW', string>>
> = {
  '/poscustomer/customerindividual': {
    VIEW: 'list getById getByDocument query-by-text listForTransactionHistory getCreditInfo stakeholders',
    CREATE: 'create createFromMyKad',
    UPDATE: 'update block unblock monitor unmonitor suspicious unsuspicious activate deactivate',
    NONE: 'export uploadAvatar updateCreditInfo print',
  },
  '/poscustomer/customercorporate': {
    VIEW: 'list getById getByDocument query-by-text listForTransactionHistory getCreditInfo stakeholders getRelatedIndividual',
    CREATE: 'create createRelatedIndividual',
    UPDATE: 'update block unblock monitor unmonitor suspicious unsuspicious activate deactivate',
    NONE: 'export uploadAvatar updateCreditInfo print',
  },
  '/poscustomer/customerdocument': { VIEW: 'list getById', CREATE: 'create', NONE: 'update' },
  '/poscustomer/customercomment': { VIEW: 'list', CREATE: 'create' },
  '/poscustomer/customerinforequest': { VIEW: 'list getById', UPDATE: 'create reply cancel update' },
  '/poscurrency/setting': {
    VIEW: 'getCompanyCurrencies getBranchCurrencies getRegionCurrencies getGlobalCurrencies getLocalCurrency getSettings',
    CREATE: 'create',
    UPDATE: 'update updateIndex enable disable',
  },
  '/poscurrency/subcurrency': {
    VIEW: 'list getById activeList',
    CREATE: 'create',
    UPDATE: 'update enable disable',
  },
  '/posrate': { VIEW: 'getRates' },
  '/posrate/baserate': { VIEW: 'list getPairRates', UPDATE: 'update' },
  '/posrate/marginrate': {
    VIEW: 'list getById getPairRates',
    UPDATE: 'update updatePairRates',
    NONE: 'create delete',
  },
  '/posrate/branchrate': { VIEW: 'list' },
  '/posrate/boardrate': { VIEW: 'list' },
  '/posrate/custom': {
    VIEW: 'list getById getPairRates',
    UPDATE: 'update updatePairRates',
    NONE: 'create delete',
  },
  '/posrate/ratevalidation': { VIEW: 'list', UPDATE: 'update' },
  '/posinventory/audit': {
    VIEW: 'list getById',
    CREATE: 'create',
    UPDATE: 'update process cancel createAndProcess',
  },
  '/postransaction/manage': {
    VIEW: 'list all-list getById pending',
    CREATE: 'create',
    UPDATE: 'settle',
    NONE: 'delete clearRba approveLimit rejectLimit printQuote',
    APPROVE: 'approveAuthorization',
    REJECT: 'rejectAuthorization',
    CANCEL: 'cancel',
    PRINT: 'print',
  },
  '/postransaction/feesetting': { NONE: 'list getById create update enable disable' },
  '/postransaction/statistic': { NONE: 'customer' },
  '/posrate/liverate': {
    VIEW: 'list getSettings getProfile',
    CREATE: 'updateSettings',
    UPDATE: 'updateProfile',
  },
}
