import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { Subject } from '#modules/subject.domain.ts'
import type { DocumentEvent } from './history.contract.ts'

/** An act as it is kept: `byId` null where it came about with time. */
export interface NewEvent {
  act: string
  fromState: string | null
  toState: string
  byId: string | null
  byName: string
  forName?: string
  branchId?: string | null
  counterId?: string | null
  at: string
  note: string
}

/** Adds the next act to the history of a document, whose row the caller has locked or just made. */
export const addEvent = (db: Db, { type, id }: Subject, event: NewEvent) =>
  db
    .insertInto('documents.event')
    .values({
      ...event,
      subjectType: type,
      subjectId: id,
      position: sql<number>`(select count(*) + 1 from documents.event e
        where e.company_id = kit.company() and e.subject_type = ${type} and e.subject_id = ${id})`,
    })
    .execute()

/** Whether an act was noted of a document before: of two who ask at once the second waits for the first. */
export async function wasNoted(db: Db, { type, id }: Subject, act: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${act} ${type} ${id}`}, 0))`.execute(db)
  const found = await db
    .selectFrom('documents.event')
    .select('position')
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .where('act', '=', act)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Of two acts of one person on documents of a type, each finds what the other has added. */
export const holdPeople = (db: Db, type: string, people: ReadonlySet<string>) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`alone ${type} `}::text || id, 0))
    from (select id from unnest(${[...people]}::text[]) id order by id) one`.execute(db)

interface Acted {
  by: ReadonlySet<string>
  since: string
  acts: readonly string[]
  states: readonly string[]
}

/** On which documents of a type one of these people did one of these acts since then, by which it came to one of these states. */
export async function listActedSince(
  db: Db,
  type: string,
  { by, since, acts, states }: Acted,
): Promise<string[]> {
  const rows = await db
    .selectFrom('documents.event')
    .select('subjectId')
    .distinct()
    .where('subjectType', '=', type)
    .where('byId', 'in', [...by])
    .where('at', '>', since)
    .where('act', 'in', [...acts])
    .where('toState', 'in', [...states])
    .execute()
  return rows.map(({ subjectId }) => subjectId)
}

/** What happened to a document, in order. */
export async function eventsOf(db: Db, { type, id }: Subject): Promise<DocumentEvent[]> {
  const rows = await db
    .selectFrom('documents.event')
    .select(['act', 'fromState', 'toState', 'byName as by', 'forName as inStead', 'at', 'note'])
    .where('subjectType', '=', type)
    .where('subjectId', '=', id)
    .orderBy('position')
    .execute()
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
}

/** By whom documents of a type were made, by their ids. */
export async function authorsOf(db: Db, type: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents.event')
    .select(['subjectId', 'byName'])
    .where('subjectType', '=', type)
    .where('subjectId', 'in', [...ids])
    .where('position', '=', 1)
    .execute()
  return new Map(rows.map(({ subjectId, byName }) => [subjectId, byName]))
}

/** What happened last to documents of a type, by their ids: by whom, and when. */
export async function lastEventsOf(
  db: Db,
  type: string,
  ids: readonly string[],
): Promise<Map<string, { byName: string; at: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents.event')
    .distinctOn('subjectId')
    .select(['subjectId', 'byName', 'at'])
    .where('subjectType', '=', type)
    .where('subjectId', 'in', [...ids])
    .orderBy('subjectId')
    .orderBy('position', 'desc')
    .execute()
  return new Map(
    rows.map(({ subjectId, byName, at }) => [subjectId, { byName, at: new Date(at).toISOString() }]),
  )
}

/** In whose stead an act was done on these documents, by their ids; those that people did for themselves are not among them. */
export async function listInStead(
  db: Db,
  { types, ids, act }: { types: readonly string[]; ids: readonly string[]; act: string },
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents.event')
    .select(['subjectId', 'forName'])
    .where('subjectType', 'in', [...types])
    .where('subjectId', 'in', [...ids])
    .where('act', '=', act)
    .where('forName', '<>', '')
    .execute()
  return new Map(rows.map(({ subjectId, forName }) => [subjectId, forName]))
}

/** Who did one of these acts on documents of a type, by their ids. */
export async function actorsOf(
  db: Db,
  type: string,
  ids: readonly string[],
  acts: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('documents.event')
    .select(['subjectId', 'byId'])
    .where('subjectType', '=', type)
    .where('subjectId', 'in', [...ids])
    .where('act', 'in', [...acts])
    .execute()
  const found = Map.groupBy(rows, ({ subjectId }) => subjectId)
  return new Map([...found].map(([id, all]) => [id, all.flatMap(({ byId }) => byId ?? [])]))
}

/** Whether an act was noted of a document after the last of another; not where that one never was. */
export async function cameAfter(db: Db, { type, id }: Subject, act: string, other: string): Promise<boolean> {
  const { rows } = await sql<{ came: boolean }>`select exists (select from documents.event a
    where a.company_id = kit.company() and a.subject_type = ${type} and a.subject_id = ${id} and a.act = ${act}
      and a.position > (select max(b.position) from documents.event b
        where b.company_id = kit.company() and b.subject_type = ${type} and b.subject_id = ${id} and b.act = ${other})) as came`.execute(
    db,
  )
  return rows[0]?.came ?? false
}
