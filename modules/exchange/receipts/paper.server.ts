import { groupDigits } from '#kit/domain/digits.domain.ts'
import { openPaper, type Pen as PaperPen } from '#kit/server/paper/pen.server.ts'
import { text as textOf, textKeys } from '#kit/server/texts.server.ts'
import { isNothing, percentShown, dropSign } from './receipts.domain.ts'
import type { Receipt, ReceiptLanguage, ReceiptLine, ReceiptVariant, TaxTotal } from './receipts.domain.ts'

/** What a layout draws with. */
export interface Pen {
  paper: PaperPen
  receipt: Receipt
  variant: ReceiptVariant
  /** A word of the receipt in its language. */
  word: (key: string, data?: Record<string, unknown>) => string
}

/** A new document with its first page, and the pen for it. */
export async function startPaper(
  receipt: Receipt,
  variant: ReceiptVariant,
  language: ReceiptLanguage,
  size: [number, number],
): Promise<Pen> {
  const word: Pen['word'] = (key, data) => textOf(language, `messages.receipt.${key}`, data)
  const paper = await openPaper({
    size,
    language,
    title: `${word(`titles.${variant}`)} ${receipt.number}`,
    author: receipt.company.name,
    isForCustomers: true,
    texts: [...textsIn(receipt), ...textKeys('messages.receipt.').map((key) => word(key))],
  })
  return { paper, receipt, variant, word }
}

/** Every text within a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []

/** What stands before the amount of a tax: its name and rate, and what it is charged on. */
const taxLabel = ({ word, receipt }: Pen, { name, rate, net }: TaxTotal): string =>
  word('tax', {
    name: name || word('taxName'),
    rate: percentShown(rate),
    net: groupDigits(net),
    currency: receipt.localCurrency,
  })

/** The business date and the time of day where the branch is. */
export const momentOf = ({ businessDate, time }: Receipt): string =>
  `${businessDate.split('-').toReversed().join('/')} ${time}`

/** What the house does with a line; a quote says what would be done. */
export const sideLabel = ({ variant, word }: Pen, { side }: ReceiptLine): string =>
  word(`${variant === 'quote' ? 'offers' : 'deals'}.${side}`)

/** An amount with its currency, and what it is. */
export interface Figure {
  label: string
  amount: string
}

const inLocal = ({ receipt }: Pen, amount: string) => `${groupDigits(amount)} ${receipt.localCurrency}`

/** What stands between the lines and the amount due: fees, taxes and what is rounded. */
export function totalsOf(pen: Pen): Figure[] {
  const { receipt, word } = pen
  const { fees, taxes, beforeRounding, rounding } = receipt
  return [
    ...fees.map(({ name, amount }) => ({ label: name, amount: inLocal(pen, amount) })),
    ...taxes.map((tax) => ({ label: taxLabel(pen, tax), amount: inLocal(pen, tax.amount) })),
    ...(beforeRounding === undefined
      ? []
      : [{ label: word('beforeRounding'), amount: inLocal(pen, beforeRounding) }]),
    ...(isNothing(rounding) ? [] : [{ label: word('rounding'), amount: inLocal(pen, rounding) }]),
  ]
}

/** What is due, and by whom. */
export function dueOf(pen: Pen): Figure {
  const { total } = pen.receipt
  const label = pen.word(total.startsWith('-') ? 'wePay' : 'youPay')
  return { label, amount: inLocal(pen, dropSign(total)) }
}

/** What was received and handed out by each mode, and the change. */
export function settledOf(pen: Pen): Figure[] {
  const { receipt, word } = pen
  const { payments, deliveries, change } = receipt
  const of = (title: string, all: Receipt['payments']) =>
    all.map(({ mode, currency, amount }) => ({
      label: `${title}: ${mode}`,
      amount: `${groupDigits(amount)} ${currency}`,
    }))
  return [
    ...of(word('received'), payments),
    ...of(word('handedOut'), deliveries),
    ...(isNothing(change) ? [] : [{ label: word('change'), amount: inLocal(pen, change ?? '') }]),
  ]
}

/** The word across the page that nobody can cut off. */
export function stamp(
  { paper: { doc, draw, widthOf }, word }: Pen,
  x: number,
  y: number,
  size: number,
): void {
  const style = { size, color: '#b42318', isBold: true }
  const said = word('void')
  const width = widthOf(said, style)
  const height = size * 1.4
  doc.save()
  doc.rotate(-24, { origin: [x, y] }).opacity(0.35)
  draw(said, x - width / 2, y - height / 2, style)
  doc
    .lineWidth(size / 14)
    .roundedRect(x - width / 2 - size / 4, y - height / 2, width + size / 2, height, 6)
    .stroke()
  doc.restore()
}
