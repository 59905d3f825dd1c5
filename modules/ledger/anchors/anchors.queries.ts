import { sql } from 'kysely'
import type { ListInput } from '#kit/contract/list.contract.ts'
import type { Db } from '#kit/server/database.server.ts'
import { listPage } from '#kit/server/list.server.ts'
import type { AnchoredRow } from './anchors.domain.ts'

/** The rows of some seals as they were sealed, in the order of the chain. */
export async function sealedRows(
  db: Db,
  { first, last }: { first: string; last: string },
): Promise<AnchoredRow[]> {
  const { rows } = await sql<AnchoredRow>`
    select number::text as seal, id, encode(leaf, 'hex') as leaf from (
      select s.number, s.position, s.entry_id as id, e.leaf from ledger.sealed s
      join ledger.entry e on e.company_id = s.company_id and e.id = s.entry_id
      where s.company_id = kit.company() and s.number between ${first} and ${last}
      union all
      select s.number, u.position::int, u.id, substring(s.leaves from u.position::int * 32 - 31 for 32)
      from ledger.sealed_audit s, unnest(s.ids) with ordinality u (id, position)
      where s.company_id = kit.company() and s.number between ${first} and ${last}
    ) r order by number, position`.execute(db)
  return rows
}

/** Up to which seal the company's chain is anchored; null where it never was. */
export async function findAnchoredTo(db: Db): Promise<string | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(number)::text as last from ledger.anchor where company_id = kit.company()`.execute(db)
  return rows[0]?.last ?? null
}

export const lastAnchor = (db: Db) =>
  db
    .selectFrom('ledger.anchor')
    .select(['number', 'at', 'signature'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** An anchor as it is kept: the line of its head and the signature over it. */
export interface KeptAnchor {
  number: string
  head: string
  signature: string
  at: string
  mailedTo: string
}

export interface StampedAnchor extends KeptAnchor {
  stampedBy: string | null
  stampedAt: string | null
}

const kept = (db: Db) =>
  db
    .selectFrom('ledger.anchor as a')
    .leftJoin('ledger.anchorStamp as s', (join) =>
      join.onRef('s.companyId', '=', 'a.companyId').onRef('s.number', '=', 'a.number'),
    )
    .select(['a.number', 'a.head', 'a.signature', 'a.at', 'a.mailedTo', 's.stampedBy', 's.stampedAt'])

export const list = (db: Db, input: ListInput) =>
  listPage(db, kept(db), input, { columns: { at: 'a.at' }, order: ['at-desc'], tie: 'a.number' })

export const get = (db: Db, number: string): Promise<KeptAnchor | undefined> =>
  kept(db).where('a.number', '=', number).executeTakeFirst()

/** The anchors since then that bear no stamp, the oldest first. */
export const listUnstamped = (db: Db, since: string) =>
  kept(db).where('s.number', 'is', null).where('a.at', '>=', since).orderBy('a.number').execute()

/** The reply that stamps an anchor, as it came. */
export const stampOf = async (db: Db, number: string): Promise<Buffer | undefined> =>
  (await db.selectFrom('ledger.anchorStamp').select('reply').where('number', '=', number).executeTakeFirst())
    ?.reply

/** Keeps a stamp; the first one stays. */
export const addStamp = (
  db: Db,
  stamp: { number: string; reply: Buffer; stampedBy: string; stampedAt: string },
) =>
  db
    .insertInto('ledger.anchorStamp')
    .values(stamp)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const isEntry = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('ledger.entry').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const add = (db: Db, anchor: KeptAnchor) => db.insertInto('ledger.anchor').values(anchor).execute()
