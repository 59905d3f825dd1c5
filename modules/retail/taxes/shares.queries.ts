import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import type { TaxShare } from '#modules/ledger/public.server.ts'

/** At which rates these sales are taxed, line by line; a later tax of a line is on what the earlier ones left. */
export const sharesOfSales = (db: Db, ids: readonly string[]): Promise<TaxShare[]> =>
  sharesOf(
    db,
    sql`
    select l.sale_id as source_id, l.position, l.net, l.rates, l.taxes from retail.sale_line l
    where l.company_id = kit.company() and l.sale_id = any(${[...ids]}::uuid[])`,
  )

/** The same of what came back, at the rates of its sale. */
export const sharesOfRefunds = (db: Db, ids: readonly string[]): Promise<TaxShare[]> =>
  sharesOf(
    db,
    sql`
    select r.refund_id as source_id, r.position, r.net, s.rates, r.taxes from retail.refund_line r
    join retail.sale_line s on s.company_id = r.company_id and s.sale_id = r.sale_id and s.position = r.sale_position
    where r.company_id = kit.company() and r.refund_id = any(${[...ids]}::uuid[])`,
  )

async function sharesOf(db: Db, lines: ReturnType<typeof sql>): Promise<TaxShare[]> {
  const { rows } = await sql<TaxShare>`
    select source_id, rate, trim_scale(sum(base))::text as base, trim_scale(sum(tax))::text as tax from (
      select l.source_id, trim_scale(r.rate::numeric)::text as rate, t.tax::numeric as tax, l.net + coalesce(sum(t.tax::numeric) over (
        partition by l.source_id, l.position order by r.at rows between unbounded preceding and 1 preceding), 0) as base
      from (${lines}) l
      cross join lateral jsonb_array_elements_text(l.rates) with ordinality r (rate, at)
      join lateral jsonb_array_elements_text(l.taxes) with ordinality t (tax, at) on t.at = r.at
    ) parts where rate <> '0' group by 1, 2`.execute(db)
  return rows
}
