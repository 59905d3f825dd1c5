import { isUtf8 } from 'node:buffer'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { readCamt } from './camt.server.ts'
import { isMt940, readMt940 } from './mt940.domain.ts'
import { readOfx } from './ofx.domain.ts'
import type { DecimalsOf, Statement } from './statement.domain.ts'

/** Bytes of a file of statements. */
const mostBytes = 134_217_728
const piece = 65_536

export type FileKind = 'workbook' | 'camt' | 'mt940' | 'ofx' | 'text'

/** What a file is, by its content alone; `text` is one that only a mapping can read. */
export interface Detected {
  kind: FileKind
  encoding: string
}

const starts = (bytes: Uint8Array, ...signs: number[]) => signs.every((sign, at) => bytes[at] === sign)

function encodingOf(bytes: Uint8Array): string {
  if (starts(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (starts(bytes, 0xfe, 0xff)) return 'utf-16be'
  if (bytes.subarray(0, piece).includes(0))
    throw new Refusal('BANKFILE_ENCODING', { expected: 'UTF-8', found: 'binary' })
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function textFrom(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}
function* piecesOf(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += piece)
    yield decoder.decode(bytes.subarray(at, at + piece), { stream: true })
  yield decoder.decode()
}

/**
 * What a file is. A page of HTML, as banks answer when a session has ended, is refused with its title; so is what says one encoding
 * and has another.
 * @throws Refusal BANKFILE_EMPTY, BANKFILE_LARGE, BANKFILE_HTML, BANKFILE_ENCODING, BANKFILE_FORMAT
 */
export function detect(bytes: Uint8Array): Detected {
  if (bytes.length === 0) throw new Refusal('BANKFILE_EMPTY')
  if (bytes.length > mostBytes) throw new Refusal('BANKFILE_LARGE', { most: mostBytes / 2 ** 20 })
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04)) return { kind: 'workbook', encoding: '' }
  const isOther = starts(bytes, 0x25, 0x50, 0x44, 0x46)
    ? 'PDF'
    : starts(bytes, 0xd0, 0xcf, 0x11, 0xe0)
      ? 'XLS'
      : ''
  if (isOther)
    throw new Refusal('BANKFILE_FORMAT', { expected: 'camt, MT940, OFX, CSV, XLSX', found: isOther })
  const encoding = encodingOf(bytes)
  const head = textFrom(bytes.subarray(0, piece), encoding).trimStart()
  if (head === '' && bytes.length < piece) throw new Refusal('BANKFILE_EMPTY')
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,2000}?-->\s*)?<(?:!doctype html|html|head|body)\b/i.test(head)) {
    const title = /<title[^>]*>([^<]{0,200})/i.exec(head)?.[1]?.replaceAll(/\s+/g, ' ').trim() ?? ''
    throw new Refusal('BANKFILE_HTML', { title })
  }
  if (/^OFXHEADER\b|<\?OFX\b|<OFX>/i.test(head)) return { kind: 'ofx', encoding: checked(head, encoding) }
  if (head.startsWith('<')) return { kind: 'camt', encoding: checked(head, encoding) }
  return { kind: isMt940(head) ? 'mt940' : 'text', encoding }
}

/** The encoding that XML declares, which must be that of its bytes. */
function checked(head: string, encoding: string): string {
  const said = /^<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(head)?.[1]?.toLowerCase()
  if (said && /^utf-?8$/.test(said) && encoding === 'windows-1252')
    throw new Refusal('BANKFILE_ENCODING', { expected: 'UTF-8', found: 'windows-1252' })
  if (!said && encoding === 'windows-1252' && head.startsWith('<') && !/<OFX>/i.test(head))
    throw new Refusal('BANKFILE_ENCODING', { expected: 'UTF-8', found: 'windows-1252' })
  if (
    said &&
    encoding !== 'utf-8' &&
    !encoding.startsWith('utf-16') &&
    !/^(?:iso-8859-1|windows-1252|us-ascii)$/.test(said)
  )
    return decoderName(said)
  return encoding
}

function decoderName(said: string): string {
  try {
    return new TextDecoder(said).encoding
  } catch {
    throw new Refusal('BANKFILE_ENCODING', { expected: 'UTF-8', found: said })
  }
}

/**
 * The statements of a file that says itself what it is: camt, MT940 or OFX. It runs wherever it is called; `readFile` takes a thread.
 * @throws Refusal of `detect` and of the readers; BANKFILE_FORMAT for a table
 */
export function readStatements(bytes: Uint8Array, decimalsOf: DecimalsOf): Statement[] {
  const { kind, encoding } = detect(bytes)
  if (kind === 'camt') return readCamt(piecesOf(bytes, encoding), decimalsOf)
  if (kind === 'mt940') return readMt940(textFrom(bytes, encoding), decimalsOf)
  if (kind === 'ofx') return readOfx(textFrom(bytes, encoding), decimalsOf)
  throw new Refusal('BANKFILE_FORMAT', { expected: 'camt, MT940, OFX', found: kind })
}
