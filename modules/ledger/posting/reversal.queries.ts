import type { Db } from '#kit/server/database.server.ts'
import type { Keeping } from '../accounts/accounts.domain.ts'
import type { SettledLine } from './posting.domain.ts'

export interface StoredLine extends Omit<SettledLine, 'poolSeq'> {
  keeps: Keeping | null
  /** The kind of party of its account. */
  party: string | null
}

/** The entry that an event of a source made, with its lines in their order. */
export async function entryOf(db: Db, sourceId: string, event: string) {
  const entry = await db
    .selectFrom('ledger.entry')
    .select(['id', 'branchId', 'businessDate', 'at'])
    .where('sourceId', '=', sourceId)
    .where('event', '=', event)
    .executeTakeFirst()
  if (!entry) return undefined
  const lines = (await db
    .selectFrom('ledger.line as l')
    .innerJoin('ledger.account as a', (join) =>
      join.onRef('a.companyId', '=', 'l.companyId').onRef('a.id', '=', 'l.accountId'),
    )
    .select(['l.accountId', 'l.branchId', 'l.counterId', 'l.itemId', 'l.modeId', 'l.quantity', 'l.amount'])
    .select(['l.holderId', 'l.partyType', 'l.partyId', 'a.keeps', 'a.party'])
    .where('l.at', '=', entry.at)
    .where('l.entryId', '=', entry.id)
    .orderBy('l.position')
    .execute()) as StoredLine[]
  return { ...entry, lines }
}
