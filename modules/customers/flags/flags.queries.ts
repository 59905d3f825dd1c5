import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { rowsOf } from '#kit/server/rows.server.ts'
import type { FlagKind } from './flags.domain.ts'

export const rows = rowsOf('customers.customer')

const columns = [
  'id',
  'raisedByName',
  'raisedAt',
  'raiseReason',
  'clearedByName',
  'clearedAt',
  'clearReason',
] as const

/** When which flag was raised and cleared, the newest first; without suspicion unless `all`. */
export async function listEpisodes(db: Db, customerId: string, all: boolean) {
  const open = await db
    .selectFrom('customers.flag')
    .select([...columns, 'kind', 'needsCompliance'])
    .where('customerId', '=', customerId)
    .execute()
  const secret = all
    ? await db
        .selectFrom('customers.suspicion')
        .select(columns)
        .where('customerId', '=', customerId)
        .execute()
    : []
  return [
    ...open.map((one) => ({ ...one, kind: one.kind as FlagKind })),
    ...secret.map((one) => ({ ...one, kind: 'suspicious' as const, needsCompliance: true })),
  ].toSorted((a, b) => b.raisedAt.localeCompare(a.raisedAt))
}

interface Word {
  customerId: string
  byName: string
  at: Date
  reason: string
  /** What is raised is for compliance to clear. */
  needsCompliance?: boolean
}

const raised = ({ customerId, byName, at, reason }: Word) => ({
  customerId,
  raisedByName: byName,
  raisedAt: at.toISOString(),
  raiseReason: reason,
})
const cleared = ({ byName, at, reason }: Word) => ({
  clearedByName: byName,
  clearedAt: at.toISOString(),
  clearReason: reason,
})

export const raise = (db: Db, kind: FlagKind, word: Word) =>
  kind === 'suspicious'
    ? db.insertInto('customers.suspicion').values(raised(word)).execute()
    : db
        .insertInto('customers.flag')
        .values({ ...raised(word), kind, needsCompliance: word.needsCompliance ?? false })
        .execute()

export const clear = (db: Db, kind: FlagKind, word: Word) =>
  kind === 'suspicious'
    ? db
        .updateTable('customers.suspicion')
        .set(cleared(word))
        .where('customerId', '=', word.customerId)
        .where('clearedAt', 'is', null)
        .execute()
    : db
        .updateTable('customers.flag')
        .set(cleared(word))
        .where('customerId', '=', word.customerId)
        .where('kind', '=', kind)
        .where('clearedAt', 'is', null)
        .execute()

/** Blocks a customer for compliance; answers whether they were not blocked before. */
export async function blockCustomer(db: Db, word: Word): Promise<boolean> {
  if (!(await setBlocked(db, word.customerId, true))) return false
  await db
    .insertInto('customers.flag')
    .values({ ...raised(word), kind: 'blocked', byCompliance: true, needsCompliance: true })
    .execute()
  return true
}

/** Lifts the block that `blockCustomer` set; answers whether there was one. */
export async function unblockCustomer(db: Db, word: Word): Promise<boolean> {
  const lifted = await db
    .updateTable('customers.flag')
    .set(cleared(word))
    .where('customerId', '=', word.customerId)
    .where('byCompliance', '=', true)
    .where('clearedAt', 'is', null)
    .returning('id')
    .execute()
  return lifted.length > 0 && setBlocked(db, word.customerId, false)
}

/** Whether that changed anything. */
const setBlocked = async (db: Db, customerId: string, isBlocked: boolean): Promise<boolean> =>
  (
    await db
      .updateTable('customers.customer')
      .set({ isBlocked, version: sql`version + 1` })
      .where('id', '=', customerId)
      .where('isBlocked', '=', !isBlocked)
      .returning('id')
      .execute()
  ).length > 0
