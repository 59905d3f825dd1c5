import Pdf from 'pdfkit'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { facesFor, type Run } from './fonts.server.ts'
import { linesOf as brokenLines } from './lines.domain.ts'

const [width, height] = [595.28, 841.89]
const margin = 48
const foot = 36
const inner = width - 2 * margin
const ink = '#1a1f22'
const muted = '#5b6870'

interface Style {
  size?: number
  color?: string
  isBold?: boolean
}

/** A table on paper, or facts below one another where it has one row. */
export interface PaperTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

export interface PaperSheet {
  title: string
  /** Above the title: what kind of sheet it is. */
  kind: string
  /** Small, under the title: where it comes from. */
  lines: readonly string[]
  facts: readonly (readonly [label: string, value: string])[]
  tables: readonly PaperTable[]
  /** At the foot of each page; `{page}` and `{pages}` are filled in. */
  foot: string
  language: string
}

/** Characters of a sheet, some fifty pages: each is measured while others wait. */
const mostOfSheet = 100_000

/**
 * A sheet of facts and tables as a PDF of A4 pages, in whatever scripts its texts are; the fonts are within it.
 * @throws Refusal PAPER_LONG
 */
export async function sheetPdf(sheet: PaperSheet): Promise<Buffer> {
  const texts = textsOf(sheet)
  if (texts.reduce((sum, { length }) => sum + length, 0) > mostOfSheet)
    throw new Refusal('PAPER_LONG', { most: mostOfSheet })
  const runsOf = await facesFor(texts)
  const doc = new Pdf({
    size: 'A4',
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    bufferPages: true,
    lang: sheet.language,
    info: { Title: sheet.title, Creator: 'Agio' },
    font: '',
  })
  const parts: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (part: Buffer) => parts.push(part))
    doc.on('end', () => resolve(Buffer.concat(parts)))
    doc.on('error', reject)
  })
  let y = margin

  const take = ({ face }: Run, size: number) =>
    doc.font(face.font as unknown as PDFKit.Mixins.PDFFontSource).fontSize(size)
  const widthOf = (text: string, size: number) =>
    runsOf(text).reduce((sum, run) => sum + take(run, size).widthOfString(run.text, { features: [] }), 0)

  const linesOf = (text: string, wide: number, size: number) =>
    brokenLines(text, wide, (line) => widthOf(line, size))

  function draw(text: string, left: number, top: number, { size = 9.5, color = ink, isBold = false }: Style) {
    let x = left
    for (const run of runsOf(text)) {
      take(run, size)
      const stroke = isBold || run.face.isThin
      doc
        .fillColor(color)
        .strokeColor(color)
        .lineWidth(size * (run.face.isThin ? 0.03 : 0) + (isBold ? size * 0.03 : 0))
        .text(run.text, x, top + size, {
          lineBreak: false,
          baseline: 'alphabetic',
          features: [],
          fill: true,
          stroke,
        })
      x += doc.widthOfString(run.text, { features: [] })
    }
  }

  /** Begins another page where so much does not fit. */
  const room = (needed: number) => {
    if (y + needed <= height - margin - foot) return false
    doc.addPage()
    y = margin
    return true
  }
  const write = (text: string, style: Style = {}) => {
    const size = style.size ?? 9.5
    for (const line of linesOf(text, inner, size)) {
      room(size * 1.4)
      draw(line, margin, y, style)
      y += size * 1.4
    }
  }
  const rule = () => {
    doc
      .lineWidth(0.6)
      .strokeColor('#c4ccd0')
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .stroke()
  }

  /** Cells beside one another; what is longer than a page goes on where the next one begins. */
  function row(cells: readonly string[], widths: readonly number[], style: Style, onNewPage?: () => void) {
    const size = style.size ?? 9.5
    const step = size * 1.4
    const columns = cells.map((cell, index) => linesOf(cell, (widths[index] ?? 0) - 8, size))
    const most = Math.max(...columns.map(({ length }) => length))
    for (let line = 0; line < most; line++) {
      if (room(line === 0 ? Math.min(most, 8) * step : step)) onNewPage?.()
      let x = margin
      for (const [index, column] of columns.entries()) {
        draw(column[line] ?? '', x, y, style)
        x += widths[index] ?? 0
      }
      y += step
    }
  }

  function facts(pairs: readonly (readonly [string, string])[]) {
    for (const [label, value] of pairs) {
      const lines = linesOf(value, inner - 150, 9.5)
      const names = linesOf(label, 140, 8.5)
      for (let line = 0; line < Math.max(lines.length, names.length); line++) {
        room(14)
        draw(names[line] ?? '', margin, y, { size: 8.5, color: muted })
        draw(lines[line] ?? '', margin + 150, y, {})
        y += 13.5
      }
    }
  }

  write(sheet.kind, { size: 9, color: muted })
  write(sheet.title, { size: 17, isBold: true })
  y += 2
  for (const line of sheet.lines) write(line, { size: 8.5, color: muted })
  y += 8
  rule()
  y += 8
  facts(sheet.facts)
  for (const { title, columns, rows } of sheet.tables) {
    y += 12
    room(52)
    write(title, { size: 11, isBold: true })
    y += 2
    rule()
    y += 5
    if (rows.length === 1) {
      facts(columns.map((column, index) => [column, rows[0]?.[index] ?? ''] as const))
      continue
    }
    const widths = columnWidths(columns, rows)
    const head = () => {
      row(columns, widths, { size: 8, color: muted })
      y += 2
    }
    head()
    for (const cells of rows) {
      row(cells, widths, { size: 9 }, head)
      y += 2
    }
  }
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    const text = sheet.foot.replace('{page}', String(page + 1)).replace('{pages}', String(count))
    draw(text, margin, height - foot, { size: 7.5, color: muted })
  }
  doc.end()
  return whole
}

/** By what the columns hold: each as wide as its share of the signs, none narrower than it can be read. */
function columnWidths(columns: readonly string[], rows: PaperTable['rows']): number[] {
  const least = 0.6 / columns.length
  const signs = columns.map((title, index) =>
    Math.min(60, Math.max(title.length, ...rows.map((cells) => cells[index]?.length ?? 0))),
  )
  const sum = signs.reduce((a, b) => a + b, 0)
  const shares = signs.map((count) => Math.max(least, count / sum))
  const all = shares.reduce((a, b) => a + b, 0)
  return shares.map((share) => (inner * share) / all)
}

function textsOf({ title, kind, lines, facts, tables, foot: end }: PaperSheet): string[] {
  return [
    title,
    kind,
    end,
    '0123456789',
    ...lines,
    ...facts.flat(),
    ...tables.flatMap((table) => [table.title, ...table.columns, ...table.rows.flat()]),
  ]
}
