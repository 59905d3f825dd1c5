import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { ForeignAccount } from '#modules/bank/accounts/accounts.domain.ts'
import type { ModeKind } from '#modules/currencies/modes/modes.domain.ts'
import type { RuleKind } from '#modules/rates/effective/effective.domain.ts'
import { gainOf, type Piece, type Side, totalsOf } from '../basket/basket.domain.ts'
import type { ThirdParty } from '../third-parties/third-parties.domain.ts'

/** Where and when a deal is made. */
export interface Place {
  branchId: string
  counterId: string
  businessDate: string
}

/** Whose deals are added up: all on file who may be the one who deals, and the numbers of their papers, in one spelling. */
export interface Subject {
  customerIds: readonly string[]
  papers: readonly string[]
}

/** What was promised of a line by a quote that holds: for that quantity, as the band of amounts is that of each line. */
export interface HeldRate {
  side: Side
  currencyId: string
  subCurrencyId: string | null
  quantity: string
  usualRate: string
  mid: string
  rateRule: PricedLine['rateRule']
}

export interface PricedLine {
  position: number
  side: Side
  currencyId: string
  subCurrencyId: string | null
  itemId: string
  currencyCode: string
  subCurrencyCode: string | null
  quoteUnit: number
  quantity: string
  rate: string
  usualRate: string
  mid: string
  rateRule: { kind: RuleKind; id: string | null }
  reason: string
  amount: string
  pieces: Piece[]
  /** The account at a bank by which it comes or goes; null: in notes. */
  transfer: { account: ForeignAccount; reference: string } | null
  /** What the quantity has cost on average, of a sale; null where nothing is in stock. */
  cost: string | null
}

/** A mode of payment or delivery that is switched on. */
export interface Mode {
  id: string
  side: 'payment' | 'delivery'
  code: string
  name: string
  kind: ModeKind
  needsClearing: boolean
}

export interface PricedPayment {
  direction: 'in' | 'out'
  mode: Mode
  amount: string
  tendered: string | null
  /** Of cash that is paid out, as far as somebody said. */
  pieces: Piece[]
  reference: string
  thirdParty: ThirdParty | null
}

/** The larger of what is bought and what is sold. */
export function largerSide(lines: readonly PricedLine[], exponent: number): string {
  const { buy, sell } = totalsOf(lines, [], exponent)
  return compareDecimals(buy, sell) > 0 ? buy : sell
}

/** Whether a line changes hands over the counter. */
export const isInNotes = ({ transfer }: Pick<PricedLine, 'transfer'>): boolean => transfer === null

/** Whether some of what the customer brings comes another way than over the counter, and has to be good first. */
export const awaitsMoney = ({
  lines,
  payments,
}: {
  lines: readonly Pick<PricedLine, 'side' | 'transfer'>[]
  payments: readonly Pick<PricedPayment, 'direction' | 'mode'>[]
}): boolean =>
  payments.some(({ direction, mode }) => direction === 'in' && mode.needsClearing) ||
  lines.some((line) => line.side === 'buy' && !isInNotes(line))

/** Something without which a deal cannot go on, at the field it concerns, with the rule that asks for it. */
export interface Missing {
  field: string
  code: string
  rule: string
  source: string
}

/** A refusal of one field of a draft. */
export const createFault = (field: string, code: string, data: Record<string, unknown> = {}): Refusal =>
  new Refusal(code, data, { fields: [{ field, code, data }] })

/** Refuses what is incomplete, each fault at its field; DEAL_INCOMPLETE. */
export function refuseIncomplete(missing: readonly Missing[]): void {
  if (missing.length === 0) return
  throw new Refusal('DEAL_INCOMPLETE', {}, { fields: missing.map(({ field, code }) => ({ field, code })) })
}

/** What the whole would earn, in local currency with `exponent` decimals; null where a part of it has no cost yet. */
export function expectedGain(lines: readonly PricedLine[], exponent: number) {
  // What a purchase saves is not earned yet.
  const sold = lines.filter(({ side }) => side === 'sell')
  if (sold.some(({ cost }) => cost === null)) return null
  const gains = sold.map((line) => gainOf(line, line.cost, exponent))
  const total = (key: 'dealing' | 'holding' | 'realised') =>
    gains.reduce((sum, gain) => sum.plus(gain[key]), new Exact(0)).toFixed(exponent)
  return { dealing: total('dealing'), holding: total('holding'), realised: total('realised') }
}
