import { Exact } from '#kit/domain/decimals.domain.ts'

/** What goods are kept by beside their quantity. */
export type Tracking = 'batch' | 'serial'

/** So many units of a batch. */
export interface BatchUnits {
  code: string
  quantity: string
}

/** The single units of a line: serials as they were typed, or batches; neither where goods are kept by quantity alone. */
export interface Units {
  serials: string[]
  batches: BatchUnits[]
}

/** What a line says of its units; nothing where it has none. */
export type NamedUnits = { [K in keyof Units]?: Units[K] | undefined }

export const noUnits: Units = { serials: [], batches: [] }

/** The units that a line names. */
export const unitsOf = ({ serials = [], batches = [] }: NamedUnits): Units => ({ serials, batches })

/** The units of a line as they are kept: nothing where it names none. */
export const storedUnits = (units: Units): string | null => (isUnnamed(units) ? null : JSON.stringify(units))

/** The units of several lines as those of one. */
export const joinUnits = (all: readonly Units[]): Units => ({
  serials: all.flatMap(({ serials }) => serials),
  batches: all.flatMap(({ batches }) => batches),
})

/** Whether no single unit is named. */
export const isUnnamed = ({ serials, batches }: Units): boolean => serials.length + batches.length === 0

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

/** The code of a batch as it is kept, so that two spellings are one. */
export const batchOf = (typed: string): string =>
  typed.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase()

const parts = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** `A-12 × 40`, `A-12 x 40` or `A-12 40`. */
const sized = /^(.+?)(?:\s*[×*]\s*|\s+x\s*|\s+)(\d{1,8})$/iu

/** A batch with its units, as it is typed; without a number it is one of so many. */
function readBatch(typed: string, otherwise: string): BatchUnits {
  const found = sized.exec(typed)
  return { code: (found?.[1] ?? typed).trim(), quantity: found?.[2] ?? otherwise }
}

/**
 * Units as they are typed, one on a line or apart by a semicolon: serials, or batches with how many of each. One batch alone needs no
 * number where the line has its quantity; `0` says that none is there.
 */
export function readUnits(text: string, tracking: Tracking | undefined, quantity = ''): Units {
  // A lone zero: it was counted, and nothing is there.
  const typed = text.trim() === '0' ? [] : parts(text)
  if (tracking === 'serial') return { ...noUnits, serials: typed }
  if (tracking !== 'batch') return noUnits
  const alone = typed.length === 1 && quantity !== '' ? quantity : '1'
  return { ...noUnits, batches: typed.map((one) => readBatch(one, alone)) }
}

/** How many units are named. */
export const sizeOf = ({ serials, batches }: Units): string =>
  batches.reduce((sum, { quantity }) => sum.plus(quantity), new Exact(serials.length)).toFixed()

/** How many units were found in the place of others that are missing. */
export function countSwapped(expected: Units, found: Units): number {
  const left = new Map<string, number>()
  const add = (key: string, units: number) => left.set(key, (left.get(key) ?? 0) + units)
  for (const [all, sign] of [
    [expected, -1],
    [found, 1],
  ] as const) {
    for (const one of all.serials) add(serialOf(one), sign)
    for (const { code, quantity } of all.batches) add(batchOf(code), sign * Number(quantity))
  }
  const sum = (sign: 1 | -1) => [...left.values()].reduce((all, units) => all + Math.max(sign * units, 0), 0)
  return Math.min(sum(1), sum(-1))
}

/** Each unit in words, as `readUnits` reads it. */
export const listUnits = ({ serials, batches }: Units): string[] => [
  ...serials,
  ...batches.map(({ code, quantity }) => `${code} × ${quantity}`),
]
