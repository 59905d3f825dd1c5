import { Exact } from '#kit/domain/decimals.domain.ts'

/** What a ledger came to when a statement was frozen, and comes to now, for the same days. */
export interface Drift {
  accountId: string
  code: string
  name: string
  frozen: string
  now: string
  difference: string
}

interface Figure {
  id: string | null
  kind: string
  code: string
  name: string
  amounts: readonly string[]
}

const closingAt = 3

/** The ledgers of a trial balance whose closing is another one now, by code; a debit above zero. */
export function driftsOf(frozen: readonly Figure[], now: readonly Figure[]): Drift[] {
  const closings = (rows: readonly Figure[]) =>
    new Map(rows.flatMap((row) => (row.kind === 'ledger' && row.id !== null ? [[row.id, row] as const] : [])))
  const [then, today] = [closings(frozen), closings(now)]
  return [...new Set([...then.keys(), ...today.keys()])]
    .flatMap((accountId) => {
      const [a, b] = [then.get(accountId), today.get(accountId)]
      const [was, is] = [a?.amounts[closingAt] ?? '0', b?.amounts[closingAt] ?? '0']
      const difference = new Exact(is).minus(was)
      if (difference.isZero()) return []
      const { code = '', name = '' } = b ?? a ?? {}
      return [{ accountId, code, name, frozen: was, now: is, difference: difference.toFixed() }]
    })
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
}
