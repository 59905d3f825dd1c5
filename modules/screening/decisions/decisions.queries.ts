import { type Insertable, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { MatchState } from '../screenings/screenings.domain.ts'

/** The candidates of a screening that compliance must still decide on, in their order. */
export const waitingOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.candidate')
    .select(['id', 'position', 'state'])
    .where('screeningId', '=', screeningId)
    .where('state', 'in', ['pending', 'skipped'])
    .orderBy('position')
    .execute()

export const setState = (db: Db, ids: readonly string[], state: MatchState) =>
  db
    .updateTable('screening.candidate')
    .set({ state })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

export const add = (db: Db, decided: readonly Omit<Insertable<DB['screening.decision']>, 'companyId'>[]) =>
  db
    .insertInto('screening.decision')
    .values([...decided])
    .execute()

/** The candidate of a screening that was confirmed last. */
export const confirmedOf = (db: Db, screeningId: string) =>
  db
    .selectFrom('screening.candidate')
    .select('id')
    .where('screeningId', '=', screeningId)
    .where('state', '=', 'confirmed_hit')
    .execute()

/** Screenings with a confirmed hit that nobody has closed. */
export const listConfirmedHits = (db: Db) =>
  db
    .selectFrom('screening.screening')
    .selectAll()
    .where('state', '=', 'confirmed_hit')
    .where('closedAs', 'is', null)
    .execute()

/** Screenings of customers that an officer has not decided on, the oldest first: what was found, or that they could not be complete. */
export const listToReview = (db: Db, most: number) =>
  db
    .selectFrom('screening.screening as s')
    .selectAll('s')
    .select(
      sql<boolean>`exists (select from screening.decision d
        where d.company_id = s.company_id and d.screening_id = s.id and d.outcome = 'accepted')`.as(
        'isAccepted',
      ),
    )
    .where('isOpen', '=', true)
    .where('state', 'in', ['in_review', 'error'])
    // Those of a walk-in are decided in the deal.
    .where('customerId', 'is not', null)
    .orderBy('createdAt')
    .limit(most)
    .execute()

/** Leaves the row that case management takes up, once however often a hit of the screening is confirmed. */
export const askForCase = (db: Db, row: Omit<Insertable<DB['screening.caseRequest']>, 'companyId'>) =>
  db
    .insertInto('screening.caseRequest')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Whether another screening of the same person, or of the same deal, is still open. */
export async function hasOpen(
  db: Db,
  { id, customerId, dealId }: { id: string; customerId: string | null; dealId: string | null },
): Promise<boolean> {
  const found = await db
    .selectFrom('screening.screening')
    .select('id')
    .where('id', '<>', id)
    .where('isOpen', '=', true)
    .where((eb) => (customerId === null ? eb('dealId', '=', dealId) : eb('customerId', '=', customerId)))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
