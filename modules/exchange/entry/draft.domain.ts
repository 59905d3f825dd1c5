import type { identityTypes } from '#modules/customers/profiles/profiles.domain.ts'
import type { ThirdParty } from '../third-parties/third-parties.domain.ts'
import { cashRounding, type Piece, type Typed } from '../basket/basket.domain.ts'
import { add, type Entry, isBlank, isNegotiated, isNoNumber, newEntry, typedNumber } from './entry.domain.ts'

/** One way in which a deal is paid, as typed; an empty amount is all that the others leave. */
export interface Paying {
  key: number
  modeId: string
  amount: string
  tendered: string
  reference: string
  thirdParty: ThirdParty
}

export interface WalkIn {
  name: string
  idType: '' | (typeof identityTypes)[number]
  idNumber: string
  idIssuingCountry: string
}

/** What a teller has entered of one deal. */
export interface Basket {
  entries: Entry[]
  customer: { id: string; name: string; type: 1 | 2; isBlocked: boolean } | null
  walkIn: WalkIn
  /** Who came for the customer, where there is no payment to name them with. */
  thirdParty: ThirdParty
  purpose: string
  sourceOfFunds: string
  remarks: string
  payments: Paying[]
  /** Reasons by rule. */
  waived: Record<string, string>
  askAuthorization: boolean
}

/** No third party: one without a name is not sent, whatever else was typed. */
export const nobody: ThirdParty = { name: '', idType: '', idNumber: '', idIssuingCountry: '', copyId: null }
const named = (party: ThirdParty) => (party.name.trim() === '' ? null : party)

/** The customer's representative: the one whom a payment named, once there is nothing left to pay. */
export function findRepresentative(
  { thirdParty, payments }: Pick<Basket, 'payments' | 'thirdParty'>,
  isNothing: boolean,
) {
  if (named(thirdParty) || !isNothing) return thirdParty
  return payments.find((one) => named(one.thirdParty))?.thirdParty ?? thirdParty
}

/** Keys of lines and payments on one screen. */
const count = { given: 0 }
export const nextKey = (): number => (count.given += 1)

export const newPaying = (): Paying => ({
  key: nextKey(),
  modeId: '',
  amount: '',
  tendered: '',
  reference: '',
  thirdParty: nobody,
})

export const emptyBasket = (): Basket => ({
  entries: [newEntry(nextKey(), 'buy')],
  customer: null,
  walkIn: { name: '', idType: '', idNumber: '', idIssuingCountry: '' },
  thirdParty: nobody,
  purpose: '',
  sourceOfFunds: '',
  remarks: '',
  payments: [],
  waived: {},
  askAuthorization: false,
})

/** Whether there is something that would be lost. */
export const hasContent = ({ entries, customer, walkIn, thirdParty, remarks }: Basket): boolean =>
  entries.some((entry) => !isBlank(entry)) ||
  customer !== null ||
  walkIn.name !== '' ||
  walkIn.idNumber !== '' ||
  thirdParty.name !== '' ||
  remarks !== ''

/** The path of the first field in which something is typed that is no number; `tenders` says which payments show what was tendered. */
export function fieldWithoutNumber(
  { entries, payments }: Pick<Basket, 'entries' | 'payments'>,
  tenders: (payment: Paying) => boolean,
): string | undefined {
  const ofLine = (entry: Entry) =>
    (['quantity', 'rate', 'amount'] as const)
      .filter((field) => entry.found !== field && isNoNumber(entry[field] ?? ''))
      .map((field) => `${entry.key}.${field}`)
      .concat(
        entry.pieces.flatMap((piece, at) => (Number.isNaN(piece.count) ? `${entry.key}.pieces.${at}` : [])),
      )
  const ofPayment = (payment: Paying, at: number) =>
    (['amount', 'tendered'] as const)
      .filter((field) => (field === 'amount' || tenders(payment)) && isNoNumber(payment[field]))
      .map((field) => `payments.${at}.${field}`)
  return [...entries.flatMap(ofLine), ...payments.flatMap(ofPayment)][0]
}

/** What each payment comes to, in its order; the rest goes to the first without an amount, null where none is left. */
export function amountsOf(payments: readonly Paying[], payable: string, exponent: number): (string | null)[] {
  const typed = payments.map(({ amount }) => typedNumber(amount))
  const rest = add([payable, ...typed.map((one) => `-${one ?? '0'}`)], exponent)
  const at = typed.indexOf(undefined)
  return typed.map((one, index) => one ?? (index === at && /^[^-]*[1-9]/.test(rest) ? rest : null))
}

/**
 * What is added to a net amount so that its cash part can be paid; nothing where what is left open goes another way. Payments
 * without a mode are cash.
 */
export function roundingOf(
  payments: readonly Paying[],
  {
    net,
    cashUnit,
    exponent,
    isCash,
  }: { net: string; cashUnit: string; exponent: number; isCash: (modeId: string) => boolean },
): string {
  const rest = payments.find(({ amount }) => typedNumber(amount) === undefined)
  const nothing = add([], exponent)
  if (payments.length > 0 && !(rest && isCash(rest.modeId))) return nothing
  const isOut = net.startsWith('-')
  const typed = payments.map(({ amount }) => `${isOut ? '' : '-'}${typedNumber(amount) ?? '0'}`)
  return cashRounding(add([net, ...typed], exponent), cashUnit, exponent)
}

const isPlain = (payment: Paying, cashId: string) =>
  (payment.modeId === '' || payment.modeId === cashId) &&
  [payment.amount, payment.tendered, payment.reference, payment.thirdParty.name].every(
    (text) => text.trim() === '',
  )

interface Whole {
  entry: Entry
  typed: Typed
}

interface DraftContext {
  lines: readonly Whole[]
  /** In local currency, above zero: what the customer pays, or what is paid out. */
  payable: string
  direction: 'in' | 'out'
  cashId: string
  exponent: number
}

/** The deal as it is sent; what was typed into lines that are not whole is left out. */
export function draftOf(basket: Basket, { lines, payable, direction, cashId, exponent }: DraftContext) {
  const { customer, walkIn, payments, waived } = basket
  const isNamed = Object.values(walkIn).some((text) => text.trim() !== '')
  const amounts = amountsOf(payments, payable, exponent)
  const paid = payments.flatMap((payment, at) => {
    const amount = amounts[at]
    if (!amount) return []
    const { modeId, tendered, reference, thirdParty } = payment
    const handed = direction === 'in' ? (typedNumber(tendered) ?? null) : null
    const rest = { tendered: handed, reference, thirdParty: named(thirdParty) }
    return [{ direction, modeId: modeId || cashId, amount, ...rest }]
  })
  const isAllCash = payments.every((payment) => isPlain(payment, cashId))
  return {
    customerId: customer?.id ?? null,
    walkIn: customer || !isNamed ? null : walkIn,
    thirdParty: named(findRepresentative(basket, !/[1-9]/.test(payable))),
    purpose: basket.purpose,
    sourceOfFunds: basket.sourceOfFunds,
    remarks: basket.remarks,
    askAuthorization: basket.askAuthorization,
    payments: isAllCash ? [] : paid,
    waivedFees: Object.entries(waived)
      .filter(([, reason]) => reason.trim() !== '')
      .map(([ruleId, reason]) => ({ ruleId, reason })),
    lines: lines.map(({ entry, typed }) => ({
      side: entry.side,
      currencyId: entry.currencyId,
      subCurrencyId: entry.subCurrencyId,
      quantity: typed.quantity ?? '',
      rate: isNegotiated(entry, typed) ? (typed.rate ?? null) : null,
      reason: isNegotiated(entry, typed) ? entry.reason : '',
      pieces: entry.pieces.filter((piece: Piece) => piece.count > 0),
      transfer: entry.accountId ? { accountId: entry.accountId, reference: entry.reference } : null,
    })),
  }
}
export type Drafted = ReturnType<typeof draftOf>
