import { Exact } from '#kit/domain/decimals.domain.ts'

/** A line of the journal at a bank account, or what is on its way to it; money out is negative. */
export interface BookItem {
  /** `<entry> <position>` of the journal, `transfer <id>` of what is on its way. */
  id: string
  on: string
  /** In the currency of the account; null: on its way in another currency. */
  amount: string | null
  entryId: string
  position: number
  reversesId: string | null
  /** When it was posted. */
  at: string
  isPending: boolean
}

/** What settles items: on which day, as the bank has it. */
export interface ItemMatch {
  kind: 'match' | 'excluded'
  /** The last day of its lines; null: it has none. */
  linesOn: string | null
  itemIds: readonly string[]
  isProcessed: boolean
}

/** The days on which items were settled at the bank; an item that is left out is settled on its own day. */
export function clearedDays(
  items: readonly Pick<BookItem, 'id' | 'on'>[],
  matches: readonly ItemMatch[],
): Map<string, string> {
  const dayOf = new Map(items.map(({ id, on }) => [id, on]))
  const cleared = new Map<string, string>()
  for (const { kind, linesOn, itemIds } of matches) {
    const last =
      itemIds
        .map((id) => dayOf.get(id) ?? '')
        .toSorted()
        .at(-1) ?? ''
    for (const id of itemIds) cleared.set(id, kind === 'excluded' ? (dayOf.get(id) ?? '') : (linesOn ?? last))
  }
  return cleared
}

/** What the books have until a day and the bank had not on that day. */
export const outstandingOn = <I extends Pick<BookItem, 'id' | 'isPending' | 'on'>>(
  items: readonly I[],
  cleared: ReadonlyMap<string, string>,
  day: string,
): I[] =>
  items.filter((item) => {
    if (item.isPending || item.on > day) return false
    const on = cleared.get(item.id)
    return on === undefined || on > day
  })

/**
 * The first day from which items have to be read again: of those that are outstanding, where ones that undo one another stay
 * together on either side of it. `next` where nothing is outstanding.
 */
export function openFrom(
  outstanding: readonly Pick<BookItem, 'entryId' | 'on' | 'reversesId'>[],
  next: string,
): string {
  const open = new Set(withoutUndone(outstanding))
  const spans = new Map<string, string[]>()
  for (const item of outstanding)
    if (!open.has(item)) {
      const of = item.reversesId ?? item.entryId
      spans.set(of, [...(spans.get(of) ?? []), item.on])
    }
  // The latest first: a pair that the day would part moves it, and so others that reach over it.
  const pairs = [...spans.values()].map((days) => days.toSorted())
  pairs.sort((a, b) => ((a.at(-1) ?? '') < (b.at(-1) ?? '') ? 1 : -1))
  let day = [...open].map(({ on }) => on).reduce((least, on) => (on < least ? on : least), next)
  for (const days of pairs) if ((days.at(-1) ?? '') >= day && (days[0] ?? '') < day) day = days[0] ?? day
  return day
}

/** Items without those that undo one another and were never at the bank. */
export function withoutUndone<I extends Pick<BookItem, 'entryId' | 'reversesId'>>(items: readonly I[]): I[] {
  const here = new Set(items.map(({ entryId }) => entryId))
  const undone = new Set(items.flatMap(({ reversesId }) => reversesId ?? []).filter((id) => here.has(id)))
  return items.filter(
    ({ entryId, reversesId }) => !undone.has(entryId) && !(reversesId !== null && undone.has(reversesId)),
  )
}

export const sumOf = (amounts: readonly (string | null)[]): string =>
  amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Exact(0)).toFixed()
