import type { Refusal } from './refusal.domain.ts'

/** One row of a workflow: from which states, to which, who may, and whether a reason must be typed. */
export interface WorkflowAction<State extends string = string> {
  /** `null` is a document that is not there yet: the action makes it. */
  from: readonly (State | null)[]
  /** Without it the state stays: something beside the state changes. Of several `becomes` answers which. */
  to?: State | readonly State[]
  becomes?: (record: never) => State
  /** It may turn out that more is to be done first: then the state stays. */
  mayStay?: true
  /** Any one of these suffices. */
  permission: string | readonly string[]
  /** At which of the places of the document the person must stand, such as `sender`. */
  at?: string
  /** The kind of gate through which this act lets the document. */
  clears?: string
  /** The kind of gate at which this act ends it. */
  stops?: string
  note?: 'required' | 'optional'
  /** Says no to it, or gives it up: on a screen it is never the primary act. */
  isRefusal?: boolean
  /** Cannot be undone by another action: the screen asks before it acts. */
  final?: boolean
  /** Follows from another act: it is offered to nobody. */
  implied?: boolean
  /** The code of the refusal from any other state, where it has one of its own. */
  illegal?: string
  /** The refusal, or its code, when this record or this person rules the action out (the maker is never the checker). */
  guard?: (record: never, actor: never) => Refusal | string | undefined
}

export interface Workflow<State extends string = string, Action extends string = string> {
  initial: State
  states: Record<State, { final?: boolean }>
  actions: Record<Action, WorkflowAction<State>>
}

export type StateOf<W> = W extends { states: Record<infer S extends string, unknown> } ? S : never
export type ActionOf<W> = W extends { actions: Record<infer A extends string, unknown> } ? A : never

/** Whether an act is taken from this state; asked of what the clock or a job does, where there is no person to `decide`. */
export const isTakenFrom = ({ from }: WorkflowAction, state: string | null): boolean => from.includes(state)

/**
 * Declares a workflow as a table keyed by action. Unknown states do not compile; a state that cannot be reached, or one
 * that is not final and cannot be left, stops the program when it loads.
 */
export function workflow<
  const State extends string,
  const Actions extends Record<string, WorkflowAction<NoInfer<State>>>,
>(table: { initial: NoInfer<State>; states: Record<State, { final?: boolean }>; actions: Actions }) {
  const rows = Object.values<WorkflowAction<State>>(table.actions)
  const reached = new Set<string | null>([table.initial, null])
  for (let grew = true; grew;) {
    const before = reached.size
    for (const { from, to = [] } of rows)
      if (from.some((state) => reached.has(state))) for (const state of [to].flat()) reached.add(state)
    grew = reached.size > before
  }
  for (const [state, { final }] of Object.entries<{ final?: boolean }>(table.states)) {
    if (!reached.has(state)) throw new Error(`Workflow: state '${state}' cannot be reached`)
    const left = rows.some(({ from, to }) => to !== undefined && (from as readonly unknown[]).includes(state))
    const fault = final
      ? left && 'is final, and left by an action'
      : !left && 'is not final and cannot be left'
    if (fault) throw new Error(`Workflow: state '${state}' ${fault}`)
  }
  return table
}

/** The same table for another kind of document, with its own rights in the place of these. */
export function replaceRights<W extends Workflow>(flow: W, rights: Readonly<Record<string, string>>): W {
  const actions = Object.entries(flow.actions).map(([act, row]) => {
    const permission = [row.permission].flat().map((one) => rights[one] ?? one)
    return [act, { ...row, permission: permission.length === 1 ? permission[0] : permission }]
  })
  return { ...flow, actions: Object.fromEntries(actions) }
}
