import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import type { Actor } from '#modules/actor.domain.ts'

/** How far an approver may go at a gate, in the measure of its value; undefined: not at all. */
export type Reach = string | 'unlimited' | undefined

interface Decider {
  userId: string
  limits: Actor['limits']
}

const compareReach = (a: Reach, b: Reach): number => {
  if (a === b) return 0
  if (a === 'unlimited' || b === undefined) return 1
  if (b === 'unlimited' || a === undefined) return -1
  return compareDecimals(a, b)
}

/**
 * Those who may decide on gates of one kind, in steps from whoever may go least far to whoever may go furthest; domain 13. Who may
 * go equally far stands on one step. `reachOf` says how far an approver may go at a gate.
 */
export function stepsOf<D extends Decider, G>(
  deciders: readonly D[],
  gates: readonly G[],
  reachOf: (limits: Actor['limits'], gate: G) => Reach,
): D[][] {
  const compare = (a: D, b: D) => {
    for (const gate of gates) {
      const order = compareReach(reachOf(a.limits, gate), reachOf(b.limits, gate))
      if (order !== 0) return order
    }
    return 0
  }
  const steps: D[][] = []
  for (const one of deciders.toSorted(compare)) {
    const last = steps.at(-1)
    if (last?.[0] && compare(last[0], one) === 0) last.push(one)
    else steps.push([one])
  }
  return steps
}

/** The step after the highest of which everybody was told: one of them alone may have been told as a stand-in. Undefined where nobody stands above. */
export const nextStep = <D extends Decider>(steps: readonly D[][], told: ReadonlySet<string>) =>
  steps[steps.findLastIndex((step) => step.every(({ userId }) => told.has(userId))) + 1]
