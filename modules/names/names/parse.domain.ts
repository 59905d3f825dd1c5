import {
  commonInNames,
  formAt,
  formWord,
  fullWords,
  isShared,
  isOneApart,
  structural,
} from './forms.domain.ts'
import { lightParts, numberOf, offices, particles, titles } from './people.domain.ts'
import { type Part, part } from './part.domain.ts'
import { bySound, eastAsian, type Folded, fold, isHan } from '../scripts/scripts.domain.ts'

/** One way to read a name. */
export interface Spelling {
  parts: readonly Part[]
  /** Classes of the legal forms that were in it. */
  forms: readonly number[]
  /** Each word is a syllable, as in names of East Asia. */
  dense: boolean
  /** By office and one name alone. */
  addressed?: boolean
}

export interface ParsedName {
  original: string
  person: boolean
  /** None where nothing can be compared. */
  spellings: readonly Spelling[]
}

export type NameSchema = 'person' | 'organisation' | 'vessel' | 'aircraft' | 'unknown'

/** Longer names are compared by their beginning: the time for one name stays bounded. */
const longest = { text: 400, word: 40, parts: 24, ways: 4 }

const dropped = /[\p{Cc}\p{Cf}'’‘`´ʻʼʽʾʿˈ′\u0640]/gu
const dotted = /(?<![\p{L}\p{N}])(?:\p{L}\.-?){2,}\p{L}?(?![\p{L}\p{N}])/gu
const joined = /(\p{Ll}{4})(?=\p{Lu}\p{L})/gu
const words = /[\p{L}\p{M}\p{N}]+/gu
// Most names are of plain letters, which cost a fraction of the others.
const ascii = /^[\u0020-\u007e]*$/
const asciiWords = /[A-Za-z0-9]+/g
const asciiDropped = /['`]/g
const asciiJoined = /([a-z]{4})(?=[A-Z][A-Za-z])/g
const foreign = /[·・‧•]/u
const withoutSpaces = /[\p{Script=Han}\uAC00-\uD7A3]/u

/** Reads a name for comparison: its words in Latin letters, with what kind of word each is. */
export function parseName(original: string, schema: NameSchema): ParsedName {
  const person = schema === 'person'
  let text = original.length > longest.text ? original.slice(0, longest.text) : original
  const isPlain = ascii.test(text)
  if (isPlain) text = text.replaceAll(asciiDropped, '')
  else {
    text = text.normalize('NFKC')
    text = text.replaceAll(dropped, (one) => (one === '\n' || one === '\t' || one === '\r' ? ' ' : ''))
  }
  if (text.includes('.'))
    text = text.replaceAll(dotted, (one) =>
      person ? one.replaceAll('.', ' ') : `${one.replaceAll('.', '')} `,
    )
  if (text.includes('&')) text = text.replaceAll('&', ' and ')
  text = text.replaceAll(isPlain ? asciiJoined : joined, '$1 ')
  const aside = person || !text.includes('(') ? undefined : asideWords(text)
  const raw = (text.match(isPlain ? asciiWords : words) ?? []).slice(0, longest.parts)
  const readings =
    !isPlain && withoutSpaces.test(text) && raw.some(eastern) ? eastAsian(raw) : [raw.flatMap(foldedWords)]
  if (!isPlain && raw.length > 1 && foreign.test(text)) readings.push(bySound(raw))
  const spellings = readings
    .flatMap((reading) =>
      person && reading.some(nearServant) ? [reading, reading.map(asServant)] : [reading],
    )
    .flatMap((reading) => (person ? [reading] : inFull(reading)))
    .map((reading) => spellingOf(reading.slice(0, longest.parts), schema, aside))
    .filter(({ parts }) => parts.length > 0)
  return { original, person, spellings }
}

/** The ways to write out what is shortened in a company's name: where a short form stands for several words, each of them. */
function inFull(reading: readonly Folded[]): (readonly Folded[])[] {
  if (!reading.some(({ text }) => isShared(text))) return [reading]
  let ways: Folded[][] = [[]]
  for (const one of reading) {
    const all = one.script === 'latin' && one.text.length > 2 ? fullWords(one.text) : [one.text]
    const full = ways.length * all.length > longest.ways ? all.slice(0, 1) : all
    ways = ways.flatMap((way) =>
      (full.length > 1 ? full : [one.text]).map((text) => [...way, { ...one, text }]),
    )
  }
  return ways
}

const eastern = (word: string) => isHan(word) || /[\uAC00-\uD7A3]/.test(word)

/** A word in Latin letters, and the article before it where one is written together with it. */
export function foldedWords(word: string): Folded[] {
  // The article is written together with its word.
  const article = /^ال(?=\p{L}{3})/u.test(word)
  const folded = fold((article ? word.slice(2) : word).slice(0, longest.word))
  if (folded.text === '') return []
  return article ? [{ text: 'al', script: 'skeletal' }, folded] : [folded]
}

/** The words between parentheses: where a company is, more often than what it is called. */
const asideWords = (text: string): ReadonlySet<string> =>
  new Set(
    (text.match(/\([^()]*\)/g) ?? []).flatMap((aside) =>
      (aside.match(words) ?? []).flatMap(foldedWords).map((one) => one.text),
    ),
  )

function spellingOf(folded: readonly Folded[], schema: NameSchema, aside?: ReadonlySet<string>): Spelling {
  const person = schema === 'person'
  if (person) {
    const dense = isSyllabic(folded)
    const parts = personParts(folded, dense)
    return { parts, forms: [], dense, addressed: isAddress(folded, parts) }
  }
  const thing = schema === 'vessel' || schema === 'aircraft'
  const { rest, forms } = thing ? { rest: folded, forms: [] } : withoutForms(oneLetters(folded))
  const parts = withNumbers(rest).map(({ text, script, number }, at, all): Part => {
    if (number) return part(number, script, 'number', 0.4)
    const [full = text] = fullWords(text)
    if (at > 0 && all.length > 1 && particles.has(full) && full.length > 1)
      return part(full, script, 'small', 0.1)
    if (full === 'the') return part(full, script, 'small', 0.1)
    const share = structural.has(full) ? 0.35 : commonInNames.has(full) ? 0.5 : 1
    return part(full, script, 'word', aside?.has(text) && share === 1 ? 0.5 : share)
  })
  if (thing && parts.length > 1 && /^(mv|mt|ms|ss|my|mts|lpg|lng)$/.test(parts[0]?.text ?? ''))
    parts[0] = part(parts[0]?.text ?? '', 'latin', 'small', 0.1)
  return { parts: weighty(parts), forms, dense: false }
}

/** Initials that stand apart are one word: C G and CG. */
function oneLetters(folded: readonly Folded[]): Folded[] {
  const result: Folded[] = []
  let open = false
  for (const one of folded) {
    const single = one.text.length === 1 && /[a-z]/.test(one.text)
    const last = result.at(-1)
    if (single && open && last) result[result.length - 1] = { ...last, text: last.text + one.text }
    else result.push(one)
    open = single
  }
  return result
}

function withoutForms(folded: readonly Folded[]): { rest: Folded[]; forms: number[] } {
  const texts = folded.map(({ text }) => formWord(text))
  const rest: Folded[] = []
  const forms: number[] = []
  for (let at = 0; at < folded.length;) {
    const found = formAt(texts, at)
    if (found) {
      forms.push(found.form)
      at += found.length
    } else rest.push(folded[at++] as Folded)
  }
  // Only a legal form is still a name.
  return rest.length > 0 ? { rest, forms } : { rest: [...folded], forms: [] }
}

function withNumbers(folded: readonly Folded[]): (Folded & { number?: string })[] {
  const result: (Folded & { number?: string })[] = []
  for (const [at, one] of folded.entries()) {
    const number = numberOf(one.text, at > 0 && at === folded.length - 1)
    const before = result.at(-1)
    if (
      number &&
      before?.number &&
      /^[2-9]0$/.test(before.number) &&
      /^[1-9]$/.test(number) &&
      /^[a-z]/.test(before.text)
    )
      before.number = String(Number(before.number) + Number(number))
    else result.push(number ? { ...one, number } : one)
  }
  return result
}

const servants = ['abdul', 'abdel', 'abdal', 'abdoul', 'abdol', 'abdur']
const inOrder = (text: string) => text.split('').toSorted().join('')
const servantLetters = new Set(servants.map(inOrder))

/** Servant of, also with letters that changed places. */
const isServant = (text: string) =>
  text.length > 4 && text.length < 7 && text.includes('b') && servantLetters.has(inOrder(text))

/** Whether it may be one of these with a letter too many, missing or another; what only goes on, or ends in a vowel, is a name. */
const nearServant = ({ text, script }: Folded) =>
  script === 'latin' &&
  /^a.{3,5}[^aeiou]$/.test(text) &&
  !isServant(text) &&
  !servants.some((one) => text.startsWith(one)) &&
  servants.some((one) => isOneApart(text, one))
const asServant = (one: Folded): Folded => (nearServant(one) ? { ...one, text: 'abdul' } : one)

const servant = /^(abd|abdi)(?:ul|el|al|oul|ol|ur|us|ar|er|as|es|un|an)?-?(?=[a-z]{4})/

/** A syllable of a Chinese, Korean or Vietnamese name, more or less. */
const syllable =
  /^(?:[bcdfghjklmnpqrstwxyz]|ch|zh|sh|ts|tz|hs|ng|nh|ph|th|tr|ky|my|hy|ry|py|kw|hw|gw|ny|kk|ss)?(?:[aeiou]|ae|ai|ao|au|ay|ea|ee|ei|eo|eu|ia|iao|ie|iu|io|oa|oe|oi|oo|ou|ua|uai|ue|ui|uo|uy|ya|yae|ye|yeo|yi|yo|yu|wa|wae|we|wi|wo|weo)(?:n|ng|nh|k|c|l|m|p|t|r|h|ch)?$/

/** Whether a name is made of such syllables alone: then none of them is a particle. */
const isSyllabic = (folded: readonly Folded[]) =>
  folded.length > 1 && folded.every(({ text, script }) => script !== 'skeletal' && syllable.test(text))

function personParts(folded: readonly Folded[], syllabic: boolean): Part[] {
  const parts: Part[] = []
  for (const [at, { text, script }] of folded.entries()) {
    if (script === 'han' || script === 'hangul') parts.push(part(text, script, 'word', 1))
    else if (text.length === 1) parts.push(part(text, script, 'initial', 0.6))
    else if (syllabic) parts.push(part(text, script, 'word', 1))
    else if (at === 0 && text === 'ben' && folded.length === 2) parts.push(part(text, script, 'word', 0.7))
    else if (particles.has(text)) parts.push(part(text, script, 'small', 0.1))
    else if (titles.has(text) && folded.length > 1) parts.push(part(text, script, 'small', 0.1))
    else if (isServant(text)) parts.push(part('abd', script, 'word', 0.4))
    else if (lightParts.has(text)) parts.push(part(text, script, 'word', 0.4))
    else if (/^\d+$/.test(text)) parts.push(part(text, script, 'number', 0.3))
    else {
      const rest = text.startsWith('abd') ? text.replace(servant, '') : text
      if (rest !== text && text.length > 6 && script === 'latin') {
        parts.push(part('abd', script, 'word', 0.4), part(rest, script, 'word', 1))
      } else parts.push(part(text, script, 'word', 1))
    }
  }
  if (parts.filter(({ share }) => share === 1).length > 1 || isAddress(folded, parts)) return parts
  return weighty(parts.map((one) => (titles.has(one.text) ? part(one.text, one.script, 'word', 0.4) : one)))
}

/** Whether somebody is called by office and one name, as in President So-and-so. */
const isAddress = (folded: readonly Folded[], parts: readonly Part[]) =>
  folded.length === 2 && offices.has(folded[0]?.text ?? '') && parts[1]?.share === 1

/** Where all parts are small or light, they are the name; a title before one word may be a name. */
function weighty(parts: Part[]): Part[] {
  return parts.some(({ weight }) => weight >= 0.5)
    ? parts
    : parts.map((one) => (one.kind === 'number' ? one : part(one.text, one.script, 'word', 1)))
}
