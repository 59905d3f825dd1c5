import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'

export const serialStates = ['stock', 'held', 'sold', 'gone'] as const
export type SerialState = (typeof serialStates)[number]
export const serialActs = [
  'receipt',
  'opening',
  'hold',
  'release',
  'sale',
  'return',
  'supplierReturn',
  'damaged',
  'expired',
  'ownUse',
] as const
export type SerialAct = (typeof serialActs)[number]

/** Country codes of issuers begin with 89; a number of less than 20 digits is padded. Source: ITU-T E.118, 3GPP TS 31.102 4.2.2. */
const paddedIccid = /^(?=.{20}$)(89\d{16,17})F{1,2}$/

/** A serial as it is compared: letters and digits of every width are one, and blanks, hyphens and padding are no part of it. */
export function serialOf(typed: string): string {
  const key = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}\p{Cf}\u2212]+/gu, '')
    .toUpperCase()
  return paddedIccid.exec(key)?.[1] ?? key
}

/** What a program writes of a number that it cannot hold: digits are lost. */
const shortened = /^\d(?:[.,]\d+)?E\+?\d+$/i

/** What is wrong with a serial by itself. */
export function faultOfSerial(typed: string): 'CELL_LONG' | 'SERIAL_UNREAD' | undefined {
  if (shortened.test(typed.normalize('NFKC').trim()) && /[.,+]/.test(typed.normalize('NFKC')))
    return 'CELL_LONG'
  return /^[A-Z0-9./_#:]{1,48}$/.test(serialOf(typed)) ? undefined : 'SERIAL_UNREAD'
}

export interface SerialLine {
  isSerial: boolean
  quantity: string
  serials: readonly string[]
}

/** What is wrong with the serials of lines by themselves: as many as units, each readable, none twice; only of items kept by serial. */
export function faultsOfSerials(lines: readonly SerialLine[]): FieldFault[] {
  const seen = new Set<string>()
  return lines.flatMap(({ isSerial, quantity, serials }, at) => {
    const fault = (code: string, data: Record<string, string>) => [
      { field: `lines.${at}.serials`, code, data },
    ]
    if (!isSerial) return serials.length > 0 ? fault('SERIALS_NOT_KEPT', {}) : []
    for (const typed of serials) {
      const wrong = faultOfSerial(typed)
      if (wrong) return fault(wrong, { serial: typed })
      if (seen.has(serialOf(typed))) return fault('SERIAL_TWICE', { serial: typed })
      seen.add(serialOf(typed))
    }
    return new Exact(quantity).equals(serials.length) ? [] : fault('SERIALS_COUNT', { quantity })
  })
}

/** Serials as they are typed in one field, one on a line or apart by a semicolon. */
export const readSerials = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
