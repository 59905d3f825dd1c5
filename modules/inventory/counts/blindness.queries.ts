import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/**
 * Whether whoever counts blind still must not learn what lay in a drawer by the end of a day: its closing count is to be decided, or
 * the drawer is yet to be taken over or to be counted in the vault, or what its next teller found is to be decided, there or with a later count that supersedes
 * it, and it was counted by another person.
 */
export async function isStillBlind(
  db: Db,
  { id, counterId, openedAt }: { id: string; counterId: string; openedAt: string },
  userId: string | null,
): Promise<boolean> {
  const { rows } = await sql<{ isBlind: boolean }>`
    with own as (select k.id, k.state from inventory.count k
      where k.company_id = kit.company() and k.day_id = ${id} and k.kind = 'closing')
    select exists (select from own where state not in ('processed', 'superseded', 'cancelled'))
      or exists (select from inventory.transfer v where v.company_id = kit.company() and v.day_id = ${id}
        and v.state in ('inTransit', 'differing') and v.sender_id is distinct from ${userId}::uuid)
      or (exists (select from own)
        and not exists (select from inventory.day d where d.company_id = kit.company() and d.counter_id = ${counterId}
          and d.opened_at > ${openedAt} and d.state <> 'opening'
          and not exists (select from inventory.count f
            left join inventory.count s on s.company_id = f.company_id and s.id = f.superseded_by_id
            where f.company_id = d.company_id and f.day_id = d.id and f.kind = 'opening'
              and coalesce(s.state, f.state) not in ('processed', 'cancelled')))
        and not exists (select from own join inventory.count_take t on t.company_id = kit.company() and t.count_id = own.id
          where t.author_id = ${userId})) as is_blind`.execute(db)
  return rows[0]?.isBlind ?? true
}
