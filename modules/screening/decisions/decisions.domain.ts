import type { ScreeningAct, ScreeningState } from '../screenings/screenings.domain.ts'

export interface Acting {
  userId: string
  permissions: ReadonlySet<string>
}

interface Judged {
  state: ScreeningState
  pending: number
  isOpen: boolean
  customerId: string | null
  closedAs: string | null
  failure: string
}

interface Decided {
  outcome: string
  byId: string
}

/**
 * Who confirmed a hit, or opened it again, since it was last closed: none of them closes it. Who did so before has had their answer,
 * else two people who took turns could never close it again. `decided` is in order of time.
 */
export function confirmers(decided: readonly Decided[]): Set<string> {
  const closed = decided.findLastIndex(({ outcome }) => outcome === 'upheld' || outcome === 'released')
  return new Set(
    decided
      .slice(closed + 1)
      .flatMap(({ outcome, byId }) => (outcome === 'confirmed_hit' || outcome === 'reopened' ? [byId] : [])),
  )
}

/** What somebody may do with a screening now; domain 9. */
export function actsOn(
  row: Judged,
  decided: readonly Decided[],
  { userId, permissions }: Acting,
): ScreeningAct[] {
  const acts: ScreeningAct[] = []
  const manages = permissions.has('manage_screening')
  if (manages && row.pending > 0 && row.isOpen && row.state !== 'confirmed_hit') acts.push('decide')
  const isIncomplete = row.isOpen && row.failure !== '' && row.state !== 'confirmed_hit'
  if (manages && isIncomplete && row.pending === 0 && !decided.some(({ outcome }) => outcome === 'accepted'))
    acts.push('accept')
  const waits = row.state === 'confirmed_hit' && row.closedAs === null
  if (manages && waits && !confirmers(decided).has(userId)) acts.push('close')
  if (manages && row.closedAs === 'upheld') acts.push('reopen')
  if (manages && row.customerId !== null && decided.some(({ outcome }) => outcome === 'no_hit'))
    acts.push('whitelist')
  if (permissions.has('perform_screening')) acts.push('rescreen')
  return acts
}
