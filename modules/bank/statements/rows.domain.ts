import type { StatementLine } from '../formats/statement.domain.ts'

/**
 * What a row says, by which it is known when a later file has it again: its day, its amount, and the number that the bank gave it,
 * or where there is none all of its words. Never the number alone: banks use one for several rows.
 */
function rowKey(
  line: Pick<StatementLine, 'bookedOn' | 'amount' | 'bankReference' | 'reference' | 'text' | 'counterparty'>,
): string {
  const words = (text: string) => text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, ' ').trim()
  const said = line.bankReference
    ? ['#', words(line.bankReference)]
    : [words(line.reference), words(line.counterparty), words(line.text)]
  return [line.bookedOn, line.amount, ...said].join('|')
}

/** A row of a file with the how many-th it is of those that say the same. */
export interface CountedRow<L> {
  line: L
  key: string
  occurrence: number
}

/** Counts the rows of a file that say the same: equal rows are several, as the bank lists them. */
export function countRows<L extends StatementLine>(lines: readonly L[]): CountedRow<L>[] {
  const counts = new Map<string, number>()
  return lines.map((line) => {
    const key = rowKey(line)
    const occurrence = (counts.get(key) ?? 0) + 1
    counts.set(key, occurrence)
    return { line, key, occurrence }
  })
}

/** The rows that an account does not have yet: of rows that say the same, those beyond the number that it has. */
export const newRows = <L>(
  rows: readonly CountedRow<L>[],
  known: ReadonlyMap<string, number>,
): CountedRow<L>[] => rows.filter(({ key, occurrence }) => occurrence > (known.get(key) ?? 0))

/** Numbers of the bank that stand for rows that say different things. */
export function sharedNumbers(lines: readonly StatementLine[]): string[] {
  const keys = new Map<string, Set<string>>()
  for (const line of lines) {
    if (!line.bankReference) continue
    const said = keys.get(line.bankReference) ?? new Set()
    keys.set(line.bankReference, said.add(rowKey(line)))
  }
  return [...keys].filter(([, said]) => said.size > 1).map(([number]) => number)
}
