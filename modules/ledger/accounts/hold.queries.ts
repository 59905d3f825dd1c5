import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'

/** Waits for postings that have begun, and keeps others from it until the transaction ends. */
export const holdPosting = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('ledger period ' || kit.company()::text, 0))`.execute(db)
