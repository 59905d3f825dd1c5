import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** What the audit says of rows, beside the rows. */
export interface Kept {
  /** Rows that were compared. */
  seen: number
  /** The first few that are not what the last of their changes left, by table and key. */
  differing: string[]
}

/** Compares every row whose changes are captured, in the company of the connection, with what the audit says it became. */
export async function compareKept(db: Db): Promise<Kept> {
  const kept: Kept = { seen: 0, differing: [] }
  for (const { schema, name, keys, hidden } of await captured(db)) {
    const { rows } = await sql<{ seen: number; differing: string[] | null }>`
      with told as (
        select row_id, kit.fold(before, after order by seq) as image
        from kit.audit_change where company_id = kit.company() and relation = ${`${schema}.${name}`} group by row_id
      ), kept as (
        select kit.row_id(image, ${keys}::text[]) as row_id, image
        from ${sql.table(`${schema}.${name}`)} t, lateral (select jsonb_strip_nulls(to_jsonb(t) - ${hidden}::text[]) as image) i
        where t.company_id = kit.company()
      )
      select count(*)::int as seen, (array_agg(row_id order by row_id) filter (where is_wrong))[1:3] as differing
      from (
        select row_id, jsonb_strip_nulls(told.image) is distinct from kept.image as is_wrong
        from told full join kept using (row_id)
      ) r`.execute(db)
    kept.seen += rows[0]?.seen ?? 0
    kept.differing.push(...(rows[0]?.differing ?? []).map((key) => `${schema}.${name} ${key}`))
  }
  kept.differing.push(...(await unfounded(db)))
  return kept
}

/** The first few rows of the audit, and entries of the journal, that lost their words though no erasure names them. */
async function unfounded(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select concat_ws(' ', relation, row_id) as name, id from kit.audit_change where company_id = kit.company() and erased is not null
      union all
      select 'kit.audit ' || id, id from kit.audit where company_id = kit.company() and erased is not null
      union all
      select 'ledger.entry ' || id, id from ledger.entry where company_id = kit.company() and words_salt is null
    ) e where not exists (select from ledger.erasure r where r.company_id = kit.company() and e.id = any (r.ids))
    order by id limit 3`.execute(db)
  return rows.map(({ name }) => name)
}

/** The tables whose changes are captured, with the columns of their keys and those that are never written down. */
async function captured(db: Db) {
  const { rows } = await sql<{ schema: string; name: string; args: Buffer }>`
    select n.nspname as schema, c.relname as name, t.tgargs as args
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where t.tgname = 'capture' and t.tgparentid = 0 order by 1, 2`.execute(db)
  return rows.map(({ schema, name, args }) => {
    const [, keys = '', ...hidden] = args.toString().split('\0').slice(0, -1)
    return { schema, name, keys: keys.split(',').filter((key) => key !== ''), hidden }
  })
}
