import type { DB } from '#db/types.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { RecordOf } from '#kit/domain/document.domain.ts'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import type { ActionOf, Workflow, WorkflowAction } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { LimitType } from '#modules/access/roles/roles.domain.ts'
import type { Actor } from '#modules/actor.domain.ts'
import type { Approver } from '#modules/approvals/gates/gates.domain.ts'
import type { MessageData } from '#modules/notifications/messages/messages.domain.ts'
import { notify, withdrawAbout } from '#modules/notifications/public.server.ts'
import { actorsOf } from '../history/history.queries.ts'
import { mayActAt, reaches } from '#modules/organisation/public.server.ts'
import { type Alone, type AloneRule, readAlone } from './alone.server.ts'
import { type DocumentRow, gatesByState, isAbove, type Place } from './documents.domain.ts'

/** Who asks, and when. */
export type Reading = Pick<Ctx, 'actor' | 'db' | 'now'>
export type Key = { id: string; version: number }
/** An act that may say why, as it is asked for. */
export type Asked = Ctx<Key & { note?: string | undefined }>
/** As much of it as the act itself needs: what follows from another is not asked for by a call of its own. */
export type Noted = Reading & { input: Key & { note?: string | undefined } }

/** A limit of a person above which a second one is asked. */
export interface GateRule<Row> {
  limit: LimitType
  /** What the limit is asked for, in local currency; null: nobody knows. */
  value: (row: Row) => string | null
  /** The base role that a rule of due diligence asks to decide there, of the document with the facts of its act. */
  approveRole?: (row: Row) => Approver | null
  /** What adds up to the limit; without it each document is judged by itself. */
  alone?: AloneRule
  /** Whether a document that has come to its state stands at this gate; without it each does. */
  isAsked?: (row: Row) => boolean
  /** What keeps a person from deciding there, asked once for everybody; without it a limit that does not cover the value. */
  bars?: (asking: Pick<Reading, 'db' | 'now'>) => Promise<BarOf<Row>>
  /** What waits is called so for those who may decide, where it is not called as the gate is. */
  named?: (row: Row) => string
  /** The value is told neither to who may decide nor to who waits: some of them may not know it. */
  isValueHidden?: boolean
  /** Everybody who may decide hears of it at once; without it those who may go least far come first. */
  tellsAll?: boolean
}

/** What keeps a person from deciding on a document. */
export type BarOf<Row> = (person: Pick<Actor, 'limits' | 'selves'>, row: Row) => Refusal | undefined

/** Acts for which a document waits, in its table. */
interface Turns {
  table: TableOfStates
  /** The columns of the branches and counters at which these acts are done, and what all of the kind have in a column. */
  places: { branchIds: readonly string[]; counterIds?: readonly string[] }
  only?: Readonly<Record<string, string>>
  /** The columns of those who made it, `authorId` unless named. */
  makers?: readonly string[]
  /** By act: what the inbox calls it, and whether its makers see there that they wait for it. */
  acts: Readonly<Record<string, { as: string; isAwaited?: boolean }>>
  /** Which of these wait for the rest though something of them is under way, which bars the act itself. */
  listLeft?: (db: Db, ids: readonly string[]) => Promise<ReadonlySet<string>>
}
type TableOfStates = {
  [T in keyof DB]: 'id' extends keyof DB[T] ? ('state' extends keyof DB[T] ? T : never) : never
}[keyof DB]

/** What somebody hears of a document: that it waits for them, waited too long for others, or was decided on. */
type Heard = 'escalated' | 'passed' | 'rejected' | 'waits'
interface Notice {
  text: string
  values: Record<string, string>
  data: MessageData
}

/** What one kind of document is made of; `documents` does the rest. */
export interface DocumentKind<
  Row extends DocumentRow = DocumentRow,
  W extends Workflow = Workflow,
  Listed extends object = object,
> {
  /** What it is called where documents of any kind are held by type and id; its notices are `notifications.<type>.waits` and so on. */
  type: string
  /** Where its list is; a page is `<home>/<id>`. */
  home: string
  /** Where one of them is seen, where that is not its own page. */
  page?: (row: Row) => string
  workflow: W
  table: {
    lock: (db: Db, key: Key) => Promise<unknown>
    insert: (db: Db, values: never) => Promise<unknown>
    update: (db: Db, key: Key, values: never) => Promise<unknown>
  }
  find: (db: Db, ids: readonly string[]) => Promise<Row[]>
  /** Its places by the names that the workflow has for them. */
  places: (row: Row) => Readonly<Record<string, Place>>
  name: (row: Row) => string
  /** What is said where it is not `notifications.<type>.<heard>`, if anything; `by`: who decided, else empty. */
  notice?: (row: Row, heard: Heard, by: string) => Notice | null
  makerIds: (row: Row) => readonly string[]
  /** Acts by which others become its makers too, as its history has them. */
  makerActs?: readonly string[]
  /** By kind of gate. */
  gates?: Readonly<Record<string, GateRule<Row>>>
  /** For which acts it waits without a gate, as an arrival does for who receives it: it is in the inbox of whoever may do them. */
  turns?: Turns
  /** What else the guards look at: asked once for a page of rows. */
  facts?: (ctx: Reading, rows: readonly Row[]) => Promise<(row: Row) => object>
  /** What else changes with it, once an act is written; answers whether the document itself may have. */
  follow?: (ctx: Reading, row: Row) => Promise<boolean>
  /** What is done where it waits and nobody may decide on it. */
  stranded?: (db: Db, row: Row) => Promise<void>
  /** Rows as this person sees them, without `can`; `decidersAt` names who may decide on their own at a kind of gate. */
  present: (ctx: Reading, rows: readonly Row[], decidersAt: DecidersAt<Row>) => Promise<Listed[]>
}

type DecidersAt<Row> = (gate: string) => Promise<(row: Row) => string[]>

/** The row of the workflow's table. */
export const actionOf = ({ workflow }: { workflow: Workflow }, act: string) =>
  (workflow.actions as Record<string, WorkflowAction>)[act]

/** At which place of the document an act is done; undefined: anywhere. */
export function placeOf<Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'places' | 'workflow'>,
  row: Row,
  act: string,
): Place | undefined {
  const { at } = actionOf(kind, act) ?? {}
  return at === undefined ? undefined : kind.places(row)[at]
}

/** Whether somebody may act where an act of the document is done. */
export function mayActAtPlace<Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'places' | 'workflow'>,
  row: Row,
  act: string,
  actor: Pick<Actor, 'assigned'>,
): boolean {
  const place = placeOf(kind, row, act)
  return place === undefined || mayActAt(actor, place)
}

/** Where a document is seen. */
export const pageOf = <Row extends DocumentRow>(
  { home, page }: Pick<DocumentKind<Row>, 'home' | 'page'>,
  row: Row,
): string => page?.(row) ?? `${home}/${row.id}`

/** Says to these people what has become of a document. */
export async function notifyOf<Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'home' | 'name' | 'notice' | 'page' | 'type'>,
  db: Db,
  row: Row,
  { heard, users, by = '' }: { heard: Heard; users: readonly string[]; by?: string },
): Promise<void> {
  const said = noticeOf(kind, row, { heard, by })
  if (said && users.length > 0) await notify(db, { to: { users }, type: tones[heard], ...said })
}

const noticeOf = <Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'home' | 'name' | 'notice' | 'page' | 'type'>,
  row: Row,
  { heard, by }: { heard: Heard; by: string },
) =>
  kind.notice
    ? kind.notice(row, heard, by)
    : {
        text: `${kind.type}.${heard}`,
        values: { name: kind.name(row), by },
        data: { page: pageOf(kind, row) },
      }

/** A document is at no gate any more: what asked people to decide on it leaves every bell. */
export async function withdrawAsked<Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'home' | 'name' | 'notice' | 'page' | 'type'>,
  db: Db,
  row: Row,
): Promise<void> {
  for (const heard of ['waits', 'escalated'] as const) {
    const said = noticeOf(kind, row, { heard, by: '' })
    if (said) await withdrawAbout(db, [said.text], said.data)
  }
}

const tones = { waits: 'WARNING', escalated: 'WARNING', passed: 'SUCCESS', rejected: 'ERROR' } as const

/** Whether somebody may see a document: one of its places; everybody sees what is of the whole company. */
export const isSeen = <Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'places'>,
  row: Row,
  { scope }: Pick<Actor, 'scope'>,
): boolean =>
  Object.values(kind.places(row)).some((place) => place.branchId === null || reaches(scope, place))

/** The kinds of gates, of all or of those that an act leads to, that are above the limit of somebody. */
export function gatesAbove<Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'gates' | 'workflow'>,
  row: Row,
  { limits }: Pick<Actor, 'limits'>,
  { alone, act }: { alone: Alone<Row>; act?: string },
): string[] {
  const led = act === undefined ? undefined : [actionOf(kind, act)?.to ?? []].flat()
  const atGates = gatesByState(kind.workflow)
  return Object.entries(kind.gates ?? {})
    .filter(([gate]) => led?.some((state) => atGates.get(state)?.includes(gate)) ?? true)
    .filter(([gate, { limit, value }]) => isAbove(limits, limit, withBefore(value(row), alone(gate, row))))
    .map(([gate]) => gate)
}

/** What is worth nothing needs no limit, whatever was done before. */
const withBefore = (value: string | null, before: string) =>
  value === null || new Exact(value).isZero() ? value : new Exact(value).plus(before).toFixed()

const madeBy = Symbol('makers by the history')
type Made = { [madeBy]?: readonly string[] }

/** Who made or changed a document: whom its row names, and whom its history does once `recordsOf` has looked. */
export const makersOf = <Row extends DocumentRow>(
  kind: Pick<DocumentKind<Row>, 'makerIds'>,
  row: Row & Made,
): readonly string[] => [...kind.makerIds(row), ...(row[madeBy] ?? [])]

async function noteMakers(
  db: Db,
  type: string,
  rows: readonly (DocumentRow & Made)[],
  acts: readonly string[],
): Promise<void> {
  const found = await actorsOf(
    db,
    type,
    rows.map(({ id }) => id),
    acts,
  )
  for (const row of rows) row[madeBy] = found.get(row.id) ?? []
}

/** What the guards of the workflow look at, for a page of rows, or for one with the act that is to be done. */
export async function recordsOf<Row extends DocumentRow, W extends Workflow>(
  kind: Pick<
    DocumentKind<Row, W>,
    'facts' | 'find' | 'gates' | 'makerActs' | 'makerIds' | 'type' | 'workflow'
  >,
  ctx: Reading,
  rows: readonly Row[],
  act?: string,
): Promise<(row: Row) => RecordOf<W>> {
  const alone = rows.length === 0 ? () => '0' : await readAlone(kind, ctx, act)
  if (kind.makerActs) await noteMakers(ctx.db, kind.type, rows, kind.makerActs)
  const facts = await kind.facts?.(ctx, rows)
  return (row) =>
    ({
      ...row,
      makerIds: makersOf(kind, row),
      above: gatesAbove(kind, row, ctx.actor, { alone }),
      ...facts?.(row),
    }) as unknown as RecordOf<W>
}

export type Act<W extends Workflow> = ActionOf<W>
