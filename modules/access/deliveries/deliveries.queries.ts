import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { DeliveryError } from './deliveries.domain.ts'

const shown = (db: Db) =>
  db
    .selectFrom('access.webhookDelivery as d')
    .select([
      'd.id',
      'd.webhookId',
      'd.eventId',
      'd.event',
      'd.body',
      'd.attempts',
      'd.createdAt',
      'd.attemptedAt',
      'd.nextAttemptAt',
      'd.deliveredAt',
      'd.lastStatus',
      'd.lastAnswer',
      'd.state',
    ])
    .select(sql<DeliveryError | null>`d.last_error`.as('lastError'))

const columns = {
  webhookId: 'd.webhookId',
  event: 'd.event',
  state: 'd.state',
  createdAt: 'd.createdAt',
}

export const list = (db: Db, input: ListInput) =>
  listPage(db, shown(db), input, { columns, order: ['createdAt-desc'], tie: 'd.id' })

export const find = (db: Db, id: string) => shown(db).where('d.id', '=', id).executeTakeFirst()

export interface NewDelivery {
  webhookId: string
  eventId: string
  event: string
  body: string
  /** False for a webhook that is paused: it is kept as failed, and can be repeated. */
  isWaiting: boolean
}

/** Writes deliveries by one statement, however many there are. */
export const insert = (db: Db, all: readonly NewDelivery[], now: Date) => {
  const at = now.toISOString()
  return sql`insert into access.webhook_delivery (webhook_id, event_id, event, body, state, next_attempt_at, last_error, created_at)
    select "webhookId", "eventId", event, body, case when "isWaiting" then 'waiting' else 'failed' end,
      case when "isWaiting" then ${at}::timestamptz end, case when not "isWaiting" then 'PAUSED' end, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) t ("webhookId" uuid, "eventId" uuid, event text, body text,
      "isWaiting" boolean)`.execute(db)
}

const again = (now: Date) => ({
  state: 'waiting' as const,
  attempts: 0,
  nextAttemptAt: now.toISOString(),
})

/** Sends one again that is not on its way; answers whether there was one. */
export const replay = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('access.webhookDelivery')
    .set(again(now))
    .where('id', '=', id)
    .where('state', '<>', 'waiting')
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Sends all again that failed since then; answers how many. */
export async function replayFailed(db: Db, webhookId: string, since: string, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('access.webhookDelivery')
    .set(again(now))
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'failed')
    .where('createdAt', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const leaseSeconds = 30

/** Takes a webhook for this process, so that one at a time sends there; by the clock of the database, since processes share it. */
export async function lease(db: Db, webhookId: string): Promise<boolean> {
  const { rows } = await sql`insert into access.webhook_health as h (webhook_id, leased_until)
    select id, now() + make_interval(secs => ${leaseSeconds}) from access.webhook where id = ${webhookId}
    on conflict (company_id, webhook_id) do update set leased_until = excluded.leased_until
      where h.leased_until is null or h.leased_until < now()
    returning webhook_id`.execute(db)
  return rows.length > 0
}

export const extendLease = (db: Db, webhookId: string) =>
  sql`update access.webhook_health set leased_until = now() + make_interval(secs => ${leaseSeconds})
    where webhook_id = ${webhookId}`.execute(db)

export const endLease = (db: Db, webhookId: string) =>
  sql`update access.webhook_health set leased_until = null where webhook_id = ${webhookId}`.execute(db)

/** The delivery that is due first at a webhook that is not paused. */
export const due = (db: Db, webhookId: string, now: Date) =>
  db
    .selectFrom('access.webhookDelivery as d')
    .innerJoin('access.webhook as w', (join) =>
      join.onRef('w.companyId', '=', 'd.companyId').onRef('w.id', '=', 'd.webhookId'),
    )
    .select(['d.id', 'd.eventId', 'd.body', 'd.attempts'])
    .where('d.webhookId', '=', webhookId)
    .where('d.state', '=', 'waiting')
    .where('d.nextAttemptAt', '<=', now.toISOString())
    .where('w.state', '=', 'active')
    .orderBy('d.nextAttemptAt')
    .orderBy('d.id')
    .limit(1)
    .executeTakeFirst()

/** The webhooks of the company that have something due. */
export async function withDue(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select w.id from access.webhook w
    where w.state = 'active' and exists (select from access.webhook_delivery d where d.company_id = w.company_id
      and d.webhook_id = w.id and d.state = 'waiting' and d.next_attempt_at <= ${now.toISOString()}::timestamptz)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface Attempt {
  status: number | null
  error: DeliveryError | null
  answer: string
}

/** Writes down an attempt; without `next` a failure is final. */
export const record = (
  db: Db,
  { id, attempts }: { id: string; attempts: number },
  { status, error, answer }: Attempt,
  now: Date,
  next: Date | undefined,
) => {
  const at = now.toISOString()
  return db
    .updateTable('access.webhookDelivery')
    .set({
      state: error === null ? 'delivered' : next ? 'waiting' : 'failed',
      attempts: attempts + 1,
      nextAttemptAt: error === null ? null : (next?.toISOString() ?? null),
      attemptedAt: at,
      lastStatus: status,
      lastError: error,
      lastAnswer: answer,
      ...(error === null && { deliveredAt: at }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Notes how sending goes; answers since when nothing was accepted. */
export async function note(
  db: Db,
  webhookId: string,
  isAccepted: boolean,
  now: Date,
): Promise<string | null> {
  const at = now.toISOString()
  const row = await db
    .updateTable('access.webhookHealth')
    .set(
      isAccepted
        ? { failingSince: null, lastDeliveredAt: at }
        : { failingSince: sql<string>`coalesce(failing_since, ${at}::timestamptz)` },
    )
    .where('webhookId', '=', webhookId)
    .returning('failingSince')
    .executeTakeFirst()
  return row?.failingSince ?? null
}
