import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate, inflate } from 'node:zlib'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db, Tx } from './database.server.ts'

interface Keyed {
  key: string
  userId: string
  act: string
  /** All that the call asks for. */
  request: unknown
}

const deflated = promisify(deflate)
const inflated = promisify(inflate)

/**
 * Runs `work` once for an idempotency key and answers the same again. A second call waits for the first one's transaction;
 * the same key with another body is refused. `beside` writes one row by the statement that keeps the answer.
 */
export async function once(
  tx: Tx,
  { key, userId, act, request }: Keyed,
  work: () => Promise<unknown>,
  beside: (db: Pick<Db, 'insertInto'>) => Promise<void>,
): Promise<unknown> {
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('hex')
  const first = await tx
    .insertInto('kit.idempotency')
    .values({ userId, key, act, requestHash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  const row = tx.selectFrom('kit.idempotency').where('userId', '=', userId).where('key', '=', key)
  if (!first) {
    const earlier = await row.select(['act', 'requestHash', 'answer', 'deflated']).executeTakeFirstOrThrow()
    if (earlier.act !== act || earlier.requestHash !== requestHash)
      throw new Refusal('IDEMPOTENCY_KEY_REUSED', {}, { kind: 'conflict' })
    // Rows of before 0039 hold the answer itself.
    return earlier.deflated ? JSON.parse(String(await inflated(earlier.deflated))) : earlier.answer
  }
  const answer = await work()
  const bytes = await deflated(JSON.stringify(answer))
  const kept = tx.with('kept', (db) =>
    db
      .updateTable('kit.idempotency')
      .set({ deflated: bytes })
      .where('userId', '=', userId)
      .where('key', '=', key),
  )
  await beside(kept as Pick<Db, 'insertInto'>)
  return answer
}
