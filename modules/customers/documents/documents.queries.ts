import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('customers.document')

/** The papers of a customer, the primary one first. */
export const listOf = (db: Db, customerId: string) =>
  db
    .selectFrom('customers.document')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('isPrimary', 'desc')
    .orderBy('createdAt')
    .execute()
