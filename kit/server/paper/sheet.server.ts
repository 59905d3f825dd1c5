import { Refusal } from '#kit/domain/refusal.domain.ts'
import { a4, muted, openPaper, type Style } from './pen.server.ts'

const { width, height, margin, inner } = a4
const foot = 36

/** A table on paper, or facts below one another where it has one row. */
export interface PaperTable {
  title: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

interface PaperSheet {
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
 * A sheet of facts and tables as a PDF of A4 pages.
 * @throws Refusal PAPER_LONG
 */
export async function sheetPdf(sheet: PaperSheet): Promise<Buffer> {
  const texts = textsOf(sheet)
  if (texts.reduce((sum, { length }) => sum + length, 0) > mostOfSheet)
    throw new Refusal('PAPER_LONG', { most: mostOfSheet })
  const { title, language } = sheet
  const pen = await openPaper({ size: [width, height], language, title, texts })
  let y = margin

  /** Begins another page where so much does not fit. */
  const room = (needed: number) => {
    if (y + needed <= height - margin - foot) return false
    pen.doc.addPage()
    y = margin
    return true
  }
  const write = (text: string, style: Style & { size: number }) => {
    for (const line of pen.linesOf(text, inner, style)) {
      room(style.size * 1.4)
      pen.draw(line, margin, y, style)
      y += style.size * 1.4
    }
  }
  const rule = () => pen.rule(margin, width - margin, y)

  /** Cells beside one another; what is longer than a page goes on where the next one begins. */
  function row(
    cells: readonly string[],
    widths: readonly number[],
    style: Style & { size: number },
    onNewPage?: () => void,
  ) {
    const step = style.size * 1.4
    const columns = cells.map((cell, index) => pen.linesOf(cell, (widths[index] ?? 0) - 8, style))
    const most = Math.max(...columns.map(({ length }) => length))
    for (let line = 0; line < most; line++) {
      if (room(line === 0 ? Math.min(most, 8) * step : step)) onNewPage?.()
      let x = margin
      for (const [index, column] of columns.entries()) {
        pen.draw(column[line] ?? '', x, y, style)
        x += widths[index] ?? 0
      }
      y += step
    }
  }

  function facts(pairs: readonly (readonly [string, string])[]) {
    for (const [label, value] of pairs) {
      const lines = pen.linesOf(value, inner - 150)
      const names = pen.linesOf(label, 140, { size: 8.5 })
      for (let line = 0; line < Math.max(lines.length, names.length); line++) {
        room(14)
        pen.draw(names[line] ?? '', margin, y, { size: 8.5, color: muted })
        pen.draw(lines[line] ?? '', margin + 150, y)
        y += 13.5
      }
    }
  }

  write(sheet.kind, { size: 9, color: muted })
  write(title, { size: 17, isBold: true })
  y += 2
  for (const line of sheet.lines) write(line, { size: 8.5, color: muted })
  y += 8
  rule()
  y += 8
  facts(sheet.facts)
  for (const { title: head, columns, rows } of sheet.tables) {
    y += 12
    room(52)
    write(head, { size: 11, isBold: true })
    y += 2
    rule()
    y += 5
    if (rows.length === 1) {
      facts(columns.map((column, index) => [column, rows[0]?.[index] ?? ''] as const))
      continue
    }
    const widths = columnWidths(columns, rows)
    const heads = () => {
      row(columns, widths, { size: 8, color: muted })
      y += 2
    }
    heads()
    for (const cells of rows) {
      row(cells, widths, { size: 9 }, heads)
      y += 2
    }
  }
  pen.onEachPage((page, pages) => {
    const text = sheet.foot.replace('{page}', String(page)).replace('{pages}', String(pages))
    pen.draw(text, margin, height - foot, { size: 7.5, color: muted })
  })
  return pen.finish()
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

const textsOf = ({ title, kind, lines, facts, tables, foot: end }: PaperSheet): string[] => [
  title,
  kind,
  end,
  ...lines,
  ...facts.flat(),
  ...tables.flatMap((table) => [table.title, ...table.columns, ...table.rows.flat()]),
]
