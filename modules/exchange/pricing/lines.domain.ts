import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { ForeignAccount } from '#modules/bank/accounts/accounts.domain.ts'
import type { EffectiveRate } from '#modules/rates/effective/effective.domain.ts'
import { checkAgainstEffective, type RuleLimits } from '#modules/rates/validation/validation.domain.ts'
import { deviationOf, lineAmount, type Piece, type Side } from '../basket/basket.domain.ts'
import type { LineFacts } from '../gates/gates.domain.ts'
import { checkPieces, checkQuantity, type FieldAt } from './pieces.domain.ts'
import { createFault, type HeldRate, type Missing, type PricedLine } from './pricing.domain.ts'

/** A line as the counter enters it; without a rate the usual one holds. */
export interface EnteredLine {
  side: Side
  currencyId: string
  subCurrencyId: string | null
  quantity: string
  rate: string | null
  /** The usual rate that the teller saw. */
  usualRate: string | null
  reason: string
  pieces: Piece[]
  /** The account at a bank by which it comes or goes; null: in notes. */
  transfer: { accountId: string; reference: string } | null
}

/** What is known of a line's currency at the place; `sub` is its part, where the line names one. */
export interface LineGround {
  currency: { id: string; code: string; exponent: number; cashUnit: string; quoteUnit: number }
  rate: Pick<EffectiveRate, Side | 'mid' | 'rule'>
  sub: { id: string; code: string; currencyId: string; isEnabled: boolean; hasOwnStock: boolean } | undefined
  /** The face values in use. */
  faces: readonly string[]
  /** Open accounts of foreign money by which the branch deals. */
  accounts: readonly ForeignAccount[]
}

/** What all lines of a basket are priced by. */
export interface LineTerms {
  localExponent: number
  /** Rates of a quote that has not run out. */
  held: readonly HeldRate[]
  /** Average cost of a unit in local currency: by item of notes, by account of money at banks. */
  costs: ReadonlyMap<string, string>
  /** The company's rules on rates. */
  limits: readonly RuleLimits[]
  /** Whether the deal is written, and not only looked at. */
  isChange: boolean
}

/** The rule on negotiated rates, where it is switched on. */
export const effectiveRule = (limits: readonly RuleLimits[]): RuleLimits | undefined =>
  limits.find(({ rule, isEnabled }) => rule === 'effective' && isEnabled)

/**
 * Prices one line: the rate that holds, the local amount, the average cost of a sale, and the facts that gates judge it by. Throws
 * at its field INVALID_PAIR, BANK_ACCOUNT_UNFIT, RATE_CHANGED, RATE_OUT_OF_TOLERANCE, COMES_TO_NOTHING and the faults of quantities and pieces.
 */
export function priceLine(
  line: EnteredLine,
  position: number,
  ground: LineGround | undefined,
  terms: LineTerms,
): { line: PricedLine; facts: LineFacts; missing: Missing[] } {
  const at: FieldAt = (field) => `lines.${position}.${field}`
  if (!ground) throw createFault(at('currencyId'), 'INVALID_PAIR')
  const { currency, sub } = ground
  if (line.subCurrencyId !== null && (sub?.currencyId !== currency.id || !sub.isEnabled))
    throw createFault(at('subCurrencyId'), 'INVALID_PAIR')
  const { usual, mid, rateRule } = usualOf(line, ground, terms.held, at)
  const transfer = transferOf(line, ground, at)
  // By a bank goes what the currency can be divided into.
  const cashUnit = transfer ? new Exact(10).pow(-currency.exponent).toFixed() : currency.cashUnit
  checkQuantity(line, { ...currency, cashUnit }, at)
  if (terms.isChange && line.usualRate !== null && compareDecimals(line.usualRate, usual) !== 0)
    throw rateChanged(position, usual, at)
  const rate = line.rate ?? usual
  const itemId = sub?.hasOwnStock ? sub.id : currency.id
  const { quantity } = line
  const unitCost = terms.costs.get(transfer?.account.id ?? itemId)
  const cost = costOf(line, unitCost, terms.localExponent)
  const amount = lineAmount({ quantity, rate, quoteUnit: currency.quoteUnit }, terms.localExponent)
  if (new Exact(amount).isZero()) throw createFault(at('quantity'), 'COMES_TO_NOTHING')
  checkPieces(line, ground.faces, at)
  const isNegotiated = compareDecimals(rate, usual) !== 0
  if (isNegotiated) checkTolerance({ side: line.side, rate, usual }, terms.limits, at)
  const loss = cost === null ? new Exact(0) : new Exact(cost).minus(amount)
  return {
    line: {
      position,
      side: line.side,
      currencyId: currency.id,
      subCurrencyId: sub?.id ?? null,
      itemId,
      currencyCode: currency.code,
      subCurrencyCode: sub?.code ?? null,
      quoteUnit: currency.quoteUnit,
      quantity,
      rate,
      usualRate: usual,
      mid,
      rateRule,
      reason: line.reason,
      amount,
      pieces: line.pieces,
      transfer,
      cost,
    },
    facts: {
      position,
      deviation: isNegotiated ? deviationOf(line.side, rate, usual) : '0',
      loss: loss.isPositive() ? loss.toFixed() : '0',
    },
    missing:
      isNegotiated && line.reason === ''
        ? [{ field: at('reason'), code: 'REASON_REQUIRED', rule: 'negotiatedRate', source: '' }]
        : [],
  }
}

/**
 * The account at a bank that a line names, by which the branch deals, in the currency of the line; a part of a currency is in notes. Throws
 * BANK_ACCOUNT_UNFIT, and NO_PIECES_BY_BANK where notes are counted for it.
 */
function transferOf(line: EnteredLine, { currency, accounts }: LineGround, at: FieldAt) {
  if (line.transfer === null) return null
  const { accountId, reference } = line.transfer
  const account = accounts.find(({ id, currencyId }) => id === accountId && currencyId === currency.id)
  if (!account || line.subCurrencyId !== null)
    throw createFault(at('transfer.accountId'), 'BANK_ACCOUNT_UNFIT')
  if (line.pieces.length > 0) throw createFault(at('pieces'), 'NO_PIECES_BY_BANK')
  return { account, reference }
}

/** The usual rate of a line: what a quote promised for this quantity, else that of the board. Throws INVALID_PAIR without one. */
function usualOf(line: EnteredLine, { rate }: LineGround, held: readonly HeldRate[], at: FieldAt) {
  const promised = held.find(
    (one) =>
      one.side === line.side &&
      one.currencyId === line.currencyId &&
      one.subCurrencyId === line.subCurrencyId &&
      compareDecimals(one.quantity, line.quantity) === 0,
  )
  const usual = promised?.usualRate ?? rate[line.side]
  if (usual === null) throw createFault(at('currencyId'), 'INVALID_PAIR')
  return { usual, mid: promised?.mid ?? rate.mid, rateRule: promised?.rateRule ?? rate.rule }
}

function rateChanged(position: number, rate: string, at: FieldAt): Refusal {
  const code = 'RATE_CHANGED'
  const fields = [{ field: at('rate'), code, data: { rate } }]
  return new Refusal(code, { line: position, rate }, { kind: 'conflict', fields })
}

/** What a sale has cost on average; null of a purchase, and where nothing is in stock. */
const costOf = ({ side, quantity }: EnteredLine, unitCost: string | undefined, exponent: number) =>
  side === 'sell' && unitCost !== undefined ? new Exact(unitCost).times(quantity).toFixed(exponent) : null

/** Refuses a negotiated rate that the company's rule blocks; RATE_OUT_OF_TOLERANCE. */
export function checkTolerance(
  { side, rate, usual }: { side: Side; rate: string; usual: string },
  limits: readonly RuleLimits[],
  at: FieldAt,
): void {
  const sides = (value: string) => ({ buy: null, sell: null, [side]: value })
  const findings = checkAgainstEffective(sides(rate), sides(usual), limits, null)
  const blocked = findings.find(({ level }) => level === 'block')
  if (blocked)
    throw createFault(at('rate'), 'RATE_OUT_OF_TOLERANCE', {
      deviation: percentOf(blocked.value),
      limit: percentOf(effectiveRule(limits)?.block ?? '0'),
    })
}

/** A fraction as a percentage, as messages say it. */
const percentOf = (fraction: string) => new Exact(fraction).times(100).toDecimalPlaces(4).toFixed()
