import type { Part } from '../names/part.domain.ts'

/** What so many parts of a name weigh together. */
export function weightOf(parts: readonly Part[], from: number, count: number): number {
  let sum = 0
  for (let at = from; at < from + count; at += 1) sum += parts[at]?.weight ?? 0
  return sum
}

const sons = /^(bin|ibn|ben|bint|binti|ould|wuld)$/

/** What is left of a name where some of its parts are taken: its weight, and how many parts of each kind. */
export function remaining(
  parts: readonly Part[],
  taken: Uint8Array,
): { weight: number; fathers: number; small: number; numbers: number; naming: number } {
  let weight = 0
  let naming = 0
  let fathers = 0
  let small = 0
  let numbers = 0
  for (const [at, part] of parts.entries()) {
    if (taken[at]) continue
    if (part.kind === 'small') small += 1
    else weight += part.weight
    if (part.kind === 'number') numbers += 1
    else if (part.kind === 'word' && part.share === 1) naming += 1
    if (part.fathers || (at > 0 && parts[at - 1]?.kind === 'small' && sons.test(parts[at - 1]?.text ?? '')))
      fathers += part.weight
  }
  return { weight, fathers, small, numbers, naming }
}
