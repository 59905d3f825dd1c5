import { allowedActions } from '#kit/domain/document.domain.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { highestOf, mayAgree, onlyFor } from '#modules/approvals/gates/gates.domain.ts'
import { covers, type GateDraft, gateKinds } from '../gates/gates.domain.ts'
import { type DealAction, dealWorkflow, type GateAct, gateActs, type Judged } from './deal-workflow.domain.ts'

type Decider = Pick<Actor, 'assigned' | 'baseRoles' | 'limits' | 'permissions' | 'selves' | 'userId'>

/** A deal at its gates, as those who may decide on it are found. */
export interface AtGates {
  deal: Judged
  /** Whether somebody may act at the counter of the deal. */
  isHere: (person: Decider) => boolean
  /** Those that are open. */
  gates: readonly Pick<GateDraft, 'kind' | 'reason' | 'value' | 'approveRole'>[]
}

const kindOf = (act: DealAction) => gateKinds.find((kind) => gateActs[kind].some((one) => one === act))
/** Whether an act is a decision at a gate. */
export const isAtGate = (act: DealAction): act is GateAct => kindOf(act) !== undefined

/** The code of what keeps somebody who has the right from an act: to say no takes the place, to say yes the role and the limit too. */
function barOf({ isHere, gates }: AtGates, act: GateAct, person: Decider) {
  const kind = kindOf(act)
  if (!isHere(person)) return 'OUT_OF_SCOPE'
  if (!gateKinds.some((one) => gateActs[one][0] === act)) return undefined
  const asked = gates.filter((gate) => gate.kind === kind)
  const role = highestOf(asked.map(({ approveRole }) => approveRole))
  if (role && !mayAgree(person.baseRoles, role)) return onlyFor[role]
  return asked.every((gate) => covers(person.limits, gate)) ? undefined : 'ABOVE_OWN_LIMIT'
}

/**
 * In whose stead somebody may take an act at a gate: null on their own, undefined not at all. In a stead they use their own right with
 * the limits, roles and places of an absent person, and neither of the two has made the deal or asked for its reversal; domain 13.
 */
export function deciderOf<D extends Decider>(
  at: AtGates,
  act: GateAct,
  actor: Decider,
  steads: readonly D[],
): D | null | undefined {
  if (!isAllowed(at, act, actor)) return undefined
  if (!barOf(at, act, actor)) return null
  return steads.find((one) => isAllowed(at, act, one) && !barOf(at, act, one))
}

const isAllowed = ({ deal }: AtGates, act: GateAct, person: Decider) =>
  allowedActions(dealWorkflow, deal, person).includes(act)

/** The code of what keeps somebody from an act at a gate on their own, the workflow included. */
export const findBar = (at: AtGates, act: GateAct, person: Decider): string | undefined =>
  isAllowed(at, act, person) ? barOf(at, act, person) : 'FORBIDDEN'

/** All that somebody may decide at the gates of a deal, each act with the absent person in whose stead; null on their own. */
export function decisionsOf<D extends Decider>(
  at: AtGates,
  actor: Decider,
  steads: readonly D[],
): Map<GateAct, D | null> {
  const kinds = new Set(at.gates.map(({ kind }) => kind))
  const found = new Map<GateAct, D | null>()
  for (const act of [...kinds].flatMap((kind) => gateActs[kind])) {
    const decider = deciderOf(at, act, actor, steads)
    if (decider !== undefined) found.set(act, decider)
  }
  return found
}
