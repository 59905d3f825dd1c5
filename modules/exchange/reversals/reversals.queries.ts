import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** What somebody, with all who count as them, has paid back alone on a business date, or since a moment on whatever date, in local currency. */
export async function sumRefundedBy(
  db: Db,
  by: ReadonlySet<string>,
  { date, since }: { date: string; since: Date },
): Promise<string> {
  const { total } = await db
    .selectFrom('exchange.reversal')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('total'))
    .where('byId', 'in', [...by])
    .where((eb) => eb.or([eb('businessDate', '=', date), eb('at', '>', since.toISOString())]))
    .executeTakeFirstOrThrow()
  return total
}

interface Reversal {
  dealId: string
  byId: string
  businessDate: string
  amount: string
  at: string
}

export const insertReversal = (db: Db, reversal: Reversal) =>
  db.insertInto('exchange.reversal').values(reversal).execute()

/** When the business day of a moment ends where a branch lies: so many hours after midnight. */
export async function dayEnd(db: Db, now: Date, { timeZone, hours }: { timeZone: string; hours: number }) {
  const { rows } = await sql<{ at: string }>`
    select (date_trunc('day', (${now.toISOString()}::timestamptz - h) at time zone ${timeZone}) + interval '1 day' + h)
      at time zone ${timeZone} as at
    from (select make_interval(hours => ${hours}) as h) grace`.execute(db)
  return rows[0]?.at ?? now.toISOString()
}
