import { abbreviations, commonInNames, formAt } from './forms.domain.ts'
import { lightParts, nameGroups, numberOf, particles, titles } from './people.domain.ts'
import { eastAsian, type Folded, fold, isHan, type Script } from './scripts.domain.ts'
import { bonesOf, heardOf, soundOf } from '#modules/screening/words/sound.domain.ts'

/** What a part of a name is: a small part may be there or not. */
export type PartKind = 'word' | 'initial' | 'number' | 'small'

export interface Part {
  text: string
  kind: PartKind
  /** How much a word of its kind says, from 0 to 1, and the same with regard to its length. */
  share: number
  weight: number
  script: Script
  letters: number
  /** The spellings of a name that sound alike have it in common. */
  sound: string
  /** Its consonants, for comparing with a script that leaves out vowels. */
  bones: string
  /** Its letters with one sign for each consonant, for the same. */
  heard: string
  groups: readonly number[]
}

/** One way to read a name. */
export interface Spelling {
  parts: readonly Part[]
  /** Classes of the legal forms that were in it. */
  forms: readonly number[]
}

export interface ParsedName {
  original: string
  person: boolean
  /** None where nothing can be compared. */
  spellings: readonly Spelling[]
}

export type NameSchema = 'person' | 'organisation' | 'vessel' | 'aircraft' | 'unknown'

/** Longer names are compared by their beginning: the time for one name stays bounded. */
const longest = { text: 400, word: 40, parts: 24 }

const dropped = /[\p{Cc}\p{Cf}'’‘`´ʻʼʽʾʿˈ′\u0640]/gu
const dotted = /(?<![\p{L}\p{N}])(?:\p{L}\.-?){2,}\p{L}?(?![\p{L}\p{N}])/gu
const joined = /(\p{Ll}{4})(?=\p{Lu}\p{L})/gu
const words = /[\p{L}\p{M}\p{N}]+/gu
const ascii = /^[\u0020-\u007e]*$/
const dense = /[\p{Script=Han}\uAC00-\uD7A3]/u

/** Reads a name for comparison: its words in Latin letters, with what kind of word each is. */
export function parseName(original: string, schema: NameSchema): ParsedName {
  const person = schema === 'person'
  let text = original.length > longest.text ? original.slice(0, longest.text) : original
  if (!ascii.test(text)) text = text.normalize('NFKC')
  text = text.replaceAll(dropped, (one) => (one === '\n' || one === '\t' || one === '\r' ? ' ' : ''))
  if (text.includes('.'))
    text = text.replaceAll(dotted, (one) =>
      person ? one.replaceAll('.', ' ') : `${one.replaceAll('.', '')} `,
    )
  if (text.includes('&')) text = text.replaceAll('&', ' and ')
  text = text.replaceAll(joined, '$1 ')
  const raw = (text.match(words) ?? []).slice(0, longest.parts)
  const readings = dense.test(text) && raw.some(eastern) ? eastAsian(raw) : [raw.flatMap(foldedWords)]
  const spellings = readings
    .map((reading) => spellingOf(reading.slice(0, longest.parts), schema))
    .filter(({ parts }) => parts.length > 0)
  return { original, person, spellings }
}

const eastern = (word: string) => isHan(word) || /[\uAC00-\uD7A3]/.test(word)

function foldedWords(word: string): Folded[] {
  // The article is written together with its word.
  const article = /^ال(?=\p{L}{3})/u.test(word)
  const folded = fold((article ? word.slice(2) : word).slice(0, longest.word))
  if (folded.text === '') return []
  return article ? [{ text: 'al', script: 'skeletal' }, folded] : [folded]
}

function spellingOf(folded: readonly Folded[], schema: NameSchema): Spelling {
  const person = schema === 'person'
  if (person) return { parts: personParts(folded), forms: [] }
  const thing = schema === 'vessel' || schema === 'aircraft'
  const { rest, forms } = thing ? { rest: folded, forms: [] } : withoutForms(oneLetters(folded))
  const parts = withNumbers(rest).map(({ text, script, number }, at, all): Part => {
    if (number) return part(number, script, 'number', 0.5)
    const full = abbreviations.get(text) ?? text
    if (at > 0 && all.length > 1 && particles.has(full) && full.length > 1)
      return part(full, script, 'small', 0.1)
    if (full === 'the') return part(full, script, 'small', 0.1)
    return part(full, script, 'word', commonInNames.has(full) ? 0.5 : 1)
  })
  if (thing && parts.length > 1 && /^(mv|mt|ms|ss|my|mts|lpg|lng)$/.test(parts[0]?.text ?? ''))
    parts[0] = { ...(parts[0] as Part), kind: 'small', share: 0.1, weight: 0.1 }
  return { parts: weighty(parts), forms }
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
  const texts = folded.map(({ text }) => text)
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

const servant = /^(abd|abdi)(?:ul|el|al|oul|ol|ur|us|ar|er|as|es|un|an)?-?(?=[a-z]{4})/

function personParts(folded: readonly Folded[]): Part[] {
  const parts: Part[] = []
  for (const { text, script } of folded) {
    if (script === 'han' || script === 'hangul') parts.push(part(text, script, 'word', 1))
    else if (text.length === 1) parts.push(part(text, script, 'initial', 0.6))
    else if (particles.has(text)) parts.push(part(text, script, 'small', 0.1))
    else if (titles.has(text) && folded.length > 1) parts.push(part(text, script, 'small', 0.1))
    else if (/^abd(ul|el|al|oul|ol|ur)$/.test(text)) parts.push(part('abd', script, 'word', 0.4))
    else if (lightParts.has(text)) parts.push(part(text, script, 'word', 0.4))
    else if (/^\d+$/.test(text)) parts.push(part(text, script, 'number', 0.3))
    else {
      const rest = text.replace(servant, '')
      if (rest !== text && text.length > 6 && script === 'latin') {
        parts.push(part('abd', script, 'word', 0.4), part(rest, script, 'word', 1))
      } else parts.push(part(text, script, 'word', 1))
    }
  }
  return weighty(parts)
}

/** Where all parts are small or light, they are the name. */
function weighty(parts: Part[]): Part[] {
  return parts.some(({ weight }) => weight >= 0.5)
    ? parts
    : parts.map((one) => (one.kind === 'number' ? one : part(one.text, one.script, 'word', 1)))
}

const none: readonly number[] = []

const bases = new Map<string, Part>()
/** How many words are remembered with what was worked out from them. */
const remembered = 100_000

/** A part of a name, with what is worked out from its text. */
export function part(text: string, script: Script, kind: PartKind, share: number): Part {
  const key = script === 'latin' ? text : `${script} ${text}`
  let base = bases.get(key)
  if (!base) {
    base = {
      text,
      kind: 'word',
      share: 1,
      weight: lengthWeight(text.length),
      script,
      letters: lettersOf(text),
      sound: soundOf(text),
      bones: bonesOf(text),
      heard: heardOf(text),
      groups: nameGroups(text) ?? none,
    }
    if (bases.size >= remembered) bases.clear()
    bases.set(key, base)
  }
  return kind === 'word' && share === 1 ? base : { ...base, kind, share, weight: base.weight * share }
}

/** The letters that are in a word, as bits: words with few of them in common are not compared. */
function lettersOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) & 31)
  return bits
}

/** A longer word says more, up to a point. */
const lengthWeight = (length: number) => 0.5 + Math.min(length, 8) / 12
