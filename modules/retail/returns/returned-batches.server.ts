import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import {
  type BatchPart,
  findNamed,
  leftAfter,
  type NamedBatch,
  proposeBatches,
  unitsOf,
} from '../batches/batches.domain.ts'
import { checkBatches } from '../batches/batches.server.ts'
import * as queries from './returns.queries.ts'

/** Of each line of a sale, by its place, the batches that no return asks for. */
export async function listBatchesLeft(db: Db, saleId: string): Promise<Map<number, BatchPart[]>> {
  const returned = await queries.returnedLines(db, saleId)
  return new Map(
    (await queries.soldLines(db, saleId)).map(({ position, batches }) => {
      const taken = returned.filter((line) => line.salePosition === position)
      const left = leftAfter(
        batches as BatchPart[],
        taken.flatMap((line) => line.batches as BatchPart[]),
      )
      return [position, left.filter(({ quantity }) => !new Exact(quantity).isZero())]
    }),
  )
}

/** Which batches come back by each line that is asked: those that are named, else those that expire last. */
export async function pickReturnedBatches(
  db: Db,
  saleId: string,
  asked: readonly { position: number; quantity: string; batches: readonly NamedBatch[] }[],
): Promise<BatchPart[][]> {
  const left = await listBatchesLeft(db, saleId)
  const given = asked.map((line) => {
    const here = left.get(line.position) ?? []
    return { ...line, here, isBatch: here.length > 0 }
  })
  checkBatches(
    given.map((line) => ({ ...line, itemId: '' })),
    { isNeeded: false },
  )
  return given.map(({ here, isBatch, quantity, batches }, at) => {
    if (!isBatch) return []
    if (batches.length === 0) return lastOf(here, quantity)
    const named = findNamed(here, batches)
    if (named.missing !== undefined)
      throw refuseField(`lines.${at}.batches`, 'BATCH_NOT_SOLD', { batch: named.missing })
    return named.parts
  })
}

/** So many units of those that expire last: what is sold first stays sold. */
const lastOf = (here: readonly BatchPart[], quantity: string): BatchPart[] => {
  const sold = proposeBatches(here, new Exact(unitsOf(here)).minus(quantity).toFixed())
  return leftAfter(here, sold).filter((part) => !new Exact(part.quantity).isZero())
}
