import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rows } from '../profiles/profiles.queries.ts'

interface Merge {
  /** The customer that stays. */
  id: string
  /** The one that goes into it. */
  otherId: string
  byName: string
  at: Date
}

/** Gives the papers of one customer to the other; the primary one is that of the other where `takesIdentity`. */
async function movePapers(db: Db, { id, otherId }: Merge, takesIdentity: boolean): Promise<void> {
  await db
    .updateTable('customers.document')
    .set((eb) => ({ isPrimary: false, version: eb('version', '+', 1) }))
    .where('customerId', '=', takesIdentity ? id : otherId)
    .where('isPrimary', '=', true)
    .execute()
  await db
    .updateTable('customers.document')
    .set((eb) => ({ customerId: id, version: eb('version', '+', 1) }))
    .where('customerId', '=', otherId)
    .execute()
}

/** Gives the flags to the other with all of their history; of two that are raised alike one is cleared. */
async function moveFlags(db: Db, { id, otherId, byName, at }: Merge): Promise<void> {
  // What a person raised on either of them, a person clears.
  await sql`update customers.flag f set by_compliance = false from customers.flag o
    where f.customer_id = ${id} and f.cleared_at is null and o.company_id = f.company_id and o.customer_id = ${otherId}
      and o.kind = f.kind and o.cleared_at is null and not o.by_compliance`.execute(db)
  const cleared = { clearedByName: byName, clearedAt: at.toISOString(), clearReason: '-' }
  for (const table of ['customers.flag', 'customers.suspicion'] as const) {
    const sameKind = table === 'customers.flag' ? sql`and o.kind = f.kind` : sql``
    await db
      .updateTable(`${table} as f`)
      .set(cleared)
      .where('f.customerId', '=', otherId)
      .where('f.clearedAt', 'is', null)
      .where(
        sql<boolean>`exists (select from ${sql.table(table)} o where o.company_id = f.company_id
          and o.customer_id = ${id} and o.cleared_at is null ${sameKind})`,
      )
      .execute()
    await db.updateTable(table).set({ customerId: id }).where('customerId', '=', otherId).execute()
  }
}

/** Gives the stakes in companies, and those in the company itself, to the other; what both have stays as it is there. */
async function moveStakes(db: Db, { id, otherId }: Merge): Promise<void> {
  for (const [mine, theirs] of [
    ['corporateId', 'holderId'],
    ['holderId', 'corporateId'],
  ] as const) {
    await db
      .deleteFrom('customers.stakeholder as s')
      .where(`s.${mine}`, '=', otherId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('customers.stakeholder as o')
            .select('o.id')
            .where(`o.${mine}`, '=', id)
            .whereRef(`o.${theirs}`, '=', `s.${theirs}`)
            .whereRef('o.role', '=', 's.role'),
        ),
      )
      .execute()
    await db
      .updateTable('customers.stakeholder')
      .set((eb) => ({ [mine]: id, version: eb('version', '+', 1) }))
      .where(mine, '=', otherId)
      .execute()
  }
}

/** Gives everything that belongs to one customer to another; nothing is lost. */
export async function moveAll(db: Db, merge: Merge, takesIdentity: boolean): Promise<void> {
  const { id, otherId } = merge
  await movePapers(db, merge, takesIdentity)
  await moveFlags(db, merge)
  await moveStakes(db, merge)
  await db
    .updateTable('customers.comment')
    .set({ customerId: id })
    .where('customerId', '=', otherId)
    .execute()
  await db
    .updateTable('customers.infoRequest')
    .set((eb) => ({ customerId: id, version: eb('version', '+', 1) }))
    .where('customerId', '=', otherId)
    .execute()
  // Who was merged into the one that goes now leads to the one that stays.
  await db
    .updateTable('customers.customer')
    .set({ mergedInto: id })
    .where('mergedInto', '=', otherId)
    .execute()
}

/** Whether the two hold stakes in each other: as one they would own themselves. */
export async function areTied(db: Db, id: string, otherId: string): Promise<boolean> {
  const tie = await db
    .selectFrom('customers.stakeholder')
    .select('id')
    .where('corporateId', 'in', [id, otherId])
    .where('holderId', 'in', [id, otherId])
    .limit(1)
    .executeTakeFirst()
  return tie !== undefined
}

/** Locks both customers, always in the same order. */
export async function lockBoth(
  db: Db,
  one: { id: string; version: number },
  other: { id: string; version: number },
) {
  for (const key of [one, other].toSorted((a, b) => (a.id < b.id ? -1 : 1))) await rows.lock(db, key)
}
