import type { Db } from '#kit/server/database.server.ts'
import * as queries from './whitelist.queries.ts'

interface Entry {
  list: string
  entryId: string
  contentHash: string
}

/** The pairs of some customers that need not be asked about again. */
export interface Cleared {
  /** The pair that holds for this customer as known now and this entry as it is now; one that no longer does is opened again. */
  pairOf(customerId: string, entry: Entry, factsHash: string): Promise<string | undefined>
}

/** Reads the pairs of these customers that two people agreed on, to be compared with what is found now. */
export async function clearedPairs(db: Db, customerIds: readonly string[], now: Date): Promise<Cleared> {
  const approved = await queries.approvedOf(db, customerIds)
  const today = now.toISOString().slice(0, 10)
  return {
    async pairOf(customerId, entry, factsHash) {
      const pair = approved.find(
        (one) => one.customerId === customerId && one.list === entry.list && one.entryId === entry.entryId,
      )
      if (!pair) return undefined
      const because =
        pair.expiresOn < today
          ? 'expired'
          : pair.contentHash !== entry.contentHash
            ? 'entryChanged'
            : pair.factsHash !== factsHash
              ? 'customerChanged'
              : undefined
      if (!because) return pair.id
      await queries.reopen(db, pair.id, because)
      return undefined
    },
  }
}
