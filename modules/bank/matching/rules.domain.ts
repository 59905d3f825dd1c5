import { compareDecimals } from '#kit/domain/decimals.domain.ts'

/** What a rule asks of a line: words in its text, its direction, and bounds of its amount without its sign. */
export interface Rule {
  contains: string
  direction: 'in' | 'out' | 'any'
  least: string | null
  most: string | null
  /** The account that it posts to. */
  accountId: string
}

/** A line as a rule sees it: what was decided of it, by hand or by a rule, and whether it is excluded. */
export interface RuledLine {
  id: string
  text: string
  amount: string
  matchedTo: string | null
  isExcluded: boolean
}

const folded = (text: string) => text.normalize('NFKC').toUpperCase().replaceAll(/\s+/g, ' ').trim()

/** Whether a rule fits a line, whatever was decided of it. */
function fitsRule(rule: Rule, { text, amount }: Pick<RuledLine, 'text' | 'amount'>): boolean {
  const isOut = amount.startsWith('-')
  if (rule.direction !== 'any' && (rule.direction === 'out') !== isOut) return false
  const size = amount.replace('-', '')
  if (rule.least !== null && compareDecimals(size, rule.least) < 0) return false
  if (rule.most !== null && compareDecimals(size, rule.most) > 0) return false
  const words = folded(rule.contains)
  return words !== '' && folded(text).includes(words)
}

/** What a rule would do to lines: those that it fits, and of them what changes, what was decided otherwise, and what is excluded. */
export interface RulePreview {
  fit: readonly string[]
  change: readonly string[]
  against: readonly string[]
  excluded: readonly string[]
}

/** What a rule would do. A run changes exactly `change`: preview and run ask this one function. */
export function previewRule(rule: Rule, lines: readonly RuledLine[]): RulePreview {
  const fit = lines.filter((line) => fitsRule(rule, line))
  const ids = (kept: (line: RuledLine) => boolean) => fit.filter(kept).map(({ id }) => id)
  return {
    fit: ids(() => true),
    change: ids(({ isExcluded, matchedTo }) => !isExcluded && matchedTo === null),
    against: ids(
      ({ isExcluded, matchedTo }) => !isExcluded && matchedTo !== null && matchedTo !== rule.accountId,
    ),
    excluded: ids(({ isExcluded }) => isExcluded),
  }
}
