import type { ListInput } from '#kit/contract/list.contract.ts'
import { decide, type RecordOf } from '#kit/domain/document.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Workflow } from '#kit/domain/workflow.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { publish } from '#kit/server/outbox.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { decideAtGate, dropGates, openGates, openGatesOf } from '#modules/approvals/public.server.ts'
import { attachmentHandlers } from '../attachments/attachments.server.ts'
import { addEvent, type NewEvent } from '../history/history.queries.ts'
import { exportList, type ListSheet } from '../workbooks/workbooks.server.ts'
import { readAlone } from './alone.server.ts'
import { type DocumentRow, elsewhere, gatesByState, staying } from './documents.domain.ts'
import {
  type Act,
  actionOf,
  type Asked,
  type DocumentKind,
  gatesAbove,
  type GateRule,
  isSeen,
  mayActAtPlace,
  type Noted,
  placeOf,
  type Reading,
  recordsOf,
  notifyOf,
  withdrawAsked,
} from './kind.server.ts'
import { turnAnswers } from './turns.server.ts'
import { viewsOf } from './views.server.ts'
import { announceGates, waitingAnswers, waitingsOf } from './waiting.server.ts'

/**
 * What an act does beside changing the state to the one it comes to: answers what it writes into the row, or `staying` of an act that
 * may stay.
 */
export type Effect<Row, Input = Asked> = (ctx: Input, row: Row, toState: string) => Promise<object | void>

/** What the guards look at of what was sent along with an act. */
export type Facts<Row, Input = Asked, Found = object> = (ctx: Input, row: Row) => Promise<Found>

/** A document that is being made: its row, what limits and guards look at besides, and what is written once the row is there. */
export interface Prepared {
  row: { id: string }
  facts?: object
  write?: (state: string) => Promise<void>
}

type Page<Row> = {
  items: Row[]
  pagination: { totalItems: number; totalPages: number; pageSize: number; pageNum: number }
}

/**
 * The handlers of a kind of document. Each act finds it within the person's scope (404), locks and compares the version (409), stands
 * the person at the place (OUT_OF_SCOPE), decides by the workflow, clears or opens gates, runs its effect, writes state and history,
 * and tells those for whom it waits.
 */
export function documents<Row extends DocumentRow, W extends Workflow, Listed extends object>(
  kind: DocumentKind<Row, W, Listed>,
) {
  const { present, presentOnly, detail, show, cansOf } = viewsOf(kind)
  return {
    /** Its list, and the same as a workbook; their calls are `listCalls`. */
    lists: <I extends ListInput>(
      query: (db: Db, scope: Actor['scope'], input: I) => Promise<Page<Row>>,
      ...sheet: ListSheet<Listed>
    ) => ({
      list: async (ctx: Ctx<I>) => {
        const { items, pagination } = await query(ctx.db, ctx.actor.scope, ctx.input)
        return { items: await present(ctx, items), pagination }
      },
      export: (ctx: Ctx<I>) =>
        exportList(ctx, sheet, async (part) =>
          presentOnly(part, (await query(part.db, part.actor.scope, part.input)).items),
        ),
    }),
    getById: (ctx: Ctx<{ id: string }>) => detail(ctx, ctx.input.id),
    /** Makes a document by an act from nothing. */
    make:
      <C extends Reading>(act: Act<W>, prepare: (ctx: C) => Promise<Prepared>) =>
      async (ctx: C) =>
        show(ctx, await makeOne(kind, ctx, act, await prepare(ctx))),
    /** An act on a document that is there; `facts`: what its guards look at besides, of what was sent along. */
    act:
      <Input extends Asked = Asked, Found extends object = object>(
        act: Act<W>,
        effect?: Effect<Row & Found, Input>,
        facts?: Facts<Row, Input, Found>,
      ) =>
      async (ctx: Input) => {
        return show(ctx, await takeAct(kind, ctx, act, { effect, facts }))
      },
    /** As `act`, of one that other acts take too: of the context it needs no more than who, when and what. */
    perform:
      <Input extends Noted = Noted, Found extends object = object>(
        act: Act<W>,
        effect?: Effect<Row & Found, Input>,
        facts?: Facts<Row, Input, Found>,
      ) =>
      async (ctx: Input) => {
        return show(ctx, await takeAct(kind, ctx, act, { effect, facts }))
      },
    detail,
    /** Rows with what this person may do, of a list that is read in another way. */
    present,
    /** Its files; their calls are `attachmentCalls`. */
    files: attachmentHandlers<Row>(kind),
    /** For the module's manifest: what of these documents waits for whom. */
    answers: [...waitingAnswers(kind, cansOf), ...turnAnswers(kind, cansOf)],
  }
}

async function makeOne<Row extends DocumentRow, W extends Workflow>(
  kind: DocumentKind<Row, W>,
  ctx: Reading,
  act: Act<W>,
  { row, facts, write }: Prepared,
): Promise<Row> {
  const draft = row as unknown as Row
  if (!mayActAtPlace(kind, draft, act, ctx.actor)) throw elsewhere(String(actionOf(kind, act)?.at))
  // As at an act, a limit is asked for what was found out, where it was.
  const judged = { ...draft, ...facts }
  const alone = await readAlone(kind, ctx, act)
  const known = {
    makerIds: [ctx.actor.userId],
    above: gatesAbove(kind, judged, ctx.actor, { alone, act }),
  }
  const record = { ...draft, ...known, ...facts, state: null } as unknown as RecordOf<W>
  const { next, event } = decide(kind.workflow, record, { act }, { actor: ctx.actor as never, now: ctx.now })
  await kind.table.insert(ctx.db, { ...row, ...next } as never)
  await write?.(next.state)
  return arrive(kind, ctx, { id: row.id, facts }, { ...event, ...placeOf(kind, draft, act) })
}

async function takeAct<
  Row extends DocumentRow,
  W extends Workflow,
  Input extends Noted,
  Found extends object,
>(
  kind: DocumentKind<Row, W>,
  ctx: Input,
  act: Act<W>,
  {
    effect,
    facts,
  }: { effect: Effect<Row & Found, Input> | undefined; facts: Facts<Row, Input, Found> | undefined },
): Promise<Row> {
  const { db, actor, input } = ctx
  const [before] = await kind.find(db, [input.id])
  if (!before || !isSeen(kind, before, actor)) throw notFound()
  await kind.table.lock(db, input)
  // What was read at the version that is locked now has not changed in between.
  const [row = before] = before.version === input.version ? [before] : await kind.find(db, [input.id])
  const { clears, at, mayStay } = actionOf(kind, act) ?? {}
  // Who decides in another's stead stands at that one's place.
  if (clears === undefined && !mayActAtPlace(kind, row, act, actor)) throw elsewhere(String(at))
  const found = await facts?.(ctx, row)
  const record = { ...(await recordsOf(kind, ctx, [row], act))(row), ...found }
  const { next, event } = decide(
    kind.workflow,
    record,
    { act, note: input.note },
    { actor: actor as never, now: ctx.now },
  )
  // A gate asks for what it is worth now, where that was found out.
  const judged = { ...row, ...found } as Row & Found
  const forName = await decideIfAtGate(kind, ctx, { row: judged, act, note: event.note })
  const values = (await effect?.(ctx, judged, next.state)) ?? {}
  const stays = values === staying
  if (stays && !mayStay) throw new Error(`The act '${act}' of a ${kind.type} always comes about`)
  const toState = stays ? row.state : next.state
  // The next version also where nothing else changes: sent twice, an act is not its own second one.
  await kind.table.update(db, input, (stays ? {} : { ...values, ...next }) as never)
  const done = { ...event, toState, ...placeOf(kind, row, act) }
  return arrive(kind, ctx, { id: row.id, facts: found }, { ...done, ...(forName && { forName }) })
}

/** Records the decision where an act is one; answers in whose stead it was taken. */
async function decideIfAtGate<Row extends DocumentRow, W extends Workflow>(
  kind: DocumentKind<Row, W>,
  ctx: Reading,
  { row, act, note }: { row: Row; act: Act<W>; note: string },
): Promise<string | undefined> {
  const { clears, stops } = actionOf(kind, act) ?? {}
  const gate = clears ?? stops
  if (gate === undefined) return undefined
  const isApproved = clears !== undefined
  const gates = (await openGates(ctx.db, kind.type, [row.id])).get(row.id) ?? []
  const waiting = (await waitingsOf(kind, ctx))(row, gates)
  const { inStead } = await decideAtGate(ctx, waiting, {
    kind: gate,
    isApproved,
    note,
  })
  await notifyOf(kind, ctx.db, row, {
    heard: isApproved ? 'passed' : 'rejected',
    users: kind.makerIds(row),
    by: ctx.actor.name,
  })
  return inStead ?? undefined
}

/** Writes the line of the history; a document that has come to a gate waits there for those who may decide. Answers what it is now. */
async function arrive<Row extends DocumentRow>(
  kind: DocumentKind<Row>,
  ctx: Reading,
  { id, facts }: { id: string; facts: object | undefined },
  event: NewEvent,
): Promise<Row> {
  const subject = { type: kind.type, id }
  await addEvent(ctx.db, subject, event)
  const row = await findOne(kind, ctx.db, id)
  const isFollowed = await kind.follow?.(ctx, row)
  // An open page of it follows.
  await publish(ctx.db, { topic: 'changed', data: { home: kind.home } })
  const now = () => (isFollowed ? findOne(kind, ctx.db, id) : row)
  if (event.fromState === event.toState) return now()
  const atGates = gatesByState(kind.workflow)
  // Nobody is waited for any more at a document that was given up.
  if (event.fromState !== null && atGates.has(event.fromState) && !atGates.has(event.toState)) {
    await dropGates(ctx.db, subject)
    await withdrawAsked(kind, ctx.db, row)
  }
  const kinds = (atGates.get(event.toState) ?? []).filter(
    (gate) => kind.gates?.[gate]?.isAsked?.(row) ?? true,
  )
  if (kinds.length === 0) return now()
  const gates = kinds.map((gate) => gateDraft(gate, kind.gates?.[gate], { ...row, ...facts }, ctx.actor))
  await openGatesOf(ctx.db, subject, gates)
  await announceGates(kind, ctx, row, gates)
  // Where nobody may decide on it, it is not what it was.
  return findOne(kind, ctx.db, id)
}

async function findOne<Row extends DocumentRow>(
  { find }: Pick<DocumentKind<Row>, 'find'>,
  db: Db,
  id: string,
): Promise<Row> {
  const [row] = await find(db, [id])
  if (!row) throw notFound()
  return row
}

const gateDraft = <Row>(
  kind: string,
  rule: GateRule<Row> | undefined,
  row: Row,
  { limits }: Pick<Actor, 'limits'>,
) => ({
  kind,
  reason: kind,
  rule: rule?.limit ?? kind,
  ruleVersion: 0,
  source: rule ? 'limit' : 'workflow',
  value: rule?.value(row) ?? '',
  limit: rule ? (limits.get(rule.limit) ?? '0') : null,
  line: null,
  approveRole: rule?.approveRole?.(row) ?? null,
})
