import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { csvReader } from '#kit/domain/csv.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { readRow } from './ofac-rows.domain.ts'

/** The most bytes of a list, unpacked: five times the largest that OFAC publishes. */
export const mostBytes = 536_870_912
/** The most characters of one entry, one row or one line. */
export const mostOfOne = 4_194_304
/** The most characters of one value in a row. */
const mostOfValue = 131_072
/** The most entries of a list: the numbers and hashes of all are in memory when it is taken over. */
export const mostEntries = 1_000_000

/** `line` is where a list is not what it should be. */
export const shape = (line: number) => new Refusal('LIST_SHAPE', { line })

/**
 * The text of a file in pieces, unpacked if it is packed with gzip: never more of it in memory than a piece.
 * @throws Refusal LIST_UNREADABLE, LIST_TRUNCATED, LIST_ENCODING or LIST_TOO_LARGE
 */
export async function* textOf(path: string, most = mostBytes): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  for await (const bytes of bytesOf(path, most)) {
    size += bytes.length
    if (size > most) throw new Refusal('LIST_TOO_LARGE')
    yield decoded(() => decoder.decode(bytes, { stream: true }))
  }
  yield decoded(() => decoder.decode())
}

function decoded(decode: () => string): string {
  try {
    return decode()
  } catch {
    throw new Refusal('LIST_ENCODING')
  }
}

async function* bytesOf(path: string, most: number): AsyncGenerator<Buffer> {
  let file: FileHandle | undefined
  try {
    file = await open(path)
    if ((await file.stat()).size > most) throw new Refusal('LIST_TOO_LARGE')
    const { buffer } = await file.read({ buffer: Buffer.alloc(2), position: 0 })
    const bytes = file.createReadStream({ start: 0, highWaterMark: 65_536, autoClose: false })
    const isPacked = buffer[0] === 0x1f && buffer[1] === 0x8b
    // What goes wrong comes out at the end of the pipeline, where it is read.
    yield* isPacked ? pipeline(bytes, createGunzip(), () => undefined) : bytes
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (error instanceof Refusal || !/^[EZ]/.test(code)) throw error
    throw new Refusal(code.startsWith('Z') ? 'LIST_TRUNCATED' : 'LIST_UNREADABLE')
  } finally {
    await file?.close()
  }
}

/** The beginning of a file, unpacked: enough to know its format by. */
export async function beginningOf(path: string, characters = 65_536): Promise<string> {
  let text = ''
  for await (const piece of textOf(path)) {
    text += piece
    if (text.length >= characters) break
  }
  return text.slice(0, characters)
}

/** The lines of a text that comes in pieces, each with its number; empty ones are left out. After an open one the text ends. */
export async function* linesOf(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ text: string; line: number; isOpen: boolean }> {
  let [rest, line] = ['', 0]
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) {
      line += 1
      if (text.trim()) yield { text, line, isOpen: false }
    }
    if (rest.length > mostOfOne) throw shape(line + 1)
  }
  if (rest.trim()) yield { text: rest, line: line + 1, isOpen: true }
}

/**
 * The rows of a CSV that comes in pieces, each with the line where it begins; empty ones are left out. A quoted value may span
 * lines. After an open row the text ends.
 */
export async function* csvRows(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ cells: string[]; line: number; isOpen: boolean }> {
  const reader = csvReader(',', mostOfValue)
  let line = 0
  const said = function* (rows: Iterable<string[]>, isOpen: boolean) {
    for (const cells of rows) {
      if (!isBlank(cells)) yield { cells, line: line + 1, isOpen }
      line += 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    }
  }
  try {
    for await (const piece of pieces) yield* said(reader.push(piece), false)
    yield* said(reader.end(), true)
  } catch (error) {
    const code = error instanceof Refusal ? String(error.code) : ''
    if (code === 'TABLE_QUOTE') throw new Refusal('LIST_TRUNCATED')
    throw code.startsWith('TABLE_') ? shape(line + 1) : error
  }
}

/**
 * The rows of a file of OFAC's that must have so many values, each with its line; without values where it cannot be read. A
 * quoted value may span lines. After an open row the text ends.
 */
export async function* ofacRows(
  pieces: AsyncIterable<string>,
  width: number,
): AsyncGenerator<{ cells: string[] | undefined; line: number; isOpen: boolean }> {
  let waiting: { text: string; line: number } | undefined
  for await (const { text: given, line, isOpen } of linesOf(pieces)) {
    // They end as files of DOS did.
    const text = given.replace('\x1A', '').trimEnd()
    if (text.trim() === '') continue
    if (waiting && beginsRow.test(text)) {
      yield { cells: undefined, line: waiting.line, isOpen: false }
      waiting = undefined
    }
    const whole: { text: string; line: number } = waiting
      ? { text: `${waiting.text}\n${text}`, line: waiting.line }
      : { text, line }
    const cells = readRow(whole.text, width)
    if (whole.text.length > mostOfOne) throw shape(whole.line)
    waiting = cells ? undefined : whole
    if (cells) yield { cells, line: whole.line, isOpen }
    else if (isOpen) {
      if (whole.text.split('"').length % 2 === 0) throw new Refusal('LIST_TRUNCATED')
      return yield { cells, line: whole.line, isOpen }
    }
  }
  if (waiting) yield { cells: undefined, line: waiting.line, isOpen: false }
}

const beginsRow = /^\s*"?\d+"?\s*,/

const isBlank = (cells: readonly string[]) => cells.length === 1 && (cells[0] ?? '').trim() === ''
