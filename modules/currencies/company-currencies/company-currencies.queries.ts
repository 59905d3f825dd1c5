import { type Selectable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { Denomination } from '../iso/units.domain.ts'

export const rows = rowsOf('currencies.currency')

export type CurrencyRow = Selectable<DB['currencies.currency']> & {
  denominations: { kind: string; faceValue: string }[]
  subCurrencyCount: number
}

/** The enabled currencies of the company in their order. */
export const listEnabled = remember((db) =>
  db
    .selectFrom('currencies.currency')
    .select(['id', 'code', 'exponent', 'quoteUnit', 'cashUnit'])
    .where('isEnabled', '=', true)
    .orderBy('sortIndex')
    .orderBy('code')
    .execute(),
)

/** The currencies of the company in their order, each with its notes and coins. */
export const all = remember((db): Promise<CurrencyRow[]> =>
  db
    .selectFrom('currencies.currency as c')
    .selectAll('c')
    .select([
      sql<{ kind: string; faceValue: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('kind', d.kind, 'faceValue', trim_scale(d.face_value)::text)
          order by d.kind desc, d.face_value desc)
        from currencies.denomination d
        where d.company_id = c.company_id and d.currency_id = c.id), '[]')`.as('denominations'),
      sql<number>`(select count(*)::int from currencies.sub_currency s
        where s.company_id = c.company_id and s.currency_id = c.id)`.as('subCurrencyCount'),
    ])
    .orderBy('c.sortIndex')
    .orderBy('c.code')
    .execute(),
)

/** Puts the currencies into this order, and holds them until the caller's transaction ends. */
export async function setOrder(db: Db, ids: readonly string[]): Promise<void> {
  await sql`update currencies.currency c set sort_index = place.n
    from unnest(${[...ids]}::uuid[]) with ordinality place (id, n)
    where c.id = place.id and c.sort_index <> place.n`.execute(db)
}

export async function lastIndex(db: Db): Promise<number> {
  const { rows: found } = await sql<{
    last: number
  }>`select coalesce(max(sort_index), 0)::int as last from currencies.currency`.execute(db)
  return found[0]?.last ?? 0
}

/** The notes and coins of a currency are these and no others. */
export async function setDenominations(
  db: Db,
  currencyId: string,
  denominations: readonly Denomination[],
): Promise<void> {
  const wanted = JSON.stringify(denominations)
  await sql`delete from currencies.denomination d where d.currency_id = ${currencyId} and not exists (
    select from jsonb_to_recordset(${wanted}::jsonb) as w (kind text, "faceValue" numeric)
    where w.kind = d.kind and w."faceValue" = d.face_value)`.execute(db)
  await sql`insert into currencies.denomination (currency_id, kind, face_value)
    select ${currencyId}, w.kind, w."faceValue" from jsonb_to_recordset(${wanted}::jsonb) as w (kind text, "faceValue" numeric)
    on conflict do nothing`.execute(db)
}
