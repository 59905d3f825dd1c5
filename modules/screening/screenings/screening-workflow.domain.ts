import { decide } from '#kit/domain/document.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import { type ScreeningState, screeningStates, stateOf } from './screenings.domain.ts'

interface Decided {
  outcome: string
  byId: string
}

interface Judged {
  state: string | null
  pending: number
  isOpen: boolean
  customerId: string | null
  closedAs: string | null
  failure: string
  /** In order of time. */
  decided: readonly Decided[]
  /** Of one of its candidates it was said that it is another. */
  isCleared: boolean
  /** Where an act leaves it. */
  left?: ScreeningState | undefined
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

const illegal = (row: Judged, action: string) =>
  new Refusal('ILLEGAL_TRANSITION', { state: row.state, action }, { kind: 'conflict' })

const permission = 'manage_screening'
const leaves = { becomes: ({ left = 'in_review' }: Judged): ScreeningState => left, permission } as const

/**
 * What was found is decided on by an officer, a confirmed hit is closed by a second one, and one that was upheld may be opened again;
 * domain 9. What could not be complete is taken for enough once all that it found is decided on.
 */
export const screeningWorkflow = workflow({
  initial: 'in_review',
  states: { in_review: {}, no_hit: { final: true }, confirmed_hit: {}, error: {} },
  actions: {
    decide: {
      from: ['in_review', 'error'],
      to: screeningStates,
      ...leaves,
      guard: (row: Judged) => (row.isOpen && row.pending > 0 ? undefined : illegal(row, 'decide')),
    },
    accept: {
      from: ['in_review', 'error'],
      to: ['in_review', 'no_hit'],
      ...leaves,
      guard: (row: Judged) =>
        row.isOpen &&
        row.pending === 0 &&
        row.failure !== '' &&
        !row.decided.some(({ outcome }) => outcome === 'accepted')
          ? undefined
          : illegal(row, 'accept'),
    },
    close: {
      from: ['confirmed_hit'],
      to: ['confirmed_hit', 'in_review', 'error'],
      ...leaves,
      guard(row: Judged, actor: Pick<Actor, 'selves'>) {
        if (row.closedAs !== null) return illegal(row, 'close')
        if (!isAmong(confirmers(row.decided), actor)) return undefined
        return new Refusal('CONFIRMER_CLOSES', {}, { kind: 'forbidden' })
      },
    },
    reopen: {
      from: ['confirmed_hit'],
      permission,
      guard: (row: Judged) => (row.closedAs === 'upheld' ? undefined : illegal(row, 'reopen')),
    },
    whitelist: {
      from: screeningStates,
      permission,
      guard: ({ customerId, isCleared }: Judged) =>
        customerId !== null && isCleared ? undefined : 'NOT_CLEARED',
    },
    rescreen: { from: screeningStates, permission: 'perform_screening' },
  },
})

interface Command {
  act: 'accept' | 'close' | 'decide' | 'reopen'
  note: string
  outcome?: 'confirmed_hit' | 'no_hit' | 'released' | 'skipped' | 'upheld'
  /** How many candidates somebody must still decide on then. */
  waiting?: number
}

/** What an act changes of a screening beside its state. */
function changed(row: Judged & { stale: readonly string[] }, { act, outcome, waiting = 0 }: Command) {
  if (act === 'reopen') return { isOpen: true, closedAs: null }
  if (outcome === 'confirmed_hit') return { left: outcome, pending: 0 }
  if (act === 'close' && waiting === 0)
    return { left: 'confirmed_hit' as const, isOpen: false, closedAs: outcome as 'released' | 'upheld' }
  const matches = Array.from({ length: waiting }, () => ({ state: 'pending' as const }))
  const left = stateOf(matches, act === 'accept' ? { ...row, failure: '' } : row)
  return { left, pending: waiting, isOpen: left !== 'no_hit' }
}

/** What becomes of a screening, and the word on it; throws as `decide` does. Where a hit is let go, the others wait again. */
export function decideScreening(
  row: Judged & { stale: readonly string[] },
  command: Command,
  by: { actor: Pick<Actor, 'name' | 'permissions' | 'selves' | 'userId'>; now: Date },
) {
  const { left, ...changes } = { left: undefined, ...changed(row, command) }
  const { next, event } = decide(screeningWorkflow, { ...row, left }, command, by)
  return { next: { ...changes, ...next }, event }
}
