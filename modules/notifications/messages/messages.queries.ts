import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { MessageData, MessageType } from './messages.domain.ts'

export interface NewMessage {
  type: MessageType
  title: string
  content: string
  textKey: string | null
  textValues: Record<string, unknown>
  data: MessageData | null
  /** Now, unless given. */
  notifiedAt: Date | null
}

/** A copy for each of these people. */
export async function insert(db: Db, userIds: readonly string[], message: NewMessage): Promise<void> {
  const { type, title, content, textKey, textValues, data, notifiedAt } = message
  await sql`
    insert into notifications.message (user_id, type, title, content, text_key, text_values, data, notified_at)
    select id, ${type}, ${title}, ${content}, ${textKey}, ${JSON.stringify(textValues)}::jsonb,
      ${data && JSON.stringify(data)}::jsonb, coalesce(${notifiedAt}::timestamptz, now())
    from unnest(${[...userIds]}::uuid[]) id`.execute(db)
}

const ofUser = (db: Db, userId: string) =>
  db.selectFrom('notifications.message as m').selectAll('m').where('m.userId', '=', userId)

type Paged = Pick<ListInput, 'pageNum' | 'pageSize'>
const newestFirst = { columns: { notifiedAt: 'm.notifiedAt' }, order: ['notifiedAt-desc'], tie: 'm.id' }

/** One page of a person's messages, newest first. */
export const list = (db: Db, userId: string, paged: Paged) =>
  listPage(db, ofUser(db, userId), { ...paged, filters: [], sort: [] }, newestFirst)

export const listUnread = (db: Db, userId: string, paged: Paged) =>
  listPage(
    db,
    ofUser(db, userId).where('m.viewedAt', 'is', null),
    { ...paged, filters: [], sort: [] },
    newestFirst,
  )

export const countUnread = async (db: Db, userId: string): Promise<number> =>
  (
    await db
      .selectFrom('notifications.message')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('userId', '=', userId)
      .where('viewedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

export const find = (db: Db, userId: string, id: string) =>
  ofUser(db, userId).where('m.id', '=', id).executeTakeFirst()

/** Marks it read; answers whether it was unread until now. */
export const view = async (db: Db, userId: string, id: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('notifications.message')
    .set({ viewedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('viewedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Takes back what was said by a text with these values; answers whose messages they were. */
export async function withdrawMessages(
  db: Db,
  textKey: string,
  values: Record<string, string | number>,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('notifications.message')
    .where('textKey', '=', textKey)
    .where(sql<boolean>`text_values @> ${JSON.stringify(values)}::jsonb`)
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

/** Takes back what these texts said of one thing, which `data` opens; answers who had it. */
export async function withdrawMessagesAbout(
  db: Db,
  textKeys: readonly string[],
  data: object,
): Promise<string[]> {
  const rows = await db
    .deleteFrom('notifications.message')
    .where('textKey', 'in', [...textKeys])
    .where(sql<boolean>`data @> ${JSON.stringify(data)}::jsonb`)
    .returning('userId')
    .execute()
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Forgets, in all companies, what was read more than so many days ago. */
export const forget = (db: Db, days: number) =>
  sql`select notifications.forget_messages(make_interval(days => ${days}::int))`.execute(db)
