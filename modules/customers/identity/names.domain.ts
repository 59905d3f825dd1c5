/**
 * A text as the search compares it: without marks and case, every letter beyond ASCII as `u` and its number, since the
 * trigrams of PostgreSQL know no other letters everywhere. `Nguyễn 陈` is `nguyen u9648`.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll(/[^\x20-\x7e]/gu, (letter) =>
      /\p{L}|\p{N}/u.test(letter) ? `u${(letter.codePointAt(0) ?? 0).toString(16)}` : ' ',
    )
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** What the search reads of a customer: names, the numbers of papers and the telephone, each as a word. */
export const searchOf = (names: readonly string[], numbers: readonly string[]): string =>
  ` ${[...names.map(fold), ...numbers.map((number) => fold(number).replaceAll(' ', ''))].filter(Boolean).join(' ')} `

/** The fields of a form that say where a customer is. */
const addressFields = [
  'address',
  'registeredAddress',
  'businessAddress',
  'postcode',
  'city',
  'state',
] as const

/** What the search by address reads of a customer: every word of every address. */
export const addressSearchOf = (values: Readonly<Record<string, unknown>>): string => {
  const words = addressFields.map((field) => values[field]).filter((part) => typeof part === 'string')
  const folded = fold(words.join(' '))
  return folded && ` ${folded} `
}

const mostWords = 6

/**
 * What to look for, as patterns of LIKE that must all be found: parts of words, and whole numbers however they were grouped.
 * One or two letters are the beginning of a word.
 */
export function patternsOf(text: string): string[] {
  const isNumber = /^[\s\d+().-]+$/.test(text)
  const words = isNumber ? [text.replaceAll(/\D/g, '').replace(/^0+/, '')] : fold(text).split(' ')
  return words
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => (word.length > 2 ? `%${word}%` : `% ${word}%`))
}

/** Whether two names are of one person as far as their words tell, in any order. */
export const isSameName = (one: string, other: string): boolean => keyOf(one) === keyOf(other)

const keyOf = (name: string) => fold(name).split(' ').toSorted().join(' ')
