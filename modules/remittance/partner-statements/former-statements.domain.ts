import { Exact } from '#kit/domain/decimals.domain.ts'

interface Line {
  reference: string
  kind: string
  amount: string
}

/** By what two lines of a statement are the same, however their amounts are written. */
export const lineKey = ({ reference, kind, amount }: Line): string =>
  `${kind} ${new Exact(amount).toFixed()} ${reference}`

interface Said {
  lines: readonly Line[]
  /** At the end of the day; null where the partner does not say. */
  balance: string | null
}

/** Whether two statements of a day say the same: the same lines as often, in whatever order, and the same balance. */
export function isSameStatement(one: Said, other: Said): boolean {
  const keys = ({ lines }: Said) => lines.map(lineKey).toSorted().join('\n')
  const held = ({ balance }: Said) => (balance === null ? '' : new Exact(balance).toFixed())
  return held(one) === held(other) && keys(one) === keys(other)
}
