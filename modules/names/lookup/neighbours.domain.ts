// A word and what is left of it when one or two letters go: two words with an error or two have one of these in
// common, so that the index finds one by the other.

const start = 0x81_1c_9d_c5
const step = 0x01_00_01_93

/** Letters behind these are not looked at, so that the number of what is left stays small. */
const longest = 10

/** Calls back with the hash of the word and of what is left of it without one letter, or two where the word is long. */
export function neighbours(
  word: string,
  salt: number,
  deletions: number,
  found: (hash: number) => void,
): void {
  const length = Math.min(word.length, longest)
  found(without(word, length, salt, -1, -1))
  if (word.length < 3 || deletions === 0) return
  for (let i = 0; i < length; i += 1) {
    // One of two equal letters is as good as the other.
    if (i > 0 && word.charCodeAt(i) === word.charCodeAt(i - 1)) continue
    found(without(word, length, salt, i, -1))
    if (deletions < 2 || word.length < 6) continue
    for (let j = i + 1; j < length; j += 1) {
      if (j > i + 1 && word.charCodeAt(j) === word.charCodeAt(j - 1)) continue
      found(without(word, length, salt, i, j))
    }
  }
}

function without(word: string, length: number, salt: number, i: number, j: number): number {
  let hash = start ^ salt
  for (let at = 0; at < length; at += 1)
    if (at !== i && at !== j) hash = Math.imul(hash ^ word.charCodeAt(at), step)
  // The last steps of a hash by multiplication reach only its high bits.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The same for the consonants of a word, which are too few to leave one out of three. */
export function boneKeys({ bones }: { bones: string }, salt: number, found: (hash: number) => void): void {
  if (bones.length > 0) neighbours(bones.slice(0, 6), salt, bones.length > 3 ? 1 : 0, found)
}

/** The hash of a whole key. */
export const hashOf = (word: string, salt: number): number => without(word, word.length, salt, -1, -1)

/** What is hashed apart from the words themselves; numbers near one another would be undone by letters near one another. */
export const salts = {
  text: 0,
  sound: 0x9e_37_79_b1,
  bonesOfSkeletal: 0x3c_6e_f3_62,
  bonesOfOthers: 0xda_a6_6d_13,
}
