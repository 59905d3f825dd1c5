import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'

/** The figures of a reconciliation, in the currency of its account. */
export interface Reconciled {
  opening: string
  closing: string
  lines: readonly { id: string; amount: string }[]
  /** The balance of the books on its last day. */
  book: string
  /** What the books have and the statement has not yet; money out is negative. */
  outstanding: readonly string[]
  /** What the reconciliation before closed with; null for the first of an account. */
  previousClosing: string | null
  /** Lines of reconciliations that are processed. */
  processedLines: ReadonlySet<string>
}

const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum.plus(amount), new Exact(0))

/**
 * Checks what must hold before a reconciliation is processed: it opens where the one before closed, opening and lines come to the
 * closing balance, none of its lines is in another that is processed, and the statement is the book without what is outstanding.
 * @throws Refusal RECONCILIATION_OPENING, RECONCILIATION_CLOSING, RECONCILIATION_LINE, RECONCILIATION_BOOK with both figures
 */
export function checkReconciliation(given: Reconciled): void {
  const { opening, closing, lines, previousClosing } = given
  if (previousClosing !== null && !new Exact(previousClosing).eq(opening))
    throw new Refusal('RECONCILIATION_OPENING', { expected: previousClosing, opening })
  const seen = new Set(given.processedLines)
  const twice = lines.find(({ id }) => seen.size === seen.add(id).size)
  if (twice) throw new Refusal('RECONCILIATION_LINE', { line: twice.id })
  const counted = new Exact(opening).plus(sumOf(lines.map(({ amount }) => amount)))
  if (!counted.eq(closing))
    throw new Refusal('RECONCILIATION_CLOSING', { expected: counted.toFixed(), closing })
  const expected = new Exact(given.book).minus(sumOf(given.outstanding))
  if (!expected.eq(closing))
    throw new Refusal('RECONCILIATION_BOOK', { expected: expected.toFixed(), closing, book: given.book })
}
