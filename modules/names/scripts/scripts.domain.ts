import anyAscii from 'any-ascii'
import { arabicLetters, arabicNames } from './common.domain.ts'
import { hanSpellings } from './han.domain.ts'

/** How a word was written; `skeletal` scripts leave out vowels, wholly or in part. */
export type Script = 'latin' | 'skeletal' | 'hangul' | 'han'

/** A word in small ASCII letters and digits. */
export interface Folded {
  text: string
  script: Script
}

const hebrew = pairs(
  'א ב b ג g ד d ה h ו w ז z ח h ט t י y כ k ך k ל l מ m ם m נ n ן n ס s ע פ p ף p צ ts ץ ts ק k ר r ש sh ת t',
)
const arabic = pairs(
  'ا a أ a إ a آ a ٱ a ء ع ئ y ؤ w ب b پ p ت t ٹ t ث th ج j چ ch ح h خ kh د d ڈ d ذ dh ر r ڑ r ز z ژ zh س s ش sh ص s ض d ط t ظ z غ gh ف f ڤ v ق q ک k ك k گ g ل l م m ن n ں n ه h ہ h ھ h ة h ۀ h و w ي y ی y ى y ے y ې y',
)
const greek: readonly [RegExp, string][] = [
  [/ου/g, 'ou'],
  [/(^|[^α-ω])μπ/g, '$1b'],
  [/(^|[^α-ω])ντ/g, '$1d'],
  [/γ[γκ]/g, 'ng'],
  [/([αε])υ/g, '$1v'],
  [/χ/g, 'ch'],
]
const surname = pairs('이 lee 박 park 최 choi 임 lim 노 noh 류 ryu 유 yoo 여 yeo 양 yang')
const initials = 'k kk n t tt r m p pp s ss  j jj ch k t p h'.split(' ')
const vowels = 'a ae ya yae o e yo ye o wa wae oe yo u wo we wi yu u ui i'.split(' ')
const finals = ' k k k n n n t l k m l l l p l m p p t t ng t t k t p t'.split(' ')

function pairs(text: string): Map<string, string> {
  const result = new Map<string, string>()
  let letter = ''
  for (const one of text.split(' '))
    if (/^[a-z]+$/.test(one)) result.set(letter, one)
    else result.set((letter = one), '')
  return result
}

const plain = /^[a-z0-9]+$/
const marks = /\p{M}+/gu

/** A word without accents and in Latin letters, or nothing where no letter of it can be read. */
export function fold(word: string): Folded {
  const lower = word.toLowerCase()
  if (plain.test(lower)) return { text: lower, script: 'latin' }
  const script = scriptOf(lower)
  const common = script === 'skeletal' ? arabicNames.get(arabicLetters(lower)) : undefined
  if (common) return { text: common, script: 'latin' }
  if (script === 'hangul') return { text: hangul(lower, false).join(''), script }
  let text = lower
  if (script === 'skeletal') text = spelled(spelled(text, hebrew), arabic)
  else {
    if (!kana.test(lower)) text = lower.normalize('NFD').replaceAll(marks, '')
    if (/[α-ω]/.test(text)) for (const [from, to] of greek) text = text.replaceAll(from, to)
  }
  text = anyAscii(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
  // A script that nobody wrote a table for is compared by its own letters.
  return { text: text === '' ? lower.replaceAll(/[^\p{L}\p{N}]/gu, '') : text, script }
}

function spelled(text: string, table: ReadonlyMap<string, string>): string {
  let result = ''
  for (const letter of text) result += table.get(letter) ?? letter
  return result
}

const skeletal =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}]/u
const han = /\p{Script=Han}/u
const kana = /[\u3040-\u30FF]/
const korean = /[\uAC00-\uD7A3]/

function scriptOf(word: string): Script {
  if (korean.test(word)) return 'hangul'
  if (skeletal.test(word)) return 'skeletal'
  return han.test(word) ? 'han' : 'latin'
}

/** Whether a text has letters of a script without spaces between words, or none of this at all. */
export const isHan = (text: string): boolean => han.test(text)

function hangul(word: string, first: boolean): string[] {
  const letters = Array.from(word.normalize('NFC'))
  return letters.map((letter, at) => {
    const code = letter.charCodeAt(0) - 0xac00
    if (code < 0 || code > 11171) return anyAscii(letter).toLowerCase()
    const family = first && at === 0 ? surname.get(letter) : undefined
    return (
      family ??
      `${initials[Math.floor(code / 588)]}${vowels[Math.floor((code % 588) / 28)]}${finals[code % 28]}`
    )
  })
}

/** A name from elsewhere, written in characters by its sound: of each word only the consonants say much. */
export const bySound = (words: readonly string[]): Folded[] =>
  words.map((word) => ({
    text: anyAscii(word)
      .toLowerCase()
      .replaceAll(/(?<=[a-z])ng?(?=[bcdfghjklmnpqrstwxyz]|$)/g, 'n')
      .replaceAll(/[^a-z]|[aeiouy]/g, ''),
    script: 'skeletal',
  }))

/** The readings of a name in Hangul or Han characters: each a list of words. */
export function eastAsian(words: readonly string[]): Folded[][] {
  const script = words.some((word) => han.test(word)) ? 'han' : 'hangul'
  if (script === 'hangul')
    return [
      words.flatMap((word, at) =>
        korean.test(word) ? hangul(word, at === 0).map((text): Folded => ({ text, script })) : [fold(word)],
      ),
    ]
  return hanSpellings(words, (word) => anyAscii(word)).map((spelling) =>
    spelling.map((text): Folded => ({ text, script })),
  )
}
