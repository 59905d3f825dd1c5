/** Each promise of the books by its code, and as `ledger check` says it. */
export const promises = {
  entriesEven: 'entries balance in each branch',
  branchesEven: 'what branches owe one another is even',
  linesOwned: 'lines belong to an entry',
  eventsOnce: 'every event of a source is posted once',
  holdingsAreLines: 'holdings are the sum of their lines',
  poolsAreLines: 'pools are the sum of their lines',
  poolsInOrder: 'the lines of a pool follow one another',
  costInPools: 'what has a cost lies in a pool, and nothing else does',
  partiesNamed: 'a sub-ledger has no line of nobody',
  nothingBelowZero: 'nothing is below zero, and nothing is worth something',
  promisesKept: 'what is promised is the sum of the promises',
  stockIsPools: 'stock in the accounts is stock in the pools',
  worthIsPools: 'stock is worth in the accounts what it is in the pools',
  daysAreSums: 'balances of the days are the sums of what is sealed',
  cashIsQuantity: 'local cash is worth its quantity',
} as const
export type CheckCode = keyof typeof promises
export const checkCodes = Object.keys(promises) as [CheckCode, ...CheckCode[]]

export const checkKinds = ['system', 'inventory'] as const
export type CheckKind = (typeof checkKinds)[number]

/** What of it is of stock: what lies where, and what it cost. */
const ofStock: readonly CheckCode[] = [
  'holdingsAreLines',
  'poolsAreLines',
  'poolsInOrder',
  'costInPools',
  'nothingBelowZero',
  'promisesKept',
  'stockIsPools',
  'worthIsPools',
  'cashIsQuantity',
]

export const codesOf = (kind: CheckKind): readonly CheckCode[] => (kind === 'system' ? checkCodes : ofStock)

/** Those whose differences are named by an entry of the journal. */
const namedByEntry: readonly CheckCode[] = [
  'entriesEven',
  'linesOwned',
  'costInPools',
  'partiesNamed',
  'cashIsQuantity',
]

/** The entry of the journal that a difference is in, where it is named by one. */
export const entryOfName = (code: CheckCode, name: string): string | null =>
  namedByEntry.includes(code) ? name : null

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A difference in words: every id that is known by its name. */
export const readable = (name: string, names: ReadonlyMap<string, string>): string =>
  name.replaceAll(uuid, (id) => names.get(id) ?? id)
