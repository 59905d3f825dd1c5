import { openPaper, type Pen as PaperPen } from '#kit/server/paper/pen.server.ts'
import { text as textOf, textKeys } from '#kit/server/texts.server.ts'
import { grouped, percentShown } from './receipts.domain.ts'
import type { Receipt, ReceiptLanguage, ReceiptVariant, TaxTotal } from './receipts.domain.ts'

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
export const taxLabel = ({ word, receipt }: Pen, { name, rate, net }: TaxTotal): string =>
  word('tax', {
    name: name || word('taxName'),
    rate: percentShown(rate),
    net: grouped(net),
    currency: receipt.localCurrency,
  })

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
