import { sql } from 'kysely'
import { answer } from '#kit/server/hooks.server.ts'
import { stockPosted } from '#modules/settings/public.server.ts'
import { holdPosting } from '../accounts/hold.queries.ts'

/** Lines with an item, and those of accounts that keep something: a company that posted by value has no item on them. */
export const stockPostedAnswer = answer(stockPosted, async (db) => {
  await holdPosting(db)
  const { rows } = await sql<{ count: number; since: string | null }>`
    select count(*)::int as count, min(l.business_date)::text as since
    from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
    where l.company_id = kit.company() and (l.item_id is not null or a.keeps is not null)`.execute(db)
  return rows[0] ?? { count: 0, since: null }
})
