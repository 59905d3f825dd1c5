import { Exact } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'

export const receiptPapers = ['roll80', 'a4'] as const
export type ReceiptPaper = (typeof receiptPapers)[number]
export const receiptVariants = ['receipt', 'copy', 'quote', 'void', 'refund'] as const
export type ReceiptVariant = (typeof receiptVariants)[number]
/** The languages whose signs the embedded font has all of. */
export const receiptLanguages = ['en', 'zh_Hant'] as const
export type ReceiptLanguage = (typeof receiptLanguages)[number]

interface Named {
  name: string
  amount: string
}

/** What was charged of one tax at one rate. */
export interface TaxTotal {
  /** Empty: tax, in the language of the receipt. */
  name: string
  /** As a fraction. */
  rate: string
  /** What it is charged on. */
  net: string
  amount: string
}

/** Money that changed hands by one mode. */
export interface Settlement {
  mode: string
  currency: string
  amount: string
}

/** One currency of a deal. */
export interface ReceiptLine {
  /** What the house did. */
  side: 'bought' | 'sold' | 'sent'
  currency: string
  quantity: string
  /** Net of all charges, in local currency per `quoteUnit`; of what is sent, in its currency for one of local currency. */
  rate: string
  quoteUnit: number
  localAmount: string
  /** The account at a bank by which it came or went; nothing for notes. */
  account?: string
}

/** Goods of a sale, or that came back. */
export interface GoodsLine {
  name: string
  quantity: string
  unit: string
  /** Of one unit. */
  price: string
  /** Of the receipt's discount; zero for none. */
  discount: string
  amount: string
}

/** What is put on paper for a customer; domain 5.5. Amounts are decimal strings, in local currency unless they name another. */
export interface Receipt {
  company: { name: string; taxNumber: string; licenceNumber: string; address: string; phone: string }
  branch: { name: string; address: string; phone: string }
  counter: string
  teller: string
  number: string
  /** `YYYY-MM-DD`. */
  businessDate: string
  /** `HH:MM` where the branch is. */
  time: string
  /** The number as `maskedId` gives it. */
  customer: { name: string; idNumber: string } | null
  /** What else is told of it, each with its name in the language of the paper. */
  facts?: readonly { name: string; value: string }[]
  localCurrency: string
  lines: readonly ReceiptLine[]
  goods?: readonly GoodsLine[]
  fees: readonly Named[]
  taxes: readonly TaxTotal[]
  rounding: string
  /** What it comes to before it is rounded, where that is said. */
  beforeRounding?: string
  /** What the customer pays; negative where the house pays. */
  total: string
  payments: readonly Settlement[]
  deliveries: readonly Settlement[]
  change: string | null
  terms: string
  /** What the QR code says; empty for none. */
  verification: string
  /** Of a quote: until when it holds, as it is to be read. */
  validUntil: string | null
  /** Of a void one: why. */
  voidReason: string | null
}

interface Taxed {
  fee: string
  tax: string
  taxName: string
  taxRate: string | null
}

/** The taxes in what was charged: fees of the same tax at the same rate together, in the order of the fees. */
export function taxesOf(charged: readonly Taxed[], exponent: number): TaxTotal[] {
  const found = Map.groupBy(
    charged.filter(({ taxRate }) => taxRate !== null),
    ({ taxName, taxRate }) => JSON.stringify([taxName, taxRate]),
  )
  return [...found.values()].map((fees) => {
    const { taxName = '', taxRate } = fees[0] ?? {}
    const sum = (key: 'fee' | 'tax') => fees.reduce((all, one) => all.plus(one[key]), new Exact(0))
    const [fee, tax] = [sum('fee'), sum('tax')]
    const amounts = { net: fee.minus(tax).toFixed(exponent), amount: tax.toFixed(exponent) }
    return { name: taxName, rate: taxRate ?? '0', ...amounts }
  })
}

/** A fraction as people read it: `6%`, `8.25%`. */
export const percentShown = (fraction: string): string => `${new Exact(fraction).times(100).toFixed()}%`

/** A rate without the zeros that say nothing, with four decimals at least. */
export function rateShown(rate: string): string {
  const [whole = '0', part = ''] = new Exact(rate).toFixed(8).split('.')
  return `${groupDigits(whole)}.${part.replace(/0+$/, '').padEnd(4, '0')}`
}

/** An amount without its sign. */
export const dropSign = (amount: string): string => amount.replace(/^-/, '')

/** Whether there is anything of an amount. */
export const isNothing = (amount: string | null): boolean => amount === null || new Exact(amount).isZero()
