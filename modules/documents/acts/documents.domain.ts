import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Workflow, WorkflowAction } from '#kit/domain/workflow.domain.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'

/** A drawer, the vault of a branch, or with neither the whole company. */
export interface Place {
  branchId: string | null
  counterId: string | null
}

/** What every document is known by. */
export interface DocumentRow {
  id: string
  version: number
  state: string
  /** The customer whom it is about, where it is about one. */
  customerId?: string | null
}

/** What the guards of every document may look at beside its own columns. */
export interface Known {
  /** Who made or changed it: none of them checks it. */
  makerIds: readonly string[]
  /** The kinds of its gates that are above the limit of whoever acts. */
  above: readonly string[]
}

/** The kinds of gates at which a document of a workflow stands in each state: those that an act from there clears. */
export function gatesByState(flow: Workflow): ReadonlyMap<string, readonly string[]> {
  const kinds = new Map<string, string[]>()
  for (const { from, clears } of Object.values<WorkflowAction>(flow.actions))
    for (const state of clears ? from : [])
      if (state !== null && clears) kinds.set(state, [...(kinds.get(state) ?? []), clears])
  return kinds
}

/** Whether a limit does not cover a value; null is one that nobody knows. */
export const isAbove = (limits: Actor['limits'], type: string, value: string | null): boolean =>
  !covers(limits.get(type), value)

/** What an effect answers where more is to be done first: the act is noted, and the state stays. */
export const staying = { stays: true } as const

/** Says at which place a person would have to stand. */
export const elsewhere = (place: string) => new Refusal('OUT_OF_SCOPE', { place })
