import { Refusal } from './refusal.domain.ts'
import type { ActionOf, StateOf, Workflow, WorkflowAction } from './workflow.domain.ts'

type Holder = { permissions: ReadonlySet<string> }
type Person = Holder & { userId: string; name: string }

type Rows<W> = W extends { actions: Record<string, infer Row> } ? Row : never
type Guard<Row> = Row extends { guard: (...asked: infer P) => unknown } ? (...asked: P) => void : never
type Asked<W> = [Guard<Rows<W>>] extends [(record: infer R, actor: infer A) => void]
  ? [R, A]
  : [object, object]
/** What the guards of a workflow look at: the document as it is, with what was found out about it. */
export type RecordOf<W> = { state: string | null } & Asked<W>[0]
type ActorOf<W> = Holder & Asked<W>[1]
type Offered<W extends Workflow> = {
  [A in ActionOf<W>]: W['actions'][A] extends { from: readonly [null] } | { implied: true } ? never : A
}[ActionOf<W>]

const permits = ({ permission }: WorkflowAction, actor: Holder) =>
  [permission].flat().some((code) => actor.permissions.has(code))

/** The acts this person may take on this document now: the table, filtered by state, permission and guard. */
export const allowedActions = <W extends Workflow>(flow: W, record: RecordOf<W>, actor: ActorOf<W>) =>
  Object.entries<WorkflowAction>(flow.actions)
    .filter(([, row]) => !row.implied && row.from.includes(record.state) && permits(row, actor))
    .filter(([, row]) => row.guard?.(record as never, actor as never) === undefined)
    .map(([act]) => act as Offered<W>)

/**
 * What becomes of a document by an act, and the line of its history; a capability adds the posting and the gates. Throws where the act
 * is not of this person (403), not of this state (409), ruled out by its guard, or without the note it needs (400).
 */
export function decide<W extends Workflow>(
  flow: W,
  record: RecordOf<W>,
  { act, note = '' }: { act: ActionOf<W>; note?: string | undefined },
  { actor, now }: { actor: ActorOf<W> & Person; now: Date },
) {
  const row = flow.actions[act] as WorkflowAction
  const { state } = record
  if (!permits(row, actor)) throw new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
  if (!row.from.includes(state))
    throw row.illegal
      ? new Refusal(row.illegal)
      : new Refusal('ILLEGAL_TRANSITION', { state, action: act }, { kind: 'conflict' })
  const bar = row.guard?.(record as never, actor as never)
  if (bar !== undefined) throw typeof bar === 'string' ? new Refusal(bar) : bar
  if (row.note === 'required' && !note.trim())
    throw new Refusal('INVALID', {}, { kind: 'invalid', fields: [{ field: 'note', code: 'REQUIRED' }] })
  const to = (row.becomes?.(record as never) ?? row.to ?? state) as StateOf<W>
  const by = { byId: actor.userId, byName: actor.name, at: now.toISOString() }
  return { next: { state: to }, event: { act, fromState: state, toState: to, ...by, note } }
}
