import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Subject } from '#modules/subject.domain.ts'
import { type GateDraft, gateKindOf } from './gates.domain.ts'

const of = ({ type, id }: Subject) =>
  sql`company_id = kit.company() and subject_type = ${sql.lit(type)} and subject_id = ${id}`

/** Gates as one JSON list, the first first: of the table, or of what a statement has just written there. */
export const gateList = (
  from: RawBuilder<unknown>,
) => sql`select coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'reason', reason, 'rule', rule,
    'ruleVersion', rule_version, 'source', source, 'value', value, 'limit', "limit", 'line', line,
    'approveRole', approve_role, 'state', state, 'lapsesAt', lapses_at, 'decidedById', decided_by_id, 'decidedBy', decided_by,
    'decidedFor', decided_for, 'decidedAt', decided_at, 'note', note) order by id), '[]') from ${from}`

/** The gates of a document, as part of the statement that reads it. */
export const gatesOf = (subject: Subject) => gateList(sql`approvals.gate where ${of(subject)}`)

/** Opens gates of a document, by itself or as part of the statement that writes it. */
export const gatesInsert = (db: Db, { type, id }: Subject, gates: readonly GateDraft[]) =>
  db.insertInto('approvals.gate').values(
    gates.map((gate) => ({
      ...gate,
      kind: gateKindOf(type, gate.kind).kind,
      subjectType: type,
      subjectId: id,
    })),
  )

/** Opens the gates of a document that is submitted. */
export const openGatesOf = (db: Db, subject: Subject, gates: readonly GateDraft[]) =>
  gates.length === 0 ? Promise.resolve() : gatesInsert(db, subject, gates).execute()

/** Forgets the gates of a document, as part of the statement that clears it. */
export const clearGates = (subject: Subject) => sql`delete from approvals.gate where ${of(subject)}`

/** Whether an approver's decision on a document is pending. */
export const hasOpenGate = async (db: Db, { type, id }: Subject): Promise<boolean> =>
  (await db
    .selectFrom('approvals.gate')
    .select('id')
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The open gates of documents of a type, of all or of these, by document. */
export async function openGates(
  db: Db,
  type: string,
  ids?: readonly string[],
): Promise<Map<string, (GateDraft & { since: string | null })[]>> {
  if (ids?.length === 0) return new Map()
  const { rows } = await sql<GateDraft & { subjectId: string; since: string | null }>`
    select g.subject_id, g.kind, g.reason, g.rule, g.rule_version, g.source, g.value, g.limit, g.line, g.approve_role, r.since
    from approvals.gate g left join approvals.route r on r.company_id = g.company_id and r.subject_type = g.subject_type
      and r.subject_id = g.subject_id and r.kind = g.kind
    where g.company_id = kit.company() and g.subject_type = ${sql.lit(type)} and g.state = 'open'
      and ${ids ? sql`g.subject_id = any(${[...ids]}::uuid[])` : sql`true`} order by g.id`.execute(db)
  return Map.groupBy(rows, ({ subjectId }) => subjectId)
}

/** Takes away the gates of a document on which nobody decides any more, and the ways to them. */
export async function dropGates(db: Db, subject: Subject): Promise<void> {
  await sql`delete from approvals.gate where ${of(subject)} and state = 'open'`.execute(db)
  await sql`delete from approvals.route where ${of(subject)}`.execute(db)
}

/** Decides on every open gate of a kind. */
export const decideGates = (
  db: Db,
  { type, id }: Subject,
  kind: string,
  by: {
    state: 'approved' | 'rejected'
    /** Null where nobody decided: what was asked about is over. */
    decidedById: string | null
    decidedBy: string | null
    decidedFor: string | null
    decidedAt: string
    /** Until when what is approved may be done; null for good. */
    lapsesAt: string | null
    note: string
  },
) =>
  db
    .updateTable('approvals.gate')
    .set(by)
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .execute()

/** An approval that was made use of lapses no more. */
export const endApproval = (db: Db, { type, id }: Subject) =>
  db
    .updateTable('approvals.gate')
    .set({ lapsesAt: null })
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .where('lapsesAt', 'is not', null)
    .execute()

/** The companies in which an approval lapses by now. */
export async function lapsesIn(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select approvals.lapses_due(${now.toISOString()}) as id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Ends the approvals of a document whose day is over; answers of which kinds they were. */
export async function lapse(db: Db, { type, id }: Subject, now: Date): Promise<string[]> {
  const lapsed = await db
    .updateTable('approvals.gate')
    .set({ state: 'lapsed' })
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .where('state', '=', 'approved')
    .where('lapsesAt', '<=', now.toISOString())
    .returning('kind')
    .execute()
  return [...new Set(lapsed.map(({ kind }) => kind))]
}
