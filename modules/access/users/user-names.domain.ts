/** Writings that may stand in one name: Chinese, Japanese and Korean mix theirs, and also Latin letters. */
const alphabets =
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew'.split(' ')
const more = 'Kannada Khmer Lao Latin Malayalam Myanmar Sinhala Tamil Telugu Thai'.split(' ')
const eastern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}ー々〆]$/u
const tests = [...alphabets, ...more].map((script) => new RegExp(`^\\p{Script=${script}}$`, 'u'))

// Capital and small letters that are Latin ones to the eye.
const likeLatin: readonly RegExp[] = [
  /^[аАВвԁеЕԍһНніІїЇјЈкКӏӀМмоОрРԛѕЅТтԜԝсСуУүҮхХѵѴьЬгпѡ]+$/u,
  /^[αΑΒβγΕΖηΗιΙκΚΜΝνοΟρΡΤτυΥχΧω]+$/u,
  /^[ԱաԳգզհՀյՅՆոՈսՍցօՕՏԼլքՔՒւձճտրզ]+$/u,
]
/** Latin letters that are another Latin letter to the eye: dotless i, and those of phonetics. */
const latinTwin =
  /[\u0131\u0237\u0180-\u01BF\u0250-\u02AF\u1D00-\u1DBF\u2C60-\u2C7F\uA720-\uA7FF\uAB30-\uAB6F]/u
/** Signs that are no more than a stroke or nothing to the eye: clicks, single parts of Korean syllables, strokes of Chinese. */
const strokes =
  /[\u01C0-\u01C3\u1100-\u11FF\u3131-\u318E\uA960-\uA97F\uD7B0-\uD7FF\u3127\u4E28\u4E36\u4E3F\u4E5A\u4E85]/u
const vietnamese = /[\u01A0\u01A1\u01AF\u01B0]/gu

/**
 * Whether a user name could be taken for another's: letters of two writings in one name, a name of other letters that are all
 * Latin ones to the eye, or digits that are not those of everybody else.
 */
export function looksLikeAnother(name: string): boolean {
  if (strokes.test(name)) return true
  if (latinTwin.test(name.replaceAll(vietnamese, '')) || /(?!\d)\p{N}/u.test(name)) return true
  const letters = Array.from(name).filter((sign) => /\p{L}/u.test(sign))
  const others = letters.filter((letter) => !eastern.test(letter))
  const [first] = others
  if (first === undefined) return false
  const script = tests.find((each) => each.test(first))
  // A writing that is not known here: nobody can say what its letters look like.
  if (!script || !others.every((letter) => script.test(letter))) return true
  if (letters.length > others.length && !/\p{Script=Latin}/u.test(first)) return true
  return likeLatin.some((each) => each.test(others.join('')))
}
