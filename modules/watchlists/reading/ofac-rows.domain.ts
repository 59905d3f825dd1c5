// OFAC's old files: a row on a line, a value between quotation marks or `-0-`. Marks within a value are doubled, or are not.

/**
 * The values of a row that must have so many; undefined where it cannot be read so. A quoted value ends only at a mark before
 * a comma or the end of the row, so that marks within it may stand as they are.
 */
export function readRow(text: string, width: number): string[] | undefined {
  return readStrictly(text, width) ?? readLoosely(text, width)
}

const separator = /\s*(?:,|$)/y
const quotedStrictly = /\s*"((?:[^"]|"")*)"\s*(?:,|$)/y
const bareStrictly = /([^",]*)(?:,|$)/y
const bare = /\s*(-0-|\d*)\s*(?:,|$)/y

const matchAt = (pattern: RegExp, text: string, at: number) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Behind the comma; behind the end of the text where there was none. */
const endOf = (found: RegExpExecArray) => found.index + found[0].length + (found[0].endsWith(',') ? 0 : 1)

/** A row that is written as it should be, as nearly all are: each value can end in one place alone. */
function readStrictly(text: string, width: number): string[] | undefined {
  const cells: string[] = []
  let at = 0
  while (at <= text.length) {
    const found = matchAt(quotedStrictly, text, at) ?? matchAt(bareStrictly, text, at)
    if (!found || cells.push((found[1] ?? '').replaceAll('""', '"')) > width) return undefined
    at = endOf(found)
  }
  return cells.length === width ? cells : undefined
}

function readLoosely(text: string, width: number): string[] | undefined {
  // From where so many values cannot be read: nothing is tried twice.
  const dead = new Set<number>()
  const cells: string[] = []

  const readFrom = (at: number): boolean => {
    const key = at * width + cells.length
    if (dead.has(key)) return false
    for (const [value, next] of valuesAt(at)) {
      cells.push(value.replaceAll('""', '"'))
      const isWhole = cells.length === width
      if (isWhole ? next > text.length : next <= text.length && readFrom(next)) return true
      cells.pop()
    }
    dead.add(key)
    return false
  }

  /** What may be the value at a place, the shortest first, each with where the next one begins. */
  function* valuesAt(at: number): Generator<[string, number]> {
    const plain = matchAt(bare, text, at)
    if (plain) return yield [plain[1] ?? '', endOf(plain)]
    const from = at + (/\S/.exec(text.slice(at))?.index ?? 0)
    if (text[from] !== '"') {
      // The last value may stand without marks around it.
      if (cells.length === width - 1 && cells.length > 0) yield [text.slice(from), text.length + 1]
      return
    }
    for (let mark = text.indexOf('"', from + 1); mark >= 0; mark = text.indexOf('"', mark + 1)) {
      const end = matchAt(separator, text, mark + 1)
      if (end) yield [text.slice(from + 1, mark), endOf(end)]
    }
  }

  return readFrom(0) ? cells : undefined
}

const marks = `['"\`´‘’‚‛“”„‟«»‹›′″＂＇]`
const parted = new RegExp(`${marks}+\\s*(?:[,;/]|and|or)(?:\\s+(?:and|or))?\\s*${marks}+`, 'u')
const around = new RegExp(`^${marks}+|${marks}+$`, 'gu')
const alias = /^\(?([afn])\.?k\.?a\.?[:,]?\s+(.+?)\)?$/iu
const clause = /(?:"[^"]*"(?=\s*(?:;|$))|;(?!\s|$)|[^;])+/g

/** The clauses of remarks: between semicolons, but not between those within quotation marks. */
export const clausesOf = (remarks: string): string[] =>
  remarks
    .trim()
    .replace(/\.$|(?<=\p{L}{3})\.(?=["”]$)/u, '')
    .match(clause)
    ?.map((one) => one.trim()) ?? []

/** The names that a clause such as `a.k.a. "x"` gives, whatever marks are around them, with what kind of names they are. */
export function aliasesIn(text: string): { type: string; names: string[] } | undefined {
  const [, kind = '', names = ''] = alias.exec(text) ?? []
  if (!kind) return undefined
  return {
    type: `${kind.toUpperCase()}.K.A.`,
    names: names
      .replaceAll(around, '')
      .split(parted)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  }
}
