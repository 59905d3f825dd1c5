import { Refusal } from './refusal.domain.ts'

/** One row of a workflow: from which states, to which, who may, and whether a reason must be typed. */
export interface WorkflowAction<State extends string = string> {
  from: readonly State[]
  /** Without it the state stays: something beside the state changes. */
  to?: State
  /** Any one of these suffices. */
  permission: string | readonly string[]
  note?: 'required' | 'optional'
  /** Cannot be undone by another action: the screen asks before it acts. */
  final?: boolean
  /** The code of a refusal when this record or this person rules the action out (the maker is never the checker). */
  guard?: (record: never, actor: never) => string | undefined
}

export interface Workflow<State extends string = string, Action extends string = string> {
  initial: State
  states: Record<State, { final?: boolean }>
  actions: Record<Action, WorkflowAction<State>>
}

export type StateOf<W> = W extends { states: Record<infer S extends string, unknown> } ? S : never
export type ActionOf<W> = W extends { actions: Record<infer A extends string, unknown> } ? A : never

/**
 * Declares a workflow as a table keyed by action. Unknown states do not compile; a state that cannot be reached, or one
 * that is not final and cannot be left, stops the program when it loads.
 */
export function workflow<
  const State extends string,
  const Actions extends Record<string, WorkflowAction<NoInfer<State>>>,
>(table: { initial: NoInfer<State>; states: Record<State, { final?: boolean }>; actions: Actions }) {
  const rows = Object.values<WorkflowAction<State>>(table.actions)
  const reached = new Set<string>([table.initial])
  for (let grew = true; grew;) {
    const before = reached.size
    for (const row of rows) if (row.to && row.from.some((state) => reached.has(state))) reached.add(row.to)
    grew = reached.size > before
  }
  for (const [state, { final }] of Object.entries<{ final?: boolean }>(table.states)) {
    if (!reached.has(state)) throw new Error(`Workflow: state '${state}' cannot be reached`)
    const left = rows.some((row) => (row.from as readonly string[]).includes(state))
    if (!final && !left) throw new Error(`Workflow: state '${state}' is not final and cannot be left`)
    if (final && left) throw new Error(`Workflow: final state '${state}' is left by an action`)
  }
  return table
}

interface Acting {
  permissions: ReadonlySet<string>
}

const permits = (row: WorkflowAction, actor: Acting) =>
  [row.permission].flat().some((code) => actor.permissions.has(code))

const guardOf = (row: WorkflowAction) =>
  row.guard as ((record: unknown, actor: unknown) => string | undefined) | undefined

/** The actions this person may take on this record now: the table, filtered by state, permission and guard. */
export function allowedActions<W extends Workflow>(
  flow: W,
  record: { state: string },
  actor: Acting,
): ActionOf<W>[] {
  return Object.entries<WorkflowAction>(flow.actions)
    .filter(([, row]) => row.from.includes(record.state) && permits(row, actor))
    .filter(([, row]) => guardOf(row)?.(record, actor) === undefined)
    .map(([action]) => action as ActionOf<W>)
}

/** The state after `action`, or a Refusal: not from this state (409), ruled out by its guard, or without the note it needs. */
export function nextState<W extends Workflow>(
  flow: W,
  record: { state: string },
  action: ActionOf<W>,
  actor: Acting,
  note?: string,
): StateOf<W> {
  const row = flow.actions[action] as WorkflowAction
  if (!permits(row, actor)) throw new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
  if (!row.from.includes(record.state))
    throw new Refusal('ILLEGAL_TRANSITION', { state: record.state, action }, { kind: 'conflict' })
  const ruledOut = guardOf(row)?.(record, actor)
  if (ruledOut) throw new Refusal(ruledOut)
  if (row.note === 'required' && !note?.trim())
    throw new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field: 'note', code: 'REQUIRED' }] })
  return (row.to ?? record.state) as StateOf<W>
}
