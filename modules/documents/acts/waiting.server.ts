import { Refusal } from '#kit/domain/refusal.domain.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import {
  announce,
  type Awaited,
  awaitedDocuments,
  deciderAt,
  openGates,
  type Pending,
  pendingDocuments,
  listPrincipals,
  type Waiting,
  waitingDocuments,
} from '#modules/approvals/public.server.ts'
import {
  type GateDraft,
  gateKindOf,
  highestOf,
  mayAgree,
  onlyFor,
} from '#modules/approvals/gates/gates.domain.ts'
import { mayActAt } from '#modules/organisation/public.server.ts'
import { addEvent, authorsOf } from '../history/history.queries.ts'
import { type DocumentRow, isAbove } from './documents.domain.ts'
import {
  actionOf,
  type BarOf,
  type DocumentKind,
  type GateRule,
  makersOf,
  pageOf,
  placeOf,
  type Reading,
  notifyOf,
} from './kind.server.ts'

/** What of a kind of document its gates need. */
type WaitingKind<Row extends DocumentRow> = Pick<
  DocumentKind<Row>,
  | 'find'
  | 'gates'
  | 'home'
  | 'makerIds'
  | 'name'
  | 'notice'
  | 'page'
  | 'places'
  | 'stranded'
  | 'type'
  | 'workflow'
>

/** After so long it goes to the next role up. */
const escalationMinutes = 30

/** Documents at their gates, as those who may decide on them are found. */
export async function waitingsOf<Row extends DocumentRow>(
  kind: WaitingKind<Row>,
  asking: Pick<Reading, 'db' | 'now'>,
): Promise<(row: Row, gates: readonly GateDraft[]) => Waiting> {
  const bars = new Map<string, BarOf<Row>>()
  for (const [gate, rule] of Object.entries(kind.gates ?? {})) {
    const bar = await rule.bars?.(asking)
    bars.set(gate, bar ?? ((person, row) => barOfLimit(rule, person, row)))
  }
  return (row, gates) => waitingOf(kind, asking, { row, gates, bars })
}

const barOfLimit = <Row>(
  { limit, value }: GateRule<Row>,
  { limits }: Pick<Actor, 'limits'>,
  row: Row,
): Refusal | undefined => (isAbove(limits, limit, value(row)) ? new Refusal('ABOVE_OWN_LIMIT') : undefined)

function waitingOf<Row extends DocumentRow>(
  kind: WaitingKind<Row>,
  { db, now }: Pick<Reading, 'db' | 'now'>,
  { row, gates, bars }: { row: Row; gates: readonly GateDraft[]; bars: ReadonlyMap<string, BarOf<Row>> },
): Waiting {
  const makerIds = makersOf(kind, row)
  const placeAt = (gate: string) => {
    const act = Object.keys(kind.workflow.actions).find((one) => actionOf(kind, one)?.clears === gate)
    return act === undefined ? undefined : placeOf(kind, row, act)
  }
  const subject = { type: kind.type, id: row.id }
  return {
    subject,
    gates,
    escalationMinutes,
    hasPart: (person) => isAmong(makerIds, person),
    barOf: (person, gate) => {
      const place = placeAt(gate)
      if (!person.permissions.has(gateKindOf(kind.type, gate).permission))
        return new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
      if (isAmong(makerIds, person)) return new Refusal('MAKER_IS_CHECKER')
      if (place && !mayActAt(person, place)) return new Refusal('OUT_OF_SCOPE')
      const role = highestOf(gates.filter((one) => one.kind === gate).map(({ approveRole }) => approveRole))
      if (role && !mayAgree(person.baseRoles, role)) return new Refusal(onlyFor[role])
      return bars.get(gate)?.(person, row)
    },
    reachOf: (limits, { kind: gate }) => {
      const rule = kind.gates?.[gate]
      return rule && !rule.tellsAll ? limits.get(rule.limit) : 'unlimited'
    },
    tell: async (users, heard) => {
      if (users.length === 0 && heard === 'waits') await kind.stranded?.(db, row)
      await notifyOf(kind, db, row, { heard, users })
    },
    note: async (gate, roles) => {
      await addEvent(db, subject, {
        act: `escalate.${gate}`,
        fromState: row.state,
        toState: row.state,
        byId: null,
        byName: '',
        at: now.toISOString(),
        note: roles.join(', '),
      })
    },
  }
}

/** Announces a document that has come to gates to those who may decide. */
export async function announceGates<Row extends DocumentRow>(
  kind: WaitingKind<Row>,
  ctx: Reading,
  row: Row,
  gates: readonly GateDraft[],
): Promise<void> {
  await announce(ctx.db, (await waitingsOf(kind, ctx))(row, gates), ctx.now)
}

/** The names of those who may let each of some documents through at a kind of gate on their own. */
export async function namesOfDeciders<Row extends DocumentRow>(
  kind: WaitingKind<Row>,
  ctx: Reading,
  gate: string,
): Promise<(row: Row) => string[]> {
  const holders = await holdersOf(ctx.db, [gateKindOf(kind.type, gate).permission])
  const waitingFor = await waitingsOf(kind, ctx)
  return (row) => {
    const { barOf } = waitingFor(row, [])
    return holders.filter((one) => barOf(one, gate) === undefined).map(({ name }) => name)
  }
}

/** Whether this person may let each of these through at a kind of gate, on their own or in another's stead. */
export async function decidersOf<Row extends DocumentRow>(
  kind: WaitingKind<Row>,
  ctx: Reading,
  rows: readonly Row[],
): Promise<(row: Row, gate: string) => boolean> {
  if (rows.length === 0) return () => false
  const found = await openGates(
    ctx.db,
    kind.type,
    rows.map(({ id }) => id),
  )
  const steads = await listPrincipals(ctx.db, ctx.actor.userId, ctx.now)
  const waitingFor = await waitingsOf(kind, ctx)
  return (row, gate) => {
    const gates = found.get(row.id) ?? []
    return (
      gates.some((one) => one.kind === gate) &&
      deciderAt(waitingFor(row, gates), gate, ctx.actor, steads) !== undefined
    )
  }
}

/** What a document is worth at a gate, as far as it may be told. */
function valueAt<Row>(
  { gates }: { gates?: Readonly<Record<string, GateRule<Row>>> },
  row: Row,
  gate: string,
) {
  const rule = gates?.[gate]
  return rule && !rule.isValueHidden ? rule.value(row) : null
}

/** What of these documents waits for whom, as the inbox and the escalation of approvals ask it. */
export const waitingAnswers = <Row extends DocumentRow>(
  kind: WaitingKind<Row>,
  cansOf: (ctx: Reading, rows: readonly Row[]) => Promise<(row: Row) => readonly string[]>,
) => [
  answer(waitingDocuments, async (db, { type, ids, now }) => {
    if (type !== kind.type) return []
    const gates = await openGates(db, type, ids)
    const rows = await kind.find(db, [...gates.keys()])
    const waitingFor = await waitingsOf(kind, { db, now })
    return rows.map((row) => waitingFor(row, gates.get(row.id) ?? []))
  }),
  answer(pendingDocuments, async (db, { actor, now }) => {
    const gates = await openGates(db, kind.type)
    const rows = gates.size === 0 ? [] : await kind.find(db, [...gates.keys()])
    const canOf = await cansOf({ db, actor, now }, rows)
    const authors = await authorsOf(db, kind.type, [...gates.keys()])
    return rows.flatMap((row) =>
      canOf(row).flatMap((act): Pending[] => {
        const { clears } = actionOf(kind, act) ?? {}
        if (clears === undefined) return []
        return [
          {
            subject: { type: kind.type, id: row.id },
            name: kind.name(row),
            kind: kind.gates?.[clears]?.named?.(row) ?? clears,
            since: gates.get(row.id)?.[0]?.since ?? now.toISOString(),
            permission: gateKindOf(kind.type, clears).permission,
            roles: [],
            inStead: null,
            page: pageOf(kind, row),
            by: authors.get(row.id) ?? null,
            about: null,
            value: valueAt(kind, row, clears),
            customerId: row.customerId ?? null,
          },
        ]
      }),
    )
  }),
  answer(awaitedDocuments, async (db, { actor, now }) => {
    const found = await openGates(db, kind.type)
    const rows = found.size === 0 ? [] : await kind.find(db, [...found.keys()])
    return rows
      .filter((row) => isAmong(kind.makerIds(row), actor))
      .flatMap((row) =>
        [...Map.groupBy(found.get(row.id) ?? [], (gate) => gate.kind)].map(([gate, [first]]): Awaited => ({
          subject: { type: kind.type, id: row.id },
          name: kind.name(row),
          kind: gate,
          since: first?.since ?? now.toISOString(),
          roles: [],
          page: pageOf(kind, row),
          about: null,
          value: valueAt(kind, row, gate),
        })),
      )
  }),
]
