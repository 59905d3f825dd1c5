import { foldedWords } from '#modules/names/names/parse.domain.ts'
import { arabicLetters } from '#modules/names/scripts/common.domain.ts'
import { eastAsian } from '#modules/names/scripts/scripts.domain.ts'

const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
// Machine-readable zones leave them out.
const dropped = /['’‘`´ʻʼʽʾʿˈ′\u0640]|(?<=l)·(?=l)/giu
const wordsIn = /[\p{L}\p{M}\p{N}]+/gu
const ascii = /^[A-Za-z0-9]*$/
const latin = /^[\p{Script=Latin}\p{M}\p{N}]+$/u
const eastern = /[\p{Script=Han}\p{Script=Hangul}]/u
const alphabetic =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{M}\p{N}]+$/u

/** The words of a name, whatever signs in it nobody sees and whichever spaces part them. */
const wordsOf = (text: string): string[] =>
  text.normalize('NFKC').replaceAll(unseen, '').replaceAll(dropped, '').match(wordsIn) ?? []

/** The letters that ICAO 9303-3 spells otherwise than the matcher. */
const icao: Readonly<Record<string, string>> = { ŋ: 'n', ĸ: 'q' }

/** How the matcher reads a word in Latin letters; of an article and its word it makes two. */
const readingsOf = (word: string): string[] =>
  ascii.test(word)
    ? [word.toLowerCase()]
    : foldedWords(word.toLowerCase().replaceAll(/[ŋĸ]/gu, (letter) => icao[letter] ?? letter)).map(
        ({ text }) => codeOf(text),
      )

/** A word by its own letters: beyond ASCII each is `u` and its number, since trigrams know no other letters everywhere. */
const codeOf = (word: string): string =>
  arabicLetters(word.toLowerCase())
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]/gu, (letter) =>
      /\p{L}|\p{N}/u.test(letter) ? `u${(letter.codePointAt(0) ?? 0).toString(16)}` : '',
    )

const plainOf = (word: string): string =>
  ascii.test(word) ? word.toLowerCase() : latin.test(word) ? readingsOf(word).join('') : codeOf(word)

/**
 * Where the spellings meet that ICAO 9303-3 allows for one letter: Ä is AE or A, Å is AA or A, Ø and Ö are OE or O, Ü is UE, UXX or U,
 * Ñ is N or NXX.
 */
const meet = (word: string): string =>
  word
    .replaceAll(/a[ae]+/g, 'a')
    .replaceAll(/oe+/g, 'o')
    .replaceAll(/u(?:e|xx)+/g, 'u')
    .replaceAll(/n(?:xx)+/g, 'n')

/** A word as every spelling of it is compared. Characters of East Asia stay what they are: many are read alike. */
const keysOf = (word: string): string[] => (eastern.test(word) ? [codeOf(word)] : readingsOf(word).map(meet))

/** The words of a name by which it is compared with others: `Jörg Müller` and `JOERG MUELLER` are `jorg` and `muller`. */
const nameKeys = (name: string): string[] =>
  wordsOf(name)
    .flatMap(keysOf)
    .filter(Boolean)
    .join(' ')
    .replaceAll(/(?<![^ ])([do]) (?=[a-z]{3})/g, '$1')
    .split(' ')
    .filter(Boolean)

/** A text in words of small ASCII letters, each as it is written. `Nguyễn 陈` is `nguyen u9648`. */
export const fold = (text: string): string => wordsOf(text).map(plainOf).filter(Boolean).join(' ')

const long: Readonly<Record<string, string>> = { ä: 'ae', å: 'aa', ö: 'oe', ø: 'oe', ü: 'ue' }
const longOf = (word: string): string =>
  plainOf(
    word
      .toLowerCase()
      .normalize('NFC')
      .replaceAll(/[äåöøü]/gu, (letter) => long[letter] ?? letter),
  )

/** Each word as it is written, at its longest and as it is compared, and how characters of East Asia are read. */
function readable(text: string): string[] {
  const words = wordsOf(text)
  const readings = words.some((word) => eastern.test(word)) ? eastAsian(words.slice(0, 24)) : []
  const spelled = readings.flatMap((reading) => {
    const parts = reading.map((part) => meet(part.text)).filter((part) => ascii.test(part))
    return [...parts, parts.join('')]
  })
  return [...new Set([...words.map(plainOf), ...words.map(longOf), ...nameKeys(text), ...spelled])]
}

/** What the search reads of a customer: names, the numbers of papers and the telephone, each as a word. */
export const searchOf = (names: readonly string[], numbers: readonly string[]): string =>
  ` ${[...names.flatMap(readable), ...numbers.map((number) => fold(number).replaceAll(' ', ''))].filter(Boolean).join(' ')} `

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
  const parts = addressFields.map((field) => values[field]).filter((part) => typeof part === 'string')
  const words = readable(parts.join(' ')).filter(Boolean)
  return words.length > 0 ? ` ${words.join(' ')} ` : ''
}

const mostWords = 6

const patterns = (words: readonly string[]): string[] =>
  words
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => (word.length > 2 ? `%${word}%` : `% ${word}%`))

/**
 * What to look for, as patterns of LIKE that must all be found: parts of words, and whole numbers however they were grouped.
 * One or two letters are the beginning of a word.
 */
export function patternsOf(text: string): string[] {
  const isNumber = /^[\s\d+().-]+$/.test(text)
  return isNumber ? patterns([text.replaceAll(/\D/g, '').replace(/^0+/, '')]) : wordPatternsOf(text)
}

/** The same of a text whose numbers are words too, as in an address. */
export const wordPatternsOf = (text: string): string[] => patterns(wordsOf(text).flatMap(soughtOf))

/**
 * A part of a word in a script without vowels has no reading yet; what two letters would be left of is sought as it is written, and so is
 * the number of a paper, though its letters could be spelled otherwise in a name.
 */
function soughtOf(word: string): string[] {
  if (/\d/.test(word)) return [plainOf(word)]
  if (!alphabetic.test(word)) return [codeOf(word)]
  const keys = keysOf(word)
  return keys.some((key) => key.length < 3) ? readingsOf(word) : keys
}

/** Whether two names are of one person as far as their words tell, in any order and spelling. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

/** The words by which a name is compared, in an order of their own; empty where it has none. */
export const nameKey = (name: string): string => nameKeys(name).toSorted().join(' ')
