import { Readable } from 'node:stream'
import Pdf from 'pdfkit'
import encodeQr from 'qr'
import type { StreamedFile } from '../files.server.ts'
import { facesFor, type Run } from './fonts.server.ts'
import { linesOf } from '#kit/domain/lines.domain.ts'
import { isRightToLeft, orderRuns } from '#kit/domain/order.domain.ts'

/** A page of A4 and the margin around what is printed on it, in points. */
export const a4 = { width: 595.28, height: 841.89, margin: 48, inner: 595.28 - 2 * 48 }
export const muted = '#5b6870'

export interface Style {
  size?: number
  color?: string
  isBold?: boolean
  align?: 'left' | 'center' | 'right'
}

interface Paper {
  size: [width: number, height: number]
  language: string
  title: string
  author?: string
  /** Whether it is given to customers: with a true bold, and Han signs of traditional form. */
  isForCustomers?: boolean
  /** At least every text that is drawn: the fonts are opened by their signs. */
  texts: Iterable<string>
}

/** What draws on the pages of a PDF. */
export type Pen = Awaited<ReturnType<typeof openPaper>>

/** A new PDF with its first page; its texts may be in any script, and the fonts are within it. */
export async function openPaper({ size: page, isForCustomers = false, texts, ...about }: Paper) {
  const { language, title, author } = about
  const runsOf = await facesFor(texts, isForCustomers)
  const doc = new Pdf({
    size: page,
    margin: 0,
    bufferPages: true,
    lang: language.replace('_', '-'),
    info: { Title: title, Creator: 'Agio', ...(author && { Author: author }) },
    // None of its own: a font that is opened twice is not found by its name, and parsed anew at every word.
    font: '',
  })
  const take = ({ face }: Run, { size = 9.5, isBold = false }: Style) => {
    const font = (isBold && face.bold) || face.font
    const name = font === face.bold ? `${face.name} bold` : face.name
    return doc.font(font as unknown as PDFKit.Mixins.PDFFontSource, name).fontSize(size)
  }
  const widthOf = (text: string, style: Style = {}) =>
    runsOf(text).reduce((sum, run) => sum + take(run, style).widthOfString(run.text, { features: [] }), 0)
  const broken = (text: string, width: number, style: Style = {}) =>
    linesOf(text, width, (line) => widthOf(line, style))

  /** Ends a span with its text: a reader takes how large and which way up that is from the state at its end. */
  function endActualText(size: number): void {
    // oxlint-disable-next-line no-underscore-dangle
    const { id } = (doc as unknown as { _font: { id: string } })._font
    doc.save().transform(1, 0, 0, -1, 0, doc.page.height)
    doc.addContent(`/${id} ${size} Tf`)
    doc.endMarkedContent().restore()
  }

  /** Draws one line from its upper left corner. */
  function draw(text: string, left: number, top: number, style: Style = {}): void {
    const { size = 9.5, color = '#1a1f22', isBold = false } = style
    let x = left
    const runs = runsOf(text)
    // Readers turn the glyphs of Arabic and Hebrew themselves, and would turn a text that is in order.
    const isWritten = runs.some(({ face }) => face.isShaped) && !runs.some(isRightToLeft)
    const actual = isWritten && runs.map((run) => run.text).join('')
    if (actual) doc.markContent('Span', { actual })
    for (const run of orderRuns(runs)) {
      take(run, style)
      const { isThin, bold } = run.face
      const isDrawnBold = isBold && !bold
      doc
        .fillColor(color)
        .strokeColor(color)
        .lineWidth(size * ((isThin ? 0.03 : 0) + (isDrawnBold ? 0.03 : 0)))
        .text(run.text, x, top + size, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: [],
          fill: true,
          stroke: isDrawnBold || isThin,
        })
      x += doc.widthOfString(run.text, { features: [] })
    }
    if (actual) endActualText(size)
  }

  /** Writes a text into a column, on as many lines as it takes; answers where the next one begins. */
  function write(text: string, left: number, top: number, width: number, style: Style = {}): number {
    const { size = 9.5, align = 'left' } = style
    const lines = text ? broken(text, width, style) : []
    for (const [index, line] of lines.entries()) {
      const free = align === 'left' ? 0 : width - widthOf(line, style)
      draw(line, left + (align === 'center' ? free / 2 : free), top + index * size * 1.4, style)
    }
    return top + lines.length * size * 1.4
  }

  function rule(left: number, right: number, y: number, { color = '#c4ccd0', weight = 0.6 } = {}): void {
    doc.lineWidth(weight).strokeColor(color).moveTo(left, y).lineTo(right, y).stroke()
  }

  /** Draws a QR code as small squares: sharp on any printer. */
  function qr(content: string, x: number, y: number, size: number): void {
    const matrix = encodeQr(content, 'raw', { ecc: 'medium', border: 2 })
    const step = size / matrix.length
    for (const [row, cells] of matrix.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) doc.rect(x + column * step, y + row * step, step, step)
    doc.fill('#000000')
  }

  /** Draws on every page there is. */
  function onEachPage(work: (page: number, pages: number) => void): void {
    const { count } = doc.bufferedPageRange()
    for (let at = 0; at < count; at++) {
      doc.switchToPage(at)
      work(at + 1, count)
    }
  }

  /** Ends the document and answers it whole. */
  const finish = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      const parts: Buffer[] = []
      doc.on('data', (part: Buffer) => parts.push(part))
      doc.on('end', () => resolve(Buffer.concat(parts)))
      doc.on('error', reject)
      doc.end()
    })

  return { doc, widthOf, linesOf: broken, draw, write, rule, qr, onEachPage, finish }
}

/** A PDF as what a download answers. */
export const pdfFile = (name: string, pdf: Buffer): StreamedFile => ({
  name: `${name}.pdf`,
  mediaType: 'application/pdf',
  stream: Readable.from([pdf]),
})
