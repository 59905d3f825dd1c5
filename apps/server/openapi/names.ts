import { words } from './words.ts'

/** The text with its first letter in upper case. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** One of what a plural names, by the plain rules of English. */
export const singular = (many: string): string =>
  many.endsWith('ies')
    ? `${many.slice(0, -3)}y`
    : /(ch|sh|ss|x)es$/.test(many)
      ? many.slice(0, -2)
      : many.replace(/([^s])s$/, '$1')

/** What the rows of a contract are called: one, and many. */
export const nounsOf = (contract: string): readonly [one: string, many: string] =>
  words.nouns[contract] ?? [singular(capital(contract)), capital(contract)]

/**
 * The operation's id, as a program's author reads it: `listRegions`, `getRegion`, `approveDealLimit`. The entry's verb, the
 * noun of its contract, and what follows the verb; exceptions are data.
 */
export function operationId(contract: string, entry: string): string {
  const exception = words.operations[`${contract}.${entry}`]
  if (exception) return exception
  const [one, many] = nounsOf(contract)
  if (entry === 'list') return `list${many}`
  if (entry === 'export') return `export${many}`
  if (entry === 'listSelection') return `list${one}Choices`
  if (entry === 'getById') return `get${one}`
  const [, verb = entry, rest = ''] = /^([a-z]+)(\w*)$/.exec(entry) ?? []
  return verb + one + rest
}

/** Exceptions that no operation uses any more. */
export const unusedExceptions = (used: ReadonlySet<string>): string[] =>
  Object.keys(words.operations).filter((key) => !used.has(key))
