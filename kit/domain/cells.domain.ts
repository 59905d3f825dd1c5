/** A cell whose value its program could not give: an error, a formula whose result the file does not hold, a number that lost digits. */
export interface CellFault {
  code: 'CELL_ERROR' | 'CELL_FORMULA' | 'CELL_LONG'
  /** What the cell shows, such as `#N/A`. */
  text: string
}

/** A value of a table as its program shows it. */
export type Cell = string | CellFault

export interface TableRow {
  /** As the file numbers it, from 1. */
  rowNumber: number
  cells: Cell[]
}

/** What a cell shows. */
export const cellText = (cell: Cell | undefined): string =>
  typeof cell === 'object' ? cell.text : (cell ?? '')

/** What is wrong with a cell. */
export const cellFault = (cell: Cell | undefined): CellFault | undefined =>
  typeof cell === 'object' ? cell : undefined

const errors = String.raw`#(?:N\/A(?: N\/A)?|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!)`
const error = new RegExp(`^\\s*${errors}\\s*$`, 'i')

/** Whether a text is what spreadsheets write for an error. */
export const isErrorText = (text: string): boolean => error.test(text)

const signs = '[=+\\-@\\t\\r\\n|%＝＋－＠]'
/** What may begin a formula, behind quotation marks that guard it or belong to it. */
const risky = new RegExp(`^'*(?:\\s*${signs}|${errors}\\s*$)`, 'i')
const guarded = new RegExp(`^'+(?:\\s*${signs}|${errors}\\s*$)`, 'i')
/** A signed number or a telephone number, and a sign alone: nothing that a spreadsheet runs. */
const harmless =
  /^ *(?:[+-] ?\(?(?:\p{Sc} ?)?(?:\d[\d., '\u00A0\u202F]*|\.\d+)(?:E[+-]?\d{1,3})?\)?(?: ?[%\p{Sc}])?|\+ ?\(?\d[\d ().\u00A0-]*|[+-]+) *$/iu

/** A text as a CSV file may hold it: what a spreadsheet would run begins with one `'`, which `readGuard` takes away. */
export const writeGuard = (text: string): string =>
  guarded.test(text) || (risky.test(text) && !harmless.test(text)) ? `'${text}` : text

/** A text of a CSV file without the guard that `writeGuard`, or a person, put before it. */
export const readGuard = (text: string): string =>
  text.startsWith("'") && risky.test(text.slice(1)) ? text.slice(1) : text

/** A cell of a CSV file: errors are only text there. */
export const csvCell = (text: string): Cell =>
  isErrorText(text) ? { code: 'CELL_ERROR', text: text.trim() } : readGuard(text)

/** A row of a CSV file; `csvCell` reads its cells as they were. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells
    .map((cell) => (typeof cell === 'object' ? cell.text : writeGuard(cell)))
    .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`

/** A name of a column without what people and programs write differently: case, width, blanks, marks, signs that cannot be seen. */
export const headKey = (head: string): string =>
  head
    .normalize('NFKC')
    .replaceAll(/[İı]/g, 'i')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]|\u0307/gu, '')
