import { Exact } from '#kit/domain/decimals.domain.ts'
import { cashRounding } from '../basket/basket.domain.ts'
import type { ThirdParty } from '../third-parties/third-parties.domain.ts'
import { createFault, type Mode, type PricedPayment } from './pricing.domain.ts'

/** A payment as the counter enters it; amounts in local currency. */
interface EnteredPayment {
  direction: 'in' | 'out'
  modeId: string
  amount: string
  /** What the customer handed over, where the change goes back. */
  tendered: string | null
  reference: string
  thirdParty: ThirdParty | null
}

/** What payments are checked by. */
interface PaymentTerms {
  modes: readonly Mode[]
  /** What the deal comes to: above zero the customer pays. */
  net: string
  local: { exponent: number; cashUnit: string }
  hasCustomer: boolean
  /** Whether the deal is written, and not only looked at. */
  isChange: boolean
}

interface Paid {
  payments: PricedPayment[]
  /** What is added to the net so that it can be paid. */
  rounding: string
}

const sideOf = { in: 'payment', out: 'delivery' } as const
const directionOf = (net: string) => (net.startsWith('-') ? ('out' as const) : ('in' as const))

/** How the customer pays: as entered, else in cash; by nothing where the house pays. */
export function payingModes(
  entered: readonly EnteredPayment[],
  modes: readonly Mode[],
  net: string,
): { modeId: string; amount: string }[] {
  if (entered.length > 0) return entered.filter(({ direction }) => direction === 'in')
  const cash = modes.find(({ side, kind }) => side === 'payment' && kind === 'cash')
  return cash && !net.startsWith('-') ? [{ modeId: cash.id, amount: net }] : []
}

/**
 * The payments as they will be, in cash where none is entered, and what is rounded so that cash can be paid; domain 5.2. Throws at
 * their field what cannot be paid so, and PAYMENTS_DIFFER where a written deal is not paid in full.
 */
export const pricePayments = (entered: readonly EnteredPayment[], terms: PaymentTerms): Paid =>
  entered.length === 0 ? payInCash(terms) : payAsEntered(entered, terms)

function payInCash({ modes, net, local }: PaymentTerms): Paid {
  const direction = directionOf(net)
  const rounding = cashRounding(net, local.cashUnit, local.exponent)
  const amount = new Exact(net).plus(rounding).abs()
  if (amount.isZero()) return { payments: [], rounding }
  const mode = modes.find((one) => one.side === sideOf[direction] && one.kind === 'cash')
  if (!mode) throw createFault('payments', 'NO_CASH_MODE')
  const rest = { tendered: null, pieces: [], reference: '', thirdParty: null }
  return { payments: [{ direction, mode, amount: amount.toFixed(), ...rest }], rounding }
}

function payAsEntered(entered: readonly EnteredPayment[], terms: PaymentTerms): Paid {
  const { net, local, isChange } = terms
  const payments = entered.map((payment, index) => checkPayment(payment, index, terms))
  const sum = payments.reduce(
    (total, { direction, amount }) => (direction === 'in' ? total.plus(amount) : total.minus(amount)),
    new Exact(0),
  )
  const rounding = sum.minus(net)
  const isInCash = payments.some(({ mode }) => mode.kind === 'cash')
  const most = isInCash ? new Exact(local.cashUnit).dividedBy(2) : new Exact(0)
  if (rounding.abs().greaterThan(most)) {
    // A teller who is still typing hears it from the screen.
    if (isChange) throw createFault('payments', 'PAYMENTS_DIFFER', { expected: net, entered: sum.toFixed() })
    return { payments, rounding: new Exact(0).toFixed(local.exponent) }
  }
  return { payments, rounding: rounding.toFixed(local.exponent) }
}

/** One payment with its mode. Throws at its field what the mode, the currency or the direction of the deal does not allow. */
function checkPayment(
  { modeId, ...payment }: EnteredPayment,
  index: number,
  { modes, net, local, hasCustomer, isChange }: PaymentTerms,
): PricedPayment {
  const at = (field: string) => `payments.${index}.${field}`
  const mode = modes.find((one) => one.id === modeId && one.side === sideOf[payment.direction])
  if (!mode) throw createFault(at('modeId'), 'UNKNOWN_MODE')
  // Money that goes round in a deal would pass by its limits and its due diligence.
  if (payment.direction !== directionOf(net)) throw createFault(at('amount'), 'PAYMENT_AGAINST_NET')
  const amount = new Exact(payment.amount)
  if (amount.decimalPlaces() > local.exponent)
    throw createFault(at('amount'), 'TOO_MANY_DECIMALS', { ...local })
  if (mode.kind === 'account' && !hasCustomer) throw createFault(at('modeId'), 'CUSTOMER_REQUIRED')
  if (mode.kind === 'cash') {
    if (!amount.mod(local.cashUnit).isZero())
      throw createFault(at('amount'), 'NOT_PAYABLE', { cashUnit: new Exact(local.cashUnit).toFixed() })
    // A teller who is still typing hears it from the screen.
    if (isChange && payment.tendered !== null && amount.greaterThan(payment.tendered))
      throw createFault(at('tendered'), 'TENDERED_TOO_LITTLE')
  }
  return { ...payment, mode, pieces: [] }
}
