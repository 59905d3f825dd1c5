// Letters as classes of sounds, over many languages and ways to write them in Latin letters.
const classes: Record<string, string> = {
  b: 'p', p: 'p', f: 'f', v: 'f', w: 'f', c: 'k', k: 'k', q: 'k', g: 'k', x: 'k', s: 's', z: 's', j: 's',
  d: 't', t: 't', l: 'l', m: 'm', n: 'n', r: 'r',
} // prettier-ignore
const clusters: readonly [RegExp, string][] = [
  [/tsch|tch|sch|shch|dzh|dj|ch|sh|zh|ts|tz|cz|cs|sz/g, 's'],
  [/ph/g, 'f'],
  [/gh|kh|ck/g, 'k'],
  [/c(?=[eiy])/g, 's'],
]

/** What a word sounds like: its consonants by class, a vowel only at the start. Equal for spellings of one name. */
export function soundOf(text: string): string {
  let word = text
  for (const [from, to] of clusters) word = word.replaceAll(from, to)
  let result = ''
  let last = ''
  for (let at = 0; at < word.length; at += 1) {
    const letter = word.charAt(at)
    const one = classes[letter] ?? (letter >= '0' && letter <= '9' ? letter : '')
    if (one === '') {
      if (at === 0) result = 'a'
      last = ''
    } else if (one !== last) result += last = one
  }
  return result
}

/** The consonants alone, for a script that leaves out vowels: w and y may be vowels there, h may be silent. */
export function bonesOf(text: string): string {
  return text
    .replaceAll(/sh|ch|sch|zh|dj|th|dh|kh|gh|ph|ts|tz/g, (pair) => bones[pair] ?? pair)
    .replaceAll(/c(?=[eiy])/g, 's')
    .replaceAll(/(.)\1+/g, '$1')
    .replaceAll(/[aeiouywv]|h$/g, '')
    .replaceAll(/[a-z]/g, (letter) => bones[letter] ?? letter)
    .replaceAll(/(.)\1+/g, '$1')
}
const bones: Record<string, string> = {
  sh: 's', ch: 's', sch: 's', zh: 'j', dj: 'j', th: 't', dh: 'd', kh: 'k', gh: 'g', ph: 'f', ts: 's', tz: 's',
  c: 'k', q: 'k', x: 'k', p: 'b', z: 's', g: 'g', j: 'j',
} // prettier-ignore

const signs: readonly [RegExp, string][] = [
  [/sch|sh/g, 'S'],
  [/tch|ch/g, 'C'],
  [/kh/g, 'X'],
  [/gh/g, 'G'],
  [/th/g, 'T'],
  [/dh/g, 'D'],
  [/dj|dzh/g, 'j'],
  [/zh/g, 'J'],
  [/ph/g, 'f'],
  [/ts|tz/g, 's'],
  [/ck|q/g, 'k'],
  [/x/g, 'ks'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/p/g, 'b'],
  [/v/g, 'w'],
]

/** A word with one sign for each consonant, however many letters wrote it. */
export function heardOf(text: string): string {
  let result = text
  for (const [from, to] of signs) result = result.replaceAll(from, to)
  return result
}
