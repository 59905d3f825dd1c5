import { sql } from 'kysely'
import type { Services } from './context.server.ts'
import { inCompany } from './database.server.ts'

const lately = 60_000
let full: { seen: number } | undefined

/** Remembers that a write failed because a disk is full. */
export const noteFull = (): void => void (full = { seen: performance.now() })

/** Whether a disk was full within the last minute: what fails now, fails for that. */
export const wasFullLately = (): boolean => full !== undefined && performance.now() - full.seen < lately

/**
 * Whether database and files answer and have room. A full disk is believed until as much as a few deals need could be written:
 * then it is forgotten. Throws where the database is away.
 */
export async function isReady({ db, files }: Pick<Services, 'db' | 'files'>): Promise<boolean> {
  await sql`select 1`.execute(db)
  if (!(await files.hasRoom())) return false
  if (!full) return true
  // Gone with its transaction; stored as it is, or a megabyte of one letter would take no room.
  await inCompany(undefined, () =>
    db.transaction().execute(async (tx) => {
      await sql`create temp table room (filler text storage plain) on commit drop`.execute(tx)
      await sql`insert into room select repeat('x', 4000) from generate_series(1, 256)`.execute(tx)
    }),
  )
  full = undefined
  return true
}
