/** The classes of a balance sheet and an income statement. */
export const accountClasses = ['asset', 'liability', 'equity', 'income', 'expense'] as const
export type AccountClass = (typeof accountClasses)[number]

/**
 * What an account keeps beside value. `cash`: local money, whose quantity is its value. All other has a cost, and lies in pools that
 * are never put together: notes of a branch, money at a bank account or with a partner, goods that are sold, what is on its way.
 */
export const keepings = ['cash', 'notes', 'bank', 'partner', 'retail', 'transit'] as const
export type Keeping = (typeof keepings)[number]
export type Pooled = Exclude<Keeping, 'cash'>

export const isPooled = (keeps: Keeping | null): keeps is Pooled => keeps !== null && keeps !== 'cash'
/** What lies in drawers and vaults. */
export const inDrawers = ['cash', 'notes'] as const satisfies readonly Keeping[]

export interface SeededAccount {
  code: string
  name: string
  class: AccountClass
  keeps?: Keeping
  /** The kind of party of its sub-ledger: each of its lines has one. */
  party?: string
  /** The part of an event that goes here until a company maps it elsewhere; a module may declare it later. */
  part?: string
}

/** The chart of accounts of a money changer, domain 12.1, with the parts of events that go to each. */
export const chart = [
  { code: '1000', name: 'Cash local', class: 'asset', keeps: 'cash', part: 'cash' },
  { code: '1010', name: 'Vault local', class: 'asset', keeps: 'cash', part: 'vault' },
  { code: '1020', name: 'Cash in transit local', class: 'asset', keeps: 'transit', part: 'cashInTransit' },
  { code: '1100', name: 'Foreign currency stock', class: 'asset', keeps: 'notes', part: 'stock' },
  {
    code: '1110',
    name: 'Foreign currency stock in transit',
    class: 'asset',
    keeps: 'transit',
    part: 'stockInTransit',
  },
  { code: '1120', name: 'Retail stock', class: 'asset', keeps: 'retail', part: 'retailStock' },
  { code: '1130', name: 'Goods in transit', class: 'asset', keeps: 'transit', part: 'goodsInTransit' },
  { code: '1190', name: 'Foreign currency stock revaluation', class: 'asset', part: 'revaluation' },
  { code: '1200', name: 'Bank local', class: 'asset', part: 'bank' },
  { code: '1210', name: 'Bank foreign currency', class: 'asset', keeps: 'bank', part: 'bankForeign' },
  {
    code: '1300',
    name: 'Partner prefund',
    class: 'asset',
    keeps: 'partner',
    party: 'provider',
    part: 'prefund',
  },
  { code: '1310', name: 'Card and e-wallet clearing', class: 'asset', part: 'clearing' },
  { code: '1320', name: 'Cheques in hand', class: 'asset', part: 'cheques' },
  { code: '1400', name: 'Customer receivable', class: 'asset', party: 'customer', part: 'receivable' },
  { code: '1410', name: 'Inter-branch', class: 'asset', party: 'branch', part: 'interBranch' },
  { code: '1430', name: 'Claims on carriers', class: 'asset', part: 'carrierClaim' },
  { code: '1500', name: 'Deposits, prepaid and fixed assets', class: 'asset' },
  { code: '2000', name: 'Customer payable', class: 'liability', party: 'customer', part: 'payable' },
  {
    code: '2010',
    name: 'Remittance payable',
    class: 'liability',
    party: 'customer',
    part: 'remittancePayable',
  },
  { code: '2020', name: 'Payee payable', class: 'liability', party: 'payee', part: 'payeePayable' },
  { code: '2030', name: 'Agent commission payable', class: 'liability', part: 'commissionPayable' },
  { code: '2040', name: 'Cheques issued', class: 'liability', part: 'chequesIssued' },
  { code: '2050', name: 'Suppliers of goods', class: 'liability', part: 'supplierPayable' },
  { code: '2060', name: 'Principals', class: 'liability', party: 'principal', part: 'principalPayable' },
  { code: '2100', name: 'Output tax', class: 'liability', part: 'outputTax' },
  { code: '2110', name: 'Input tax', class: 'asset', part: 'inputTax' },
  { code: '2200', name: 'Suspense: unidentified receipts', class: 'liability', part: 'suspense' },
  {
    code: '2210',
    name: 'Inter-branch due to',
    class: 'liability',
    party: 'branch',
    part: 'interBranchDue',
  },
  { code: '3000', name: 'Capital', class: 'equity', part: 'capital' },
  { code: '3010', name: 'Retained earnings', class: 'equity', part: 'retainedEarnings' },
  { code: '3020', name: 'Opening balance equity', class: 'equity', part: 'opening' },
  { code: '4000', name: 'Realised FX gain', class: 'income', part: 'realisedGain' },
  { code: '4010', name: 'Remittance FX margin', class: 'income', part: 'remittanceMargin' },
  { code: '4020', name: 'Fee income', class: 'income', part: 'fee' },
  { code: '4030', name: 'Retail sales', class: 'income', part: 'retailSales' },
  { code: '4035', name: 'Agency commission', class: 'income', part: 'retailCommission' },
  { code: '4040', name: 'Rounding income', class: 'income', part: 'rounding' },
  { code: '4050', name: 'Unrealised FX gain', class: 'income', part: 'unrealisedGain' },
  { code: '4060', name: 'Bank interest', class: 'income', part: 'bankInterest' },
  { code: '5000', name: 'Realised FX loss', class: 'expense', part: 'realisedLoss' },
  { code: '5010', name: 'Unrealised FX loss', class: 'expense', part: 'unrealisedLoss' },
  { code: '5020', name: 'Cash short and over', class: 'expense', part: 'shortOver' },
  { code: '5030', name: 'Counterfeit loss', class: 'expense', part: 'counterfeit' },
  { code: '5040', name: 'Partner cost', class: 'expense', part: 'partnerCost' },
  { code: '5050', name: 'Bank charges', class: 'expense', part: 'bankCharges' },
  { code: '5060', name: 'Retail cost of sales', class: 'expense', part: 'retailCost' },
  { code: '5061', name: 'Goods written off', class: 'expense', part: 'retailLoss' },
  { code: '5062', name: 'Goods for own use', class: 'expense', part: 'retailOwnUse' },
  { code: '5070', name: 'Transit loss', class: 'expense', part: 'transitLoss' },
  { code: '5080', name: 'Damaged notes', class: 'expense', part: 'damaged' },
  { code: '6000', name: 'Staff, rent, compliance and other expense', class: 'expense', part: 'expense' },
] as const satisfies readonly SeededAccount[]

/** A row of the mapping; what is null fits anything. */
export interface MappingRow {
  part: string
  event: string | null
  branchId: string | null
  itemId: string | null
  modeId: string | null
  accountId: string
}

/** What a part is asked for. */
export interface MappingAsk {
  part: string
  event: string
  branchId: string
  itemId: string | null
  modeId: string | null
}

/** The account of the most specific row that fits: one of an event before one of a mode, an item, a branch; domain 12.2. */
export function accountFor(rows: readonly MappingRow[], ask: MappingAsk): string | undefined {
  const fits = (row: MappingRow) =>
    row.part === ask.part &&
    (row.event === null || row.event === ask.event) &&
    (row.modeId === null || row.modeId === ask.modeId) &&
    (row.itemId === null || row.itemId === ask.itemId) &&
    (row.branchId === null || row.branchId === ask.branchId)
  const weight = ({ event, modeId, itemId, branchId }: MappingRow) =>
    (event ? 8 : 0) + (modeId ? 4 : 0) + (itemId ? 2 : 0) + (branchId ? 1 : 0)
  return rows.filter(fits).toSorted((a, b) => weight(b) - weight(a))[0]?.accountId
}
