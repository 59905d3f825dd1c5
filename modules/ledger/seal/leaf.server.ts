import { createHash } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Entry } from '../posting/posting.queries.ts'
import type { SettledLine } from '../posting/posting.domain.ts'

const four = (value: string | null) => (value === null ? null : new Exact(value).toFixed(4))

/** The hash of an entry and its lines, over all that they say: SHA-256 of a list in JSON, numbers with the decimals they are kept with. */
export function leafOf(entry: Omit<Entry, 'leaf'>, lines: readonly SettledLine[]): Buffer {
  const { id, at, businessDate, branchId, event, sourceType, sourceId, reversesId, note, authorId, author } =
    entry
  const told = [
    [
      id,
      new Date(at).toISOString(),
      businessDate,
      branchId,
      event,
      sourceType,
      sourceId,
      reversesId,
      note,
      authorId,
      author,
    ],
    ...lines.map((line) => [
      line.accountId,
      line.branchId,
      line.counterId,
      line.itemId,
      line.modeId,
      four(line.quantity),
      four(line.amount),
      line.poolSeq?.toString() ?? null,
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(told)).digest()
}
