import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

export const rows = rowsOf('bank.lineRule')

export const ofAccount = (db: Db, accountId: string) =>
  db
    .selectFrom('bank.lineRule')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
export type RuleRow = Awaited<ReturnType<typeof ofAccount>>[number]

/** All lines of an account that are in no processed reconciliation, and those that are. */
export const linesOf = (db: Db, accountId: string) =>
  db
    .selectFrom('bank.statementLine')
    .select(['id', 'bookedOn', 'text', 'reference', 'amount'])
    .where('accountId', '=', accountId)
    .orderBy('bookedOn')
    .orderBy('id')
    .execute()
