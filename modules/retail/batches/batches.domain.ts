import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'

/** Units of a batch; it may be sold up to and on its last day. */
export interface BatchPart {
  code: string
  expiresOn: string
  quantity: string
}

/** A batch that is named, with its units. */
export type NamedBatch = Pick<BatchPart, 'code' | 'quantity'>

/** The code of a batch as it is kept, so that two spellings are one. */
export const batchOf = (typed: string): string =>
  typed.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase()

/** Whether a batch may no longer be sold on a day of the branch. */
export const isExpired = ({ expiresOn }: Pick<BatchPart, 'expiresOn'>, today: string): boolean =>
  expiresOn < today

/** Units of batches together. */
export const unitsOf = (parts: readonly Pick<BatchPart, 'quantity'>[]): string =>
  parts.reduce((sum, { quantity }) => sum.plus(quantity), new Exact(0)).toFixed()

/** So many units of batches that are there, those first that expire first; fewer where there are not so many. */
export function proposeBatches(here: readonly BatchPart[], quantity: string): BatchPart[] {
  let due = new Exact(quantity)
  return here
    .toSorted((a, b) => (a.expiresOn + a.code < b.expiresOn + b.code ? -1 : 1))
    .flatMap((part) => {
      const units = due.lessThan(part.quantity) ? due : new Exact(part.quantity)
      if (!units.isPositive() || units.isZero()) return []
      due = due.minus(units)
      return [{ ...part, quantity: units.toFixed() }]
    })
}

/** What is left of batches when parts of them are taken. */
export const leftAfter = (here: readonly BatchPart[], taken: readonly NamedBatch[]): BatchPart[] =>
  here.map((part) => ({
    ...part,
    quantity: taken
      .filter(({ code }) => code === part.code)
      .reduce((left, { quantity }) => left.minus(quantity), new Exact(part.quantity))
      .toFixed(),
  }))

/** The parts that are named, of what is there; the first of which there is not so much where one is not. */
export function findNamed(
  here: readonly BatchPart[],
  named: readonly NamedBatch[],
): { parts: BatchPart[]; missing?: undefined } | { parts?: undefined; missing: string } {
  const sums = new Map<string, string>()
  for (const { code, quantity } of named)
    sums.set(batchOf(code), new Exact(sums.get(batchOf(code)) ?? 0).plus(quantity).toFixed())
  const parts: BatchPart[] = []
  for (const [code, quantity] of sums) {
    const part = here.find((one) => one.code === code)
    if (!part || compareDecimals(part.quantity, quantity) < 0) return { missing: code }
    parts.push({ ...part, quantity })
  }
  return { parts }
}

interface BatchLine {
  isBatch: boolean
  quantity: string
  batches: readonly NamedBatch[]
}

/** What is wrong with the batches of lines by themselves: they add up to the line; what comes in names them. */
export const faultsOfBatches = (lines: readonly BatchLine[], isNeeded: boolean): FieldFault[] =>
  lines.flatMap(({ isBatch, quantity, batches }, at) => {
    const field = `lines.${at}.batches`
    if (!isBatch) return batches.length > 0 ? [{ field, code: 'BATCHES_NOT_KEPT', data: {} }] : []
    const isRight = batches.length === 0 ? !isNeeded : new Exact(unitsOf(batches)).equals(quantity)
    return isRight ? [] : [{ field, code: 'BATCHES_SUM', data: { quantity } }]
  })
