import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'

const rows = rowsOf('remittance.formerStatement')

export interface KeptLine {
  reference: string
  kind: string
  amount: string
}

/** The lines of a statement as it is now. */
export const linesOf = (db: Db, statementId: string): Promise<KeptLine[]> =>
  db
    .selectFrom('remittance.statementLine')
    .select(['reference', 'kind', sql<string>`trim_scale(amount)::text`.as('amount')])
    .where('statementId', '=', statementId)
    .orderBy('id')
    .execute()

/** Keeps a statement as it was, before a newer one takes its place. */
export async function keepFormer(
  db: Db,
  there: { id: string; source: 'api' | 'file'; balance: string | null; readAt: string; readBy: string },
  lines: readonly KeptLine[],
): Promise<void> {
  const { id: statementId, source, balance, readAt, readBy } = there
  await rows.insert(db, { statementId, source, balance, readAt, readBy, lines: JSON.stringify(lines) })
}

/** What a statement was before, the latest first. */
export const formersOf = (db: Db, statementId: string) =>
  db
    .selectFrom('remittance.formerStatement')
    .selectAll()
    .where('statementId', '=', statementId)
    .orderBy('readAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
