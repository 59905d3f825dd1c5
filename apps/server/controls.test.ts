import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Endpoint, permissionsOf } from '#kit/contract/endpoint.contract.ts'
import { modules } from './modules.ts'

const endpoints = modules.flatMap(({ routers }) => routers.flatMap(({ contract }) => Object.values(contract)))
const changes = endpoints.filter(({ writes }) => writes)
const rootOf = ({ path }: Endpoint) => path.slice(0, path.lastIndexOf('/'))
const wordOf = ({ path }: Endpoint) => path.slice(path.lastIndexOf('/') + 1)

/** Resources whose changes are a day's work. What is not among them says who may do what or what is asked, and is a control. */
const work: readonly string[] = [
  // The company, its places and what it trades.
  ...['manage', 'region', 'branch', 'counter'].map((one) => `/poscompany/${one}`),
  ...['setting', 'subcurrency'].map((one) => `/poscurrency/${one}`),
  // One's own session, proof and settings.
  '/user/auth',
  '/user/auth/secondstep',
  '/user/stepup',
  '/posworkspace',
  '/possetting/usersetting',
  '/v1/management/messages',
  '/posuser/webhookdelivery',
  // Stock, counts, rates and fees.
  ...['day', 'handover', 'opening', 'adjustment', 'transfer', 'request', 'audit'].map(
    (one) => `/posinventory/${one}`,
  ),
  ...[
    'ledger',
    'ledgergroup',
    'taxcode',
    'adjustingentry',
    'fxrevaluationentry',
    'yearend',
    'monthend',
    'frozenstatement',
    'systemcheck',
    'inventorysystemcheck',
  ].map((one) => `/posaccounting/${one}`),
  ...[
    'bankaccount',
    'payee',
    'payeebankdetails',
    'payeeexpense',
    'payeepayment',
    'banktransfer',
    'cheque',
  ].map((one) => `/posaccounting/${one}`),
  ...['bankstatement', 'bankreconciliation', 'bankmatch', 'bankrule'].map((one) => `/posaccounting/${one}`),
  ...[
    'category',
    'tax',
    'item',
    'branchtaxsetting',
    'branchitemsetting',
    'inventoryadjustment',
    'inventorytransfer',
    'inventoryaudit',
    'sale',
    'refund',
    'principal',
    'principalsettlement',
  ].map((one) => `/posretail/${one}`),
  ...['liverate', 'baserate', 'marginrate', 'custom'].map((one) => `/posrate/${one}`),
  '/postransaction/feesetting',
  // Remittances: partners, what they pay out, and orders.
  ...[
    'provider',
    'payoutrate',
    'payoutpartner',
    'payoutrecipient',
    'payoutcurrency',
    'payoutbaserate',
    'providerbalancesetting',
    'providerbalance',
    'providertopup',
    'providerstatement',
    'statementdifference',
  ].map((one) => `/remittance/${one}`),
  '/rmttransaction',
  ...['batch', 'incomingfund', 'inward', 'report'].map((one) => `/rmttransaction/${one}`),
  // Customers and deals.
  ...['individual', 'corporate', 'document', 'comment', 'inforequest', 'import'].map(
    (one) => `/poscustomer/customer${one}`,
  ),
  '/poscustomer/duplicatereview',
  '/postransaction/manage',
  '/postransaction/thirdparty',
  // What compliance finds and decides, case by case.
  ...['screening', 'screeningwhitelist', 'bulkscreening', 'reportcandidate'].map(
    (one) => `/poscompliance/${one}`,
  ),
  '/v2/poscompliance/screening',
]
/** Controls among a day's work. */
const controlsAmongWork: readonly string[] = ['updateCreditInfo', 'updateModules']
/** Of a control's resource: one's own password, which asks for the one before it. */
const ownAmongControls: readonly string[] = ['/posuser/manageUser/changepass']

test('whatever changes who may do what, or what is asked, is of the class that asks for a new proof', () => {
  const isMeant = (each: Endpoint) =>
    !ownAmongControls.includes(each.path) &&
    (!work.includes(rootOf(each)) || controlsAmongWork.includes(wordOf(each)))
  const wrong = changes.filter((each) => isMeant(each) !== (each.changesControl === true))
  expect(wrong.map(({ path }) => path)).toEqual([])
  const unasked = changes.filter(({ changesControl, stepUp }) => changesControl && !stepUp)
  expect(unasked.map(({ path }) => path)).toEqual([])
  for (const root of work) expect(changes.map(rootOf), root).toContain(root)
})

interface Pair {
  /** What it undoes, of the same resource. */
  undoes: string
  /** It has a right of its own: the test that shows what keeps one person from it. */
  shownBy?: string
}

/** Words of acts that take something back, with what they take back. */
const pairs: Readonly<Record<string, Pair>> = {
  delete: { undoes: 'create' },
  disable: { undoes: 'enable' },
  enable: { undoes: 'disable' },
  pause: { undoes: 'resume' },
  resume: { undoes: 'pause' },
  lock: { undoes: 'unlock' },
  unlock: { undoes: 'lock' },
  unblock: { undoes: 'block' },
  unmonitor: { undoes: 'monitor' },
  activate: { undoes: 'deactivate' },
  unsuspicious: { undoes: 'suspicious' },
  releaseHold: { undoes: 'hold' },
  removeLogo: { undoes: 'uploadLogo' },
  removeAvatar: { undoes: 'uploadAvatar' },
  removeStakeholder: { undoes: 'addStakeholder' },
  revoke: { undoes: 'create' },
  remove: { undoes: 'add' },
  disableOgm: { undoes: 'enableOgm' },
  enableOgm: { undoes: 'disableOgm' },
}
/** Undoing that has another partner than its word says, by path. */
const pairsOf: Readonly<Record<string, Pair>> = {
  '/posaccounting/periodunlock/end': { undoes: 'ask' },
  '/postransaction/delegation/end': { undoes: 'create' },
  '/poscompliance/screeninglist/end': { undoes: 'import' },
  '/poscompliance/screeningwhitelist/end': { undoes: 'propose' },
  '/poscompliance/screening/reopen': { undoes: 'accept' },
  '/poscompliance/reportcandidate/reopen': { undoes: 'drop' },
  '/poscompliance/reportcandidate/drop': { undoes: 'file' },
  '/poscompliance/screening/close': { undoes: 'decide' },
  '/posinventory/opening/withdraw': { undoes: 'createOpening' },
  // One word for two kinds: each asks for the right of its own.
  '/posinventory/adjustment/cancel': { undoes: 'create' },
  '/posinventory/adjustment/reverse': { undoes: 'createAndProcess' },
  '/posinventory/transfer/cancel': { undoes: 'create' },
  '/posinventory/request/cancel': { undoes: 'create' },
  '/posaccounting/adjustingentry/cancel': { undoes: 'create' },
  '/posaccounting/adjustingentry/reverse': { undoes: 'create' },
  '/posaccounting/fxrevaluationentry/cancel': { undoes: 'create' },
  '/posaccounting/fxrevaluationentry/reverse': { undoes: 'post' },
  '/posaccounting/yearend/reverse': { undoes: 'create' },
  '/posaccounting/payeeexpense/cancel': { undoes: 'create' },
  '/posaccounting/payeeexpense/reverse': { undoes: 'submit' },
  '/posaccounting/payeepayment/cancel': { undoes: 'create' },
  '/posaccounting/payeepayment/reverse': { undoes: 'create' },
  '/posaccounting/payeebankdetails/withdraw': { undoes: 'create' },
  '/posaccounting/banktransfer/reverse': { undoes: 'create' },
  '/posaccounting/bankmatch/unmatch': { undoes: 'match', shownBy: 'modules/bank/matches/matches.test.ts' },
  '/posaccounting/bankstatement/remove': { undoes: 'import' },
  '/posaccounting/bankreconciliation/delete': { undoes: 'initialize' },
  '/posretail/sale/cancel': { undoes: 'create' },
  '/rmttransaction/cancel': { undoes: 'create' },
  '/rmttransaction/release': { undoes: 'hold' },
  '/rmttransaction/batch/cancel': { undoes: 'create' },
  '/rmttransaction/batch/close': { undoes: 'create' },
  '/rmttransaction/batch/reopen': { undoes: 'close' },
  '/remittance/providertopup/cancel': { undoes: 'create' },
  '/remittance/providertopup/reverse': { undoes: 'create' },
  '/posretail/refund/cancel': { undoes: 'create' },
  '/posretail/inventoryadjustment/cancel': { undoes: 'create' },
  '/posretail/inventorytransfer/cancel': { undoes: 'create' },
  '/posretail/inventoryaudit/cancel': { undoes: 'create' },
  // A call of the principal makes it; here it is only decided.
  '/posretail/principalsettlement/cancel': {
    undoes: 'approve',
    shownBy: 'modules/retail/principals/principals.test.ts',
  },
  '/posinventory/opening/reverse': {
    undoes: 'createOpening',
    shownBy: 'modules/inventory/adjustments/adjustments.test.ts',
  },
  // Another person than the maker undoes a deal, with a right of its own.
  '/postransaction/manage/reverse': {
    undoes: 'settle',
    shownBy: 'modules/exchange/reversals/reversals.test.ts',
  },
  '/postransaction/manage/cancel': { undoes: 'submit', shownBy: 'modules/exchange/acts/acts.test.ts' },
  '/posinventory/audit/cancel': { undoes: 'create' },
  '/posinventory/day/close': { undoes: 'open' },
  '/posinventory/handover/withdraw': { undoes: 'create' },
  '/poscustomer/customerinforequest/cancel': { undoes: 'create' },
  '/poscustomer/customerimport/cancel': { undoes: 'upload' },
  '/poscompliance/bulkscreening/cancel': { undoes: 'upload' },
}
const isUndoing = (each: Endpoint) =>
  /^(un\w+|enable\w*|disable\w*|activate|release\w*|lock|end|close|revoke|remove\w*|reopen|resume|pause|lift\w*|reverse|drop|cancel|withdraw|delete)$/.test(
    wordOf(each),
  )

test('whoever takes something back needs at least the right, and the proof, that set it', () => {
  const undoing = changes.filter(isUndoing)
  const pairOf = (each: Endpoint) => pairsOf[each.path] ?? pairs[wordOf(each)]
  expect(undoing.filter((each) => !pairOf(each)).map(({ path }) => path)).toEqual([])
  for (const undo of undoing) {
    const { undoes = '', shownBy } = pairOf(undo) ?? {}
    const set = changes.find((each) => rootOf(each) === rootOf(undo) && wordOf(each) === undoes)
    if (!set) expect([undo.path, undoes]).toBe('a pair of acts')
    else if (shownBy !== undefined) expect(existsSync(shownBy), shownBy).toBe(true)
    else
      expect([undo.path, permissionsOf(set)]).toEqual([
        undo.path,
        expect.arrayContaining([...permissionsOf(undo)]),
      ])
    if (set?.stepUp) expect([undo.path, undo.stepUp]).toEqual([undo.path, true])
  }
})
