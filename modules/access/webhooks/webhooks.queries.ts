import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import { type Db, prepared } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('access.webhook')

const shown = (db: Db) =>
  db
    .selectFrom('access.webhook as w')
    .leftJoin('access.webhookHealth as h', (join) =>
      join.onRef('h.companyId', '=', 'w.companyId').onRef('h.webhookId', '=', 'w.id'),
    )
    .select([
      'w.id',
      'w.version',
      'w.name',
      'w.url',
      'w.events',
      'w.state',
      'w.pausedBy',
      'w.pausedAt',
      'w.formerUntil',
      'w.createdBy',
      'w.createdAt',
      'h.lastDeliveredAt',
      'h.failingSince',
    ])

const columns = { name: 'w.name', state: 'w.state', createdAt: 'w.createdAt' }

export const list = (db: Db, input: ListInput) =>
  listPage(db, shown(db), input, { columns, order: ['createdAt-desc'], tie: 'w.id' })

export const find = (db: Db, id: string) => shown(db).where('w.id', '=', id).executeTakeFirst()

/** Locks the company's webhooks against others who add one, and counts them. */
export async function countLocked(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || kit.company()::text, 0))`.execute(db)
  const { n } = await db
    .selectFrom('access.webhook')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Which events each webhook of the company hears of. */
export const subscriptions = remember((db) =>
  db.selectFrom('access.webhook').select(['id', 'events', 'state']).modifyFront(prepared).execute(),
)

/** After a pause the days that it may fail are counted anew, and what is pending is tried in the next minute. */
export async function restart(db: Db, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable('access.webhookHealth')
    .set({ failingSince: null })
    .where('webhookId', '=', webhookId)
    .execute()
  await db
    .updateTable('access.webhookDelivery')
    .set({ nextAttemptAt: now.toISOString() })
    .where('webhookId', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute()
}
