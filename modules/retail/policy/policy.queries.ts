import type { Db } from '#kit/server/database.server.ts'
import { remember } from '#kit/server/remembered.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('retail.policy')

/** What a company has set; undefined before it has. */
export const current = remember((db) => db.selectFrom('retail.policy').selectAll().executeTakeFirst())

/** The same, held until the transaction ends. */
export const hold = (db: Db) => db.selectFrom('retail.policy').selectAll().forUpdate().executeTakeFirst()
