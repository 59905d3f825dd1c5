import { SaxesParser } from 'saxes'
import type { Cell, TableRow } from '#kit/domain/cells.domain.ts'
import { formatNumber, plainNumber } from '#kit/domain/number-formats.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { tableBounds as most } from '#kit/domain/tables.domain.ts'
import { partsOf, unpackPart, type ZipPart } from './zip.server.ts'

type Attributes = Record<string, string>
interface Listener {
  open?(name: string, attributes: Attributes): void
  close?(name: string): void
  text?(text: string): void
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads a part of a workbook as XML, and comes back after each piece. Hostile until read: no document type and so no entity of its own. */
async function* scan(part: ZipPart, mostBytes: number, on: Listener): AsyncGenerator<void> {
  const parser = new SaxesParser()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let [depth, last] = [0, 0]
  const fail = () => {
    throw new Refusal('TABLE_UNREADABLE')
  }
  parser.on('error', fail)
  parser.on('doctype', fail)
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > most.depth) fail()
    last = parser.position
    on.open?.(bare(name), attributes as Attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    last = parser.position
    on.close?.(bare(name))
  })
  const { text } = on
  if (text) {
    parser.on('text', text)
    parser.on('cdata', text)
  }
  for await (const bytes of unpackPart(part, mostBytes)) {
    parser.write(decoder.decode(bytes, { stream: true }))
    if (parser.position - last > most.token) throw new Refusal('TABLE_VALUE', { most: most.cell })
    yield
  }
  parser.write(decoder.decode())
  parser.close()
}

async function scanSmall(part: ZipPart | undefined, on: Listener): Promise<void> {
  if (part) for await (const _ of scan(part, most.smallPart, on)) continue
}

/** Texts that cells refer to by number, close together: as strings each would take several times its length. */
class Texts {
  readonly #ends = new Uint32Array(most.texts + 1)
  readonly #bytes: Buffer
  #count = 0

  /** `size` is what the part says that it unpacks to: the texts in it are shorter. */
  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(size, most.strings))
  }
  add(text: string): void {
    const from = this.#ends[this.#count] ?? 0
    if (this.#count === most.texts || from + Buffer.byteLength(text) > this.#bytes.length)
      throw new Refusal('UNPACKED_TOO_LARGE', { most: most.strings / 2 ** 20 })
    this.#count += 1
    this.#ends[this.#count] = from + this.#bytes.write(text, from)
  }
  at(place: number): string {
    return place < this.#count ? this.#bytes.toString('utf8', this.#ends[place], this.#ends[place + 1]) : ''
  }
}

/** Collects the text of a value; what is read aloud above Chinese characters is no part of it. */
function collector(rowOf: () => number) {
  let [value, isOn, aside] = ['', false, 0]
  return {
    open: (name: string) => {
      if (name === 'rPh') aside += 1
      isOn = aside === 0 && (name === 't' || name === 'v')
    },
    close: (name: string) => {
      if (name === 'rPh') aside -= 1
      isOn = false
    },
    text: (text: string) => {
      if (!isOn) return
      if (value.length + text.length > most.cell)
        throw new Refusal(rowOf() ? 'TABLE_CELL' : 'TABLE_VALUE', { row: rowOf(), most: most.cell })
      value += text
    },
    take: () => {
      const taken = value
      value = ''
      return taken
    },
  }
}

const plain = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text

async function sharedTexts(part: ZipPart | undefined): Promise<Texts> {
  const texts = new Texts(part?.size ?? 0)
  const value = collector(() => 0)
  const onClose = (name: string) => {
    value.close(name)
    if (name === 'si') texts.add(plain(value.take()))
  }
  if (part)
    for await (const _ of scan(part, most.part, { open: value.open, close: onClose, text: value.text }))
      continue
  return texts
}

const builtIn = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Of a style that shows a number as a date. */
const date = 'date'
const isDateCode = (code: string) => /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, ''))

/** How each style of cells shows a number: by a code, or as a date. */
async function formatStyles(part: ZipPart | undefined): Promise<string[]> {
  const codes = new Map([
    [9, '0%'],
    [10, '0.00%'],
  ])
  const styles: string[] = []
  let isOfCells = false
  await scanSmall(part, {
    open: (name, { numFmtId = '', formatCode = '' }) => {
      if (name === 'numFmt') codes.set(Number(numFmtId), isDateCode(formatCode) ? date : formatCode)
      if (name === 'cellXfs') isOfCells = true
      const id = Number(numFmtId)
      if (name === 'xf' && isOfCells) styles.push(codes.get(id) ?? (builtIn(id) ? date : ''))
    },
    close: (name) => {
      if (name === 'cellXfs') isOfCells = false
    },
  })
  return styles
}

const endOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The parts that a part refers to: type and place by identifier. */
async function relations(parts: Map<string, ZipPart>, path: string) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const found = new Map<string, { type: string; part: ZipPart | undefined; path: string }>()
  await scanSmall(parts.get(`${folder}_rels/${endOf(path)}.rels`), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return
      const at = new URL(Target, `file:///${folder}`).pathname.slice(1).toLowerCase()
      found.set(Id, { type: endOf(Type), part: parts.get(at), path: at })
    },
  })
  return found
}

const columnOf = (reference: string) => {
  let column = 0
  for (const letter of /^[A-Za-z]{1,3}/.exec(reference)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

const [from1900, from1904] = [Date.UTC(1899, 11, 31), Date.UTC(1904, 0, 1)]
/** The day of a number. The first of these programs took 1900 for a leap year, and all others have to. */
function dayOf(serial: number, isFrom1904: boolean): string {
  const days = isFrom1904 || serial < 60 ? serial : serial - 1
  const day = new Date((isFrom1904 ? from1904 : from1900) + Math.round(days * 86_400_000))
  return Number.isNaN(day.getTime()) ? String(serial) : day.toISOString().slice(0, 10)
}

/** Of a workbook: which of its sheets is read, and which are not. */
export interface SheetRead {
  sheet: string
  otherSheets: string[]
}

interface CellParts {
  type: string
  style: number
  text: string
  /** Whether there was a formula, and a value. */
  isFormula: boolean
  isValue: boolean
}

/**
 * The rows of a workbook's first sheet that is not hidden, as its program shows them, read as they are asked for; holes are empty.
 * @throws Refusal as `tableRows`; anything else is an archive that cannot be read
 */
export async function workbookRows(
  bytes: Uint8Array,
  isExact = false,
): Promise<SheetRead & { rows: AsyncGenerator<TableRow> }> {
  const parts = partsOf(bytes)
  const root = [...(await relations(parts, '')).values()].find(({ type }) => type === 'officeDocument')
  const book = root?.path ?? 'xl/workbook.xml'
  const below = await relations(parts, book)
  const sheets: { name: string; isHidden: boolean; part: ZipPart | undefined }[] = []
  let isFrom1904 = false
  await scanSmall(parts.get(book), {
    open: (name, attributes) => {
      const { state = 'visible', name: title = '' } = attributes
      const id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1]
      const one = name === 'sheet' && id ? below.get(id) : undefined
      if (one?.type === 'worksheet')
        sheets.push({ name: title, isHidden: state !== 'visible', part: one.part })
      if (name === 'workbookPr') isFrom1904 = ['1', 'true'].includes(attributes['date1904'] ?? '')
    },
  })
  const read = sheets.find(({ isHidden }) => !isHidden)
  if (!read?.part) throw new Refusal('TABLE_UNREADABLE')
  const partOf = (wanted: string) => [...below.values()].find(({ type }) => type === wanted)?.part
  const texts = await sharedTexts(partOf('sharedStrings'))
  const styles = await formatStyles(partOf('styles'))
  const valueOf = ({ type, style, text, isFormula, isValue }: CellParts): Cell => {
    if (type === 'e') return { code: 'CELL_ERROR', text }
    // A formula whose text is empty has a value all the same.
    if (isFormula && (type === 'str' ? !isValue : text === '')) return { code: 'CELL_FORMULA', text: '' }
    if (text === '') return ''
    if (type === 's') return texts.at(Number(text))
    if (type === 'b') return String(text === '1' || text === 'true')
    if (type === 'str' || type === 'inlineStr') return plain(text)
    const number = type === 'd' ? undefined : plainNumber(text.trim())
    if (number === undefined) return text
    // Programs keep 15 digits of a number: what has more was an identifier once.
    if (isExact && /^-?\d{16}/.test(number)) return { code: 'CELL_LONG', text: text.trim() }
    const code = styles[style] ?? ''
    return code === date ? dayOf(Number(number), isFrom1904) : formatNumber(number, code)
  }
  const others = sheets.filter((one) => one !== read)
  return {
    sheet: read.name,
    otherSheets: others.map(({ name }) => name),
    rows: rowsOf(read.part, valueOf),
  }
}

/** The number of a row: as it says, else as its first cell does, else of the one that follows. Rows only go on. */
function placeOf(said: string, last: number): number {
  const row = Number(said)
  if (!Number.isSafeInteger(row) || row <= last) throw new Refusal('TABLE_UNREADABLE')
  if (row > most.rows) throw new Refusal('TABLE_LONG', { most: most.rows })
  return row
}

async function* rowsOf(sheet: ZipPart, valueOf: (cell: CellParts) => Cell): AsyncGenerator<TableRow> {
  let ready: TableRow[] = []
  let cells: Cell[] | undefined
  let [row, last, column, isPlaced] = [0, 0, 0, false]
  let cell = { type: '', style: 0, isFormula: false, isValue: false }
  const value = collector(() => row)
  const pieces = scan(sheet, most.part, {
    open: (name, { r = '', t = '', s = '' }) => {
      value.open(name)
      if (name === 'row') {
        cells = []
        last = row
        row = placeOf(r || String(row + 1), last)
        isPlaced = r !== ''
        column = -1
      } else if (name === 'c') {
        if (!isPlaced && /\d$/.test(r)) row = placeOf(r.replace(/^\D+/, ''), last)
        isPlaced = true
        column = r ? columnOf(r) : column + 1
        if (column >= most.columns) throw new Refusal('TABLE_WIDE', { row, most: most.columns })
        cell = { type: t, style: Number(s), isFormula: false, isValue: false }
      } else if (name === 'f') cell.isFormula = true
      else if (name === 'v') cell.isValue = true
    },
    text: value.text,
    close: (name) => {
      value.close(name)
      if (name === 'c' && cells && column >= 0) cells[column] = valueOf({ ...cell, text: value.take() })
      else if (name === 'row' && cells) {
        ready.push({ rowNumber: row, cells: Array.from(cells, (one) => one ?? '') })
        cells = undefined
      }
    },
  })
  for await (const _ of pieces) {
    const given = ready
    ready = []
    yield* given
  }
  yield* ready
}
