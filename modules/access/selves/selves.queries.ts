import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** The maker of an account, or who changed how one signs in with it, counts as one with it from now on; the same person twice, anew. */
export const linkAccountMaker = (db: Db, userId: string, handId: string) =>
  db
    .insertInto('access.accountHand')
    .values({ userId, handId })
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'userId', 'handId']).doUpdateSet({ at: sql<string>`now()` }),
    )
    .execute()

/** An earliest moment, of which what is younger counts; the database's clock, which is that of the hands too. */
const since = (days: number) => sql`now() - make_interval(days => ${days})`

/**
 * All who count as one with the user `u` of a statement: those by whose hand the account is what it is, over several steps, all accounts
 * by the hand of any of these in so many days, and the users as whom their keys act. Two hands on one account are still two people.
 */
export const selvesOf = (days: number): RawBuilder<string[]> => sql<string[]>`array(
  with recursive hands (id) as (
    select u.id
    union select h.hand_id from hands join access.account_hand h on h.user_id = hands.id
      where h.company_id = u.company_id and h.at > ${since(days)}),
  known (id) as (
    select id from hands
    union select h.user_id from known join access.account_hand h on h.hand_id = known.id
      where h.company_id = u.company_id and h.at > ${since(days)})
  select id from known
  union select a.key_user_id from access.api_key_keeper a join known on known.id = a.user_id where a.company_id = u.company_id)`

/** When the first of the hands that count now counts no more; null while none does. */
export const firstEndOf = (days: number): RawBuilder<string | null> => sql<string | null>`(
  select min(h.at) + make_interval(days => ${days}) from access.account_hand h
  where h.company_id = u.company_id and h.at > ${since(days)})`
