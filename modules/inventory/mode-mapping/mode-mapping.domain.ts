import type { ModeKind, ModeSide } from '#modules/currencies/modes/modes.domain.ts'
import type { Part } from '#modules/ledger/accounts/accounts.domain.ts'

/** The part of the books that each kind of mode moves: for local money, and for foreign. Null: it moves none of its own. */
const parts: Record<ModeKind, Record<'local' | 'foreign', Part | null>> = {
  cash: { local: 'cash', foreign: 'stock' },
  card: { local: 'clearing', foreign: 'clearing' },
  eWallet: { local: 'clearing', foreign: 'clearing' },
  bankTransfer: { local: 'bank', foreign: 'bankForeign' },
  cheque: { local: 'cheques', foreign: 'cheques' },
  account: { local: 'payable', foreign: 'payable' },
  offset: { local: null, foreign: null },
}

/** A cheque that is written is none of those in hand. */
const partsOf = (kind: ModeKind, side: ModeSide): Record<'local' | 'foreign', Part | null> =>
  kind === 'cheque' && side === 'delivery'
    ? { local: 'chequesIssued', foreign: 'chequesIssued' }
    : parts[kind]

/** The part that what comes in or goes out by a mode of this kind is posted to; null for what is set off within the deal. */
export const partOfMode = (
  kind: ModeKind,
  { side, isLocal }: { side: ModeSide; isLocal: boolean },
): Part | null => partsOf(kind, side)[isLocal ? 'local' : 'foreign']

/** Each part that a mode of this kind moves, once, and of which money. */
export function partsOfMode(
  kind: ModeKind,
  side: ModeSide,
): { part: Part; money: 'any' | 'foreign' | 'local' }[] {
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
