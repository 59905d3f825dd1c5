// Words across scripts: where one script leaves out vowels, what the other writes for them is no difference.

const near = new Float64Array(128 * 128).fill(1.4)
for (let letter = 0; letter < 128; letter += 1) near[letter * 129] = 0
for (const [pair, cost] of [
  ...'Tt Dd Gg Aa wu wo yi ye ae ao uo ie'.split(' ').map((one): [string, number] => [one, 0.15]),
  ...'Dz lr CS Jj Jz Ts Gk Xk Xh wf wb ai'.split(' ').map((one): [string, number] => [one, 0.4]),
  ...'Ss Cj jg kg zd zs Cs kh gy wy td ya wa'.split(' ').map((one): [string, number] => [one, 0.7]),
]) {
  near[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = cost
  near[pair.charCodeAt(1) * 128 + pair.charCodeAt(0)] = cost
}
const code = (letters: string) => {
  const set = new Uint8Array(128)
  for (const letter of letters) set[letter.charCodeAt(0)] = 1
  return set
}
const short = code('aeiou')
const long = code('awy')
const silent = 'h'.charCodeAt(0)

const width = 48
const lines = new Float64Array(width * 2)

/** From 0 to 1: how far a word without short vowels may be the other word; both by `heardOf`. */
export function crossSimilarity(skeletal: string, full: string): number {
  const m = Math.min(skeletal.length, width - 1)
  const n = Math.min(full.length, width - 1)
  let above = 0
  let here = width
  let consonants = 0
  lines[0] = 0
  for (let j = 1; j <= n; j += 1) {
    lines[j] = (lines[j - 1] as number) + skipped(full, j - 1)
    const letter = full.charCodeAt(j - 1)
    if (short[letter] !== 1 && long[letter] !== 1) consonants += 1
  }
  let own = 0
  for (let i = 1; i <= m; i += 1) {
    const x = skeletal.charCodeAt(i - 1)
    let gone = 1.3
    if (long[x] === 1) gone = 0.45
    else own += 1
    if (x === silent) gone = 0.4
    else if (i > 1 && x === skeletal.charCodeAt(i - 2)) gone = 0.1
    lines[here] = (lines[above] as number) + gone
    for (let j = 1; j <= n; j += 1) {
      const y = full.charCodeAt(j - 1)
      let cost = (lines[above + j - 1] as number) + (x < 128 && y < 128 ? (near[x * 128 + y] as number) : 1.4)
      const down = (lines[above + j] as number) + gone
      if (down < cost) cost = down
      const right = (lines[here + j - 1] as number) + skipped(full, j - 1)
      if (right < cost) cost = right
      lines[here + j] = cost
    }
    const free = above
    above = here
    here = free
  }
  if (own > consonants) consonants = own
  const cost = lines[above + n] as number
  const score = 0.95 * Math.max(0, 1 - (cost * (cost + 1)) / 2 / (consonants + 0.5))
  // Few consonants fit many words.
  return consonants < 3 ? score * (consonants < 2 ? 0.9 : 0.95) : score
}

function skipped(text: string, at: number): number {
  const letter = text.charCodeAt(at)
  if (at > 0 && letter === text.charCodeAt(at - 1)) return 0.05
  if (short[letter] === 1) return 0.1
  if (letter === silent) return 0.4
  return long[letter] === 1 ? 0.5 : 1.3
}
