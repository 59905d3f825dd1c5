import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { type BookItem, clearedDays, withoutUndone } from './clearing.domain.ts'
import { itemsUntil, type NamedItem } from './items.server.ts'
import { type Match, matchesOf, findProcessedBefore } from './matches.queries.ts'
import type { ClearedAccount } from './open.queries.ts'

/** What an account has of matches and items, as far as they hold. */
export interface Clearing {
  items: NamedItem[]
  /** Those that nothing settles, without what was undone before it came to the bank. */
  open: NamedItem[]
  /** Those that hold: without matches of what was reversed since, unless they are processed. */
  matches: Match[]
  cleared: Map<string, string>
  /** What is settled of each line. */
  settled: Map<string, InstanceType<typeof Exact>>
}

/** Whether what a match settles was reversed; by another match its mirror may be settled too, which holds both. */
function fallenAmong(matches: readonly Match[], items: readonly BookItem[]): string[] {
  const reversed = new Set(items.flatMap(({ reversesId }) => reversesId ?? []))
  return matches.flatMap(({ id, reconciliationId, kind, items: own }) => {
    if (reconciliationId !== null || kind === 'excluded') return []
    const entries = new Set(own.map(({ entryId }) => entryId))
    const isPair = items.some(
      ({ reversesId, entryId }) => reversesId !== null && entries.has(reversesId) && entries.has(entryId),
    )
    return !isPair && own.some(({ entryId }) => reversed.has(entryId)) ? [id] : []
  })
}

/**
 * Reads what an account has until a day. Reversals of any later day count: what was reversed before it was processed is
 * settled by nothing. What is settled for good by reconciliations before that day is left out: of years only what is open is read.
 */
export async function clearingOf(db: Db, account: ClearedAccount, to: string): Promise<Clearing> {
  const since = await findProcessedBefore(db, account.id, to)
  const all = await itemsUntil(db, account, '9999-12-31', since)
  const found = await matchesOf(db, account.id, since)
  const fallen = fallenAmong(found, all)
  const matches = found.filter(({ id }) => !fallen.includes(id))
  const settled = new Map<string, InstanceType<typeof Exact>>()
  for (const { lines } of matches)
    for (const { lineId, amount } of lines)
      settled.set(lineId, (settled.get(lineId) ?? new Exact(0)).plus(amount))
  const cleared = clearedDays(
    all,
    matches.map(({ kind, lines, items, reconciliationId }) => ({
      kind,
      linesOn: lines.at(-1)?.bookedOn ?? null,
      itemIds: items.map(({ entryId, position }) => `${entryId} ${position}`),
      isProcessed: reconciliationId !== null,
    })),
  )
  const until = ({ on }: NamedItem) => on <= to
  const open = withoutUndone(all.filter(({ id }) => !cleared.has(id))).filter(until)
  return { items: all.filter(until), open, matches, cleared, settled }
}
