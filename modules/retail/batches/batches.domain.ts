import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { batchOf } from '#modules/inventory/units/units.domain.ts'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'

/** Units of a batch; it may be sold up to and on its last day. */
export interface BatchPart {
  code: string
  expiresOn: string
  quantity: string
}

/** A batch that is named, with its units. */
export type NamedBatch = Pick<BatchPart, 'code' | 'quantity'>

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
  const parts: BatchPart[] = []
  for (const [code, quantity] of sumsOf(named)) {
    const part = here.find((one) => one.code === code)
    if (!part || compareDecimals(part.quantity, quantity) < 0) return { missing: code }
    parts.push({ ...part, quantity })
  }
  return { parts }
}

const sumsOf = (parts: readonly NamedBatch[]): Map<string, string> => {
  const sums = new Map<string, string>()
  for (const { code, quantity } of parts)
    sums.set(batchOf(code), new Exact(sums.get(batchOf(code)) ?? 0).plus(quantity).toFixed())
  return sums
}

/** By how much each batch is more, or below zero less, than before; those that are as they were are left out. */
export function changesOf(before: readonly NamedBatch[], after: readonly NamedBatch[]): NamedBatch[] {
  const [old, now] = [sumsOf(before), sumsOf(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((code) => ({ code, quantity: new Exact(now.get(code) ?? 0).minus(old.get(code) ?? 0).toFixed() }))
    .filter(({ quantity }) => !new Exact(quantity).isZero())
}

/** Of what is there, no more of each batch than there was before. */
export const cappedBy = (before: readonly NamedBatch[], after: readonly NamedBatch[]): NamedBatch[] => {
  const most = sumsOf(before)
  return [...sumsOf(after)].flatMap(([code, quantity]) => {
    const units = Exact.min(most.get(code) ?? 0, quantity)
    return units.isZero() ? [] : [{ code, quantity: units.toFixed() }]
  })
}

/** What of each batch is more than there was before. */
export const surplusOf = (before: readonly NamedBatch[], after: readonly NamedBatch[]): NamedBatch[] =>
  changesOf(before, after).filter(({ quantity }) => new Exact(quantity).isPositive())

/** Units taken from the batches that are named, and from others where there are not so many any more. */
export function takeFrom(here: readonly BatchPart[], named: readonly NamedBatch[]): BatchPart[] {
  const own = here.flatMap((part) => {
    const asked = named.find(({ code }) => code === part.code)
    return asked ? [{ ...part, quantity: Exact.min(asked.quantity, part.quantity).toFixed() }] : []
  })
  const due = new Exact(unitsOf(named)).minus(unitsOf(own)).toFixed()
  return [...own, ...proposeBatches(leftAfter(here, own), due)]
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
