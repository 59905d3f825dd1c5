import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import encodeQr from 'qr'
import { text as textOf } from '#kit/server/texts.server.ts'
import { grouped, percentShown } from './receipts.domain.ts'
import type { Receipt, ReceiptLanguage, ReceiptVariant, TaxTotal } from './receipts.domain.ts'

type Document = PDFKit.PDFDocument

/** What a layout draws with. */
export interface Pen {
  doc: Document
  receipt: Receipt
  variant: ReceiptVariant
  /** A word of the receipt in its language. */
  word: (key: string, data?: Record<string, unknown>) => string
}

const faces = { regular: '400Regular', bold: '700Bold' } as const
export type Face = keyof typeof faces
type Fonts = Record<Face, Buffer>

let loading: Promise<Fonts> | undefined

/** The fonts, read with the first receipt and kept: 7 MB each. What a document embeds of them is what it uses. */
async function fonts(): Promise<Fonts> {
  loading ??= Promise.all([face(faces.regular), face(faces.bold)]).then(([regular, bold]) => ({
    regular,
    bold,
  }))
  // A failure is not kept: the next receipt tries again.
  loading.catch(() => (loading = undefined))
  return loading
}

const face = (name: string) =>
  readFile(
    fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-tc/${name}/NotoSansTC_${name}.ttf`)),
  )

interface Page {
  size: [number, number]
  margins: { top: number; bottom: number; left: number; right: number }
}

/** A new document with its first page, and the pen for it. */
export async function startPaper(
  receipt: Receipt,
  variant: ReceiptVariant,
  language: ReceiptLanguage,
  page: Page,
): Promise<Pen> {
  const { regular, bold } = await fonts()
  const word: Pen['word'] = (key, data) => textOf(language, `messages.receipt.${key}`, data)
  const doc = new Pdf({
    ...page,
    bufferPages: true,
    lang: language === 'en' ? 'en' : 'zh-Hant',
    info: {
      Title: `${word(`titles.${variant}`)} ${receipt.number}`,
      Author: receipt.company.name,
      Creator: 'Agio',
    },
    // None of its own: a font that is opened twice is not found by its name, and parsed anew at every word.
    font: '',
  })
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  return { doc, receipt, variant, word }
}

/** What stands before the amount of a tax: its name and rate, and what it is charged on. */
export const taxLabel = ({ word, receipt }: Pen, { name, rate, net }: TaxTotal): string =>
  word('tax', {
    name: name || word('taxName'),
    rate: percentShown(rate),
    net: grouped(net),
    currency: receipt.localCurrency,
  })

/** Ends a document and answers it whole. */
export function finished(doc: Document): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
    doc.end()
  })
}

/** Draws a QR code as small squares: sharp on any printer. */
export function drawQr(doc: Document, content: string, x: number, y: number, size: number): void {
  const matrix = encodeQr(content, 'raw', { ecc: 'medium', border: 2 })
  const step = size / matrix.length
  for (const [row, cells] of matrix.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(x + column * step, y + row * step, step, step)
  doc.fill('#000000')
}

/** The word across the page that nobody can cut off. */
export function stamp({ doc, word }: Pen, x: number, y: number, size: number): void {
  doc.save()
  doc.rotate(-24, { origin: [x, y] })
  doc.font('bold').fontSize(size)
  const said = word('void')
  const width = doc.widthOfString(said)
  const height = doc.currentLineHeight()
  doc.opacity(0.35).fillColor('#b42318')
  doc.text(said, x - width / 2, y - height / 2, { lineBreak: false })
  doc
    .lineWidth(size / 14)
    .strokeColor('#b42318')
    .roundedRect(x - width / 2 - size / 4, y - height / 2, width + size / 2, height, 6)
    .stroke()
  doc.restore()
}
