import { serialOf } from '#modules/inventory/units/units.domain.ts'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'

/** `packed`: to be sent, still in its store; `transit`: on its way to another. */
export const serialStates = ['stock', 'held', 'packed', 'transit', 'sold', 'gone'] as const
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
  'pack',
  'unpack',
  'send',
  'arrive',
  'comeBack',
  'lose',
  'miss',
  'find',
] as const
export type SerialAct = (typeof serialActs)[number]

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
