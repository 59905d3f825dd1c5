/** One row of a sheet that rates are typed or pasted into. */
export interface SheetRow {
  currencyId: string
  code: string
}

/**
 * What a text pasted at a row of the sheet fills in: rates one below the other from that row on, or lines of code and rate, in
 * any order, as spreadsheets copy them. Texts stay as they were written; whoever reads them says which are no rates.
 */
export function pasted(text: string, rows: readonly SheetRow[], at: number): Map<string, string> {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
    .filter((cells) => cells.some(Boolean))
  const filled = new Map<string, string>()
  for (const [index, cells] of lines.entries()) {
    const named = rows.find(({ code }) => cells[0]?.toUpperCase() === code)
    const row = named ?? (cells.length === 1 ? rows[at + index] : undefined)
    const rate = named ? cells.slice(1).find(Boolean) : cells[0]
    if (row && rate) filled.set(row.currencyId, rate)
  }
  return filled
}
