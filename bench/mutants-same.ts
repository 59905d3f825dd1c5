/** A change that no test can notice, by its file and its line before and after. */
interface Same {
  file: string
  before: string
  after: string
  why: string
}

export const same: readonly Same[] = [
  {
    file: 'modules/access/permissions/matrix.domain.ts',
    before: "const [, verb = '', subject = code] = /^(my_view|[a-z]+)_(.+)$/.exec(code) ?? []",
    after: "const [, verb = '', subject = code] = /(my_view|[a-z]+)_(.+)$/.exec(code) ?? []",
    why: 'every code begins with a letter, where the first match begins too',
  },
  {
    file: 'modules/approvals/routing/routing.domain.ts',
    before: "if (a === 'unlimited' || b === undefined) return 1",
    after: "if (a === 'unlimited' || b === undefined) return 0",
    why: 'the sort leaves in their order what is equal or greater, and steps are compared upwards only',
  },
  {
    file: 'modules/watchlists/entries/delta.domain.ts',
    before: '.toSorted(([a], [b]) => (a < b ? -1 : 1))',
    after: '.toSorted(([a], [b]) => (a <= b ? -1 : 1))',
    why: 'no two keys of an object are equal',
  },
  {
    file: 'modules/watchlists/entries/delta.domain.ts',
    before: '.toSorted(([a], [b]) => (a < b ? -1 : 1))',
    after: '.toSorted(([a], [b]) => (a < b ? -1 : 0))',
    why: 'the sort leaves in their order what is equal or greater',
  },
  {
    file: 'modules/names/lookup/candidates.domain.ts',
    before: 'let queryFrom = 0',
    after: 'let queryFrom = 1',
    why: 'a mark that only has to differ from query to query',
  },
  {
    file: 'modules/rates/sources/simulated.domain.ts',
    before: 'VND: 30_800,',
    after: 'VND: 30801,',
    why: 'made up: any rate near it begins a walk as well',
  },
  {
    file: 'modules/names/matching/compare.domain.ts',
    before: 'if (length !== 0) return length < 0',
    after: 'if (length !== 0) return length >= 0',
    why: 'either of two names may be the left one, as long as it is the same whichever is asked for',
  },
  {
    file: 'modules/names/matching/compare.domain.ts',
    before: 'if (plain < 0.3) continue',
    after: 'if (plain <= 0.3) continue',
    why: 'what is left out there is far below the half that a joined word needs',
  },
  {
    file: 'modules/names/scripts/han.domain.ts',
    before: 'return signs && reading ? [[signs, reading] as const] : []',
    after: 'return signs || reading ? [[signs, reading] as const] : []',
    why: 'no group of the table has signs without a reading',
  },
  {
    file: 'modules/names/scripts/scripts.domain.ts',
    before: "if (!kana.test(lower)) text = lower.normalize('NFD').replaceAll(marks, '')",
    after: "if (!kana.test(lower)) text = lower.normalize('NFD').replace(marks, '')",
    why: 'the pattern is global: both replace all',
  },
  {
    file: 'modules/names/words/similarity.domain.ts',
    before: 'if (i > 1 && j > 1 && x !== y && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2)) {',
    after: 'if (i > 0 && j > 1 && x !== y && x === b.charCodeAt(j - 2) && y === a.charCodeAt(i - 2)) {',
    why: 'before the first letter is NaN, which no letter equals',
  },
  {
    file: 'modules/names/lookup/search.domain.ts',
    before: "const hasUnknown = c.entitySchema.includes(schemas.indexOf('unknown'))",
    after: "const hasUnknown = c.entitySchema.includes(schemas.lastIndexOf('unknown'))",
    why: 'it is there once',
  },
  {
    file: 'modules/names/lookup/image.domain.ts',
    before: 'const mark = 0x41_47_53_31',
    after: 'const mark = 1095193394',
    why: 'whoever packs and whoever opens an image read the same mark',
  },
  {
    file: 'modules/names/lookup/terms.domain.ts',
    before: 'if (deletions > 1)',
    after: 'if (deletions > 0)',
    why: 'more is looked up for joined words, which the comparison judges alike: it costs time',
  },
  {
    file: 'modules/names/lookup/candidates.domain.ts',
    before: 'const main = asked.filter(({ weight }) => weight > 0.5).length',
    after: 'const main = asked.filter(({ weight }) => weight <= 0.5).length',
    why: 'names of a very common word alone are compared too, and found not to match: it costs time',
  },
  {
    file: 'modules/names/lookup/candidates.domain.ts',
    before: 'return { strong, weak: matches.slice(strong.length), weight: word.weight, rows }',
    after: 'return { strong, weak: matches, weight: word.weight, rows }',
    why: 'a row with a strong term has its word already, so that a weak one adds nothing: it costs time',
  },
  {
    file: 'modules/names/lookup/candidates.domain.ts',
    before: 'if (rows.length > 2 * most.equal) {',
    after: 'if (rows.length <= 2 * most.equal) {',
    why: 'the same rows in the same order: it only spares very many the sorting',
  },
  {
    file: 'modules/names/lookup/candidates.domain.ts',
    before:
      'if (best > 0) worths[place + cell.worth] = (worths[place + cell.worth] as number) + best * weight',
    after:
      'if (best > 0) worths[place + cell.worth] = (worths[place + cell.worth] as number) + best / weight',
    why: 'the guess is kinder than the comparison by more than that; it only orders hundreds of candidates',
  },
  {
    file: 'modules/names/names/parse.domain.ts',
    before: "const aside = person || !text.includes('(') ? undefined : asideWords(text)",
    after: "const aside = person || !text.includes('') ? undefined : asideWords(text)",
    why: 'without parentheses there are no words between them',
  },
  {
    file: 'modules/names/words/similarity.domain.ts',
    before: 'const length = Math.min(63, Math.max(a.text.length, b.text.length))',
    after: 'const length = Math.max(63, Math.max(a.text.length, b.text.length))',
    why: 'a first look at the letters spares the distance, which finds nothing alike where more are let through',
  },
  {
    file: 'kit/domain/tables.domain.ts',
    before: 'part: 536_870_912,',
    after: 'part: 536870913,',
    why: 'one byte more than half a gigabyte bounds as well',
  },
  {
    file: 'modules/names/dates/dates.domain.ts',
    before: "const [a, b] = [spanOfEnd(range[1] ?? '', range[2] ?? ''), readSpan(range[2] ?? '')]",
    after: "const [a, b] = [spanOfEnd(range[1] ?? '', range[2] ?? ''), readSpan(range[2] ?? 'x')]",
    why: 'a range that was read has both ends; the other is for the type alone',
  },
  {
    file: 'modules/names/lookup/candidates.domain.ts',
    before: 'const strong = matches.filter(({ similarity }) => similarity >= strongFrom)',
    after: 'const strong = matches',
    why: 'more rows are compared, and judged alike: it costs time',
  },
  {
    file: 'modules/names/lookup/search.domain.ts',
    before: "parts.push(share === 1 && kind === 'word' ? base : part(base.text, base.script, kind, share))",
    after: "parts.push(share === 0 && kind === 'word' ? base : part(base.text, base.script, kind, share))",
    why: 'what is made anew is equal: it costs time',
  },
]
