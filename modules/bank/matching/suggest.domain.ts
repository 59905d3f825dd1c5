import {
  type OpenItem,
  type OpenLine,
  prepareItem,
  prepareLine,
  type Prepared,
  type Score,
  scoreOf,
  thresholds,
  weights,
} from './score.domain.ts'
import { findSubsets, subsetBounds } from './subsets.domain.ts'

/** One way to settle lines by items: one by one, one line by several items, or several lines by one item. */
export interface Suggestion {
  lineIds: readonly string[]
  itemIds: readonly string[]
  /** Its points and what they are for. */
  score: Score
}

/** The suggestions of a line, best first; `isSure` is the first of them where nothing else could be. */
export interface Suggested {
  lineId: string
  suggestions: readonly Suggestion[]
  isSure: boolean
}

const mostShown = 5

/** Open items by what is asked of them: their amount, their day, and the words of their references. */
interface Index {
  byAmount: Map<number, Prepared<OpenItem>[]>
  byDay: Map<number, Prepared<OpenItem>[]>
  byParty: Map<string, Prepared<OpenItem>[]>
}

const push = <K, V>(map: Map<K, V[]>, key: K, value: V) => {
  const all = map.get(key)
  if (all) all.push(value)
  else map.set(key, [value])
}

/** Makes the index of open items: once for all lines. */
function indexItems(items: readonly OpenItem[]): Index {
  const index: Index = { byAmount: new Map(), byDay: new Map(), byParty: new Map() }
  for (const item of items) {
    const prepared = prepareItem(item)
    push(index.byAmount, item.amount, prepared)
    push(index.byDay, prepared.day, prepared)
    const party = prepared.party.join(' ')
    if (party) push(index.byParty, party, prepared)
  }
  return index
}

const idOf = ({ lineIds, itemIds }: Suggestion) => `${lineIds.join()} ${itemIds.join()}`
const byPoints = (a: Suggestion, b: Suggestion) =>
  b.score.total - a.score.total || a.itemIds.length - b.itemIds.length || (idOf(a) < idOf(b) ? -1 : 1)

function singles(line: Prepared<OpenLine>, { byAmount }: Index): Suggestion[] {
  return (byAmount.get(line.of.amount) ?? []).map((item) => ({
    lineIds: [line.of.id],
    itemIds: [item.of.id],
    score: scoreOf(line, item),
  }))
}

/** The score of several items for one line: the amount that they come to, and of the rest what the worst of them has. */
function scoreSeveral(line: Prepared<OpenLine>, items: readonly Prepared<OpenItem>[]): Score {
  const each = items.map((item) => scoreOf(line, item))
  const worst = (part: 'date' | 'reference' | 'party') => Math.min(...each.map((score) => score[part]))
  const score = {
    amount: weights.amount,
    date: worst('date'),
    reference: worst('reference'),
    party: worst('party'),
  }
  return { ...score, total: score.amount + score.date + score.reference + score.party }
}

/** What may add up for a line: items of its direction, smaller than it, of one day or of one party that its text names. */
function groupsOf(line: Prepared<OpenLine>, { byDay, byParty }: Index): Prepared<OpenItem>[][] {
  const isPart = ({ of, day }: Prepared<OpenItem>) =>
    of.amount < 0 === line.of.amount < 0 &&
    Math.abs(of.amount) < Math.abs(line.of.amount) &&
    Math.abs(day - line.day) <= weights.days
  const groups: Prepared<OpenItem>[][] = []
  // Of more than a search takes, none is searched: they are not even gathered.
  const gather = (all: readonly Prepared<OpenItem>[]) => {
    const group: Prepared<OpenItem>[] = []
    for (const item of all) {
      if (isPart(item)) group.push(item)
      if (group.length > subsetBounds.items) return
    }
    groups.push(group)
  }
  for (let days = 0; days <= weights.days; days += 1) gather(byDay.get(line.day - days) ?? [])
  gather(byParty.get(line.party.slice(0, line.parties).join(' ')) ?? [])
  return groups.filter((group) => group.length > 1)
}

function several(line: Prepared<OpenLine>, index: Index): Suggestion[] {
  const found = new Map<string, Suggestion>()
  for (const group of groupsOf(line, index)) {
    const { ways } = findSubsets(
      group.map(({ of }) => of.amount),
      line.of.amount,
    )
    for (const way of ways) {
      const items = way.flatMap((at) => group[at] ?? [])
      const suggestion = {
        lineIds: [line.of.id],
        itemIds: items.map(({ of }) => of.id),
        score: scoreSeveral(line, items),
      }
      found.set(suggestion.itemIds.toSorted().join(), suggestion)
    }
  }
  return [...found.values()]
}

/**
 * What settles a line, best first: single items of its amount, and several that come to it. Sure is one with 90 points where no
 * other suggestion of the line comes near, and no other way to add up exists.
 */
function suggestLine(line: Prepared<OpenLine>, index: Index): Suggested {
  const all = singles(line, index)
  // Several are looked for where no single one is sure: a deposit is rarely one amount and a sum of others.
  if (!all.some(({ score }) => score.total >= thresholds.sure)) all.push(...several(line, index))
  const shown = all.filter(({ score }) => score.total >= thresholds.shown).toSorted(byPoints)
  const [first, second] = shown
  const isAlone = !second || second.score.total < thresholds.sure
  return {
    lineId: line.of.id,
    suggestions: shown.slice(0, mostShown),
    isSure: Boolean(first && first.score.total >= thresholds.sure && isAlone),
  }
}

/** Lines of one day that come to one item together, such as a payment that the bank made in parts. */
function suggestParts(lines: readonly Prepared<OpenLine>[], { byDay }: Index): Suggestion[] {
  const days = Map.groupBy(lines, ({ day, of }) => `${day} ${of.amount < 0}`)
  return [...days.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length < 2 || group.length > 12) return []
    return (byDay.get(first.day) ?? [])
      .filter(({ of }) => of.amount < 0 === first.of.amount < 0)
      .flatMap((item) => {
        const { ways } = findSubsets(
          group.map(({ of }) => of.amount),
          item.of.amount,
        )
        return ways.map((way) => {
          const parts = way.flatMap((at) => group[at] ?? [])
          const each = parts.map((part) => scoreOf(part, item))
          const worst = (part: 'date' | 'reference' | 'party') =>
            Math.min(...each.map((score) => score[part]))
          const score = {
            amount: weights.amount,
            date: worst('date'),
            reference: worst('reference'),
            party: worst('party'),
          }
          const total = score.amount + score.date + score.reference + score.party
          return { lineIds: parts.map(({ of }) => of.id), itemIds: [item.of.id], score: { ...score, total } }
        })
      })
  })
}

/**
 * Suggestions for every open line, in their order. An item is sure for one line alone: where two lines are sure of the same item,
 * neither is. Nothing is posted by this.
 */
export function suggestMatches(lines: readonly OpenLine[], items: readonly OpenItem[]): Suggested[] {
  const index = indexItems(items)
  const prepared = lines.map(prepareLine)
  const suggested = prepared.map((line) => suggestLine(line, index))
  const open = new Set(
    suggested.filter(({ suggestions }) => suggestions.length === 0).map(({ lineId }) => lineId),
  )
  const parts = suggestParts(
    prepared.filter(({ of }) => open.has(of.id)),
    index,
  ).filter(({ score }) => score.total >= thresholds.shown)
  const claims = new Map<string, number>()
  for (const { suggestions, isSure } of suggested)
    if (isSure) for (const id of suggestions[0]?.itemIds ?? []) claims.set(id, (claims.get(id) ?? 0) + 1)
  return suggested.map(({ lineId, suggestions, isSure }) => ({
    lineId,
    suggestions:
      suggestions.length > 0
        ? suggestions
        : parts
            .filter(({ lineIds }) => lineIds.includes(lineId))
            .toSorted(byPoints)
            .slice(0, mostShown),
    isSure: isSure && (suggestions[0]?.itemIds ?? []).every((id) => claims.get(id) === 1),
  }))
}
