import { Exact } from '#kit/domain/decimals.domain.ts'

export const lineKinds = ['payout', 'return', 'topUp', 'fee'] as const
export type LineKind = (typeof lineKinds)[number]

/** A line of a partner's statement; above zero what came in, in the balance's currency. */
export interface Theirs {
  id: string
  day: string
  reference: string
  kind: LineKind
  amount: string
}

/** A movement of the balance by the books. */
export interface Ours {
  entryId: string
  position: number
  day: string
  /** What the partner may call it: an order that was sent again has more than one. */
  references: readonly string[]
  kind: LineKind
  amount: string
}

/** Lines and movements that explain each other. */
export interface Match {
  lines: Theirs[]
  moves: Ours[]
}

/** What is on one side only, or on both with another amount. */
export interface Unlike {
  line: Theirs | null
  move: Ours | null
}

const keyOf = (reference: string, kind: LineKind) => `${reference.trim().toUpperCase()} ${kind}`
const sumOf = (rows: readonly { amount: string }[]) =>
  rows.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
const plain = (amount: string) => new Exact(amount).toFixed()

/**
 * Holds lines of statements against movements of the books, by reference, kind and amount. Two of the same are two: each is matched once.
 * What comes to the same over several lines of a reference and kind is explained too, such as a movement and its reversal.
 */
export function matchStatement(
  theirs: readonly Theirs[],
  ours: readonly Ours[],
): { matches: Match[]; unlike: Unlike[] } {
  const { matches, lines, moves } = matchExactly(theirs, ours)
  const unlike: Unlike[] = []
  for (const group of groupsOf(lines, moves)) {
    if (sumOf(group.lines).equals(sumOf(group.moves))) {
      matches.push(group)
      continue
    }
    const rows = Math.max(group.lines.length, group.moves.length)
    for (let at = 0; at < rows; at += 1)
      unlike.push({ line: group.lines[at] ?? null, move: group.moves[at] ?? null })
  }
  return { matches, unlike }
}

function matchExactly(theirs: readonly Theirs[], ours: readonly Ours[]) {
  const waiting = new Map<string, Ours[]>()
  for (const move of ours)
    for (const reference of new Set(move.references)) {
      const key = `${keyOf(reference, move.kind)} ${plain(move.amount)}`
      waiting.set(key, [...(waiting.get(key) ?? []), move])
    }
  const used = new Set<Ours>()
  const matches: Match[] = []
  const lines: Theirs[] = []
  for (const line of theirs) {
    const key = `${keyOf(line.reference, line.kind)} ${plain(line.amount)}`
    const move = waiting.get(key)?.find((one) => !used.has(one))
    if (!move) lines.push(line)
    else {
      used.add(move)
      matches.push({ lines: [line], moves: [move] })
    }
  }
  return { matches, lines, moves: ours.filter((move) => !used.has(move)) }
}

/** What is left, by reference and kind; a movement with several references goes where the partner has a line. */
function groupsOf(lines: readonly Theirs[], moves: readonly Ours[]): Match[] {
  const groups = new Map<string, Match>()
  const groupAt = (key: string) => {
    const group = groups.get(key) ?? { lines: [], moves: [] }
    groups.set(key, group)
    return group
  }
  for (const line of lines) groupAt(keyOf(line.reference, line.kind)).lines.push(line)
  const known = new Set(groups.keys())
  for (const move of moves) {
    const keys = move.references.map((reference) => keyOf(reference, move.kind))
    groupAt(keys.find((key) => known.has(key)) ?? keys[0] ?? '').moves.push(move)
  }
  return [...groups.values()]
}

/** By how much the partner holds more than the books say, for what is on one side only or differs. */
export const amountOf = ({ line, move }: Unlike): string =>
  new Exact(line?.amount ?? 0).minus(move?.amount ?? 0).toFixed()

/**
 * What the partner should hold by the books: their balance without what is on no statement yet, with what only the statement has.
 * Above it or below it nobody knows why.
 */
export const expectedBalance = (ledger: string, unlike: readonly Unlike[]): string =>
  unlike.reduce((sum, one) => sum.plus(amountOf(one)), new Exact(ledger)).toFixed()
