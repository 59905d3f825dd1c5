import type { ModeKind, ModeSide } from '#modules/currencies/modes/modes.domain.ts'
import type { Part } from '#modules/ledger/events/events.domain.ts'

const asset = ['asset'] as const

/** The parts of what lies in drawers and vaults, and of what comes and goes by the modes. */
export const stockParts = [
  { code: 'cash', classes: asset, keeps: 'cash', says: 'item', apartFrom: 'vault' },
  { code: 'vault', classes: asset, keeps: 'cash', says: 'item', apartFrom: 'cash' },
  { code: 'stock', classes: asset, keeps: 'notes', says: 'item' },
  { code: 'bank', classes: asset, keeps: null, says: 'mode' },
  { code: 'bankForeign', classes: asset, keeps: 'bank', says: 'mode' },
  { code: 'clearing', classes: asset, keeps: null, says: 'mode' },
  { code: 'cheques', classes: asset, keeps: null, says: 'mode' },
  // A cheque that was written is owed until it is presented; a company may take it off its bank at once.
  { code: 'chequesIssued', classes: ['liability', 'asset'], keeps: null, says: 'mode' },
  { code: 'payable', classes: ['liability'], keeps: null, says: 'mode', party: 'customer' },
  { code: 'shortOver', classes: ['income', 'expense'], keeps: null, says: 'item', party: 'employee' },
  { code: 'opening', classes: ['equity'], keeps: null },
  { code: 'counterfeit', classes: ['expense'], keeps: null, says: 'item' },
  { code: 'cashInTransit', classes: asset, keeps: 'transit', says: 'item' },
  { code: 'stockInTransit', classes: asset, keeps: 'transit', says: 'item' },
] as const satisfies readonly Part[]

/** What comes or goes by a mode is posted to one of these. */
export type ModePart =
  | 'bank'
  | 'bankForeign'
  | 'cash'
  | 'cheques'
  | 'chequesIssued'
  | 'clearing'
  | 'payable'
  | 'stock'

/** Where what comes or goes by a mode may be posted to. */
export const partOf = (code: string): Part => {
  const found = stockParts.find((part) => part.code === code)
  if (!found) throw new Error(`'${code}' is not declared`)
  return found
}

/** The part of the books that each kind of mode moves: for local money, and for foreign. Null: it moves none of its own. */
const parts: Record<ModeKind, Record<'local' | 'foreign', ModePart | null>> = {
  cash: { local: 'cash', foreign: 'stock' },
  card: { local: 'clearing', foreign: 'clearing' },
  eWallet: { local: 'clearing', foreign: 'clearing' },
  bankTransfer: { local: 'bank', foreign: 'bankForeign' },
  cheque: { local: 'cheques', foreign: 'cheques' },
  account: { local: 'payable', foreign: 'payable' },
  offset: { local: null, foreign: null },
}

/** A cheque that is written is none of those in hand. */
const partsOf = (kind: ModeKind, side: ModeSide): Record<'local' | 'foreign', ModePart | null> =>
  kind === 'cheque' && side === 'delivery'
    ? { local: 'chequesIssued', foreign: 'chequesIssued' }
    : parts[kind]

/** The part that what comes in or goes out by a mode of this kind is posted to; null for what is set off within the deal. */
export const partOfMode = (
  kind: ModeKind,
  { side, isLocal }: { side: ModeSide; isLocal: boolean },
): ModePart | null => partsOf(kind, side)[isLocal ? 'local' : 'foreign']

/** Each part that a mode of this kind moves, once, and of which money. */
export function partsOfMode(
  kind: ModeKind,
  side: ModeSide,
): { part: ModePart; money: 'any' | 'foreign' | 'local' }[] {
  const { local, foreign } = partsOf(kind, side)
  if (local !== null && local === foreign) return [{ part: local, money: 'any' }]
  return [
    ...(local === null ? [] : [{ part: local, money: 'local' as const }]),
    ...(foreign === null ? [] : [{ part: foreign, money: 'foreign' as const }]),
  ]
}

/** What a currency posts to besides its modes, and what a branch does, whatever is dealt there. */
export const partsOfCurrency = ['stock', 'shortOver', 'opening', 'realisedGain', 'realisedLoss'] as const
export const partsOfBranch = ['cash', 'vault', ...partsOfCurrency] as const
