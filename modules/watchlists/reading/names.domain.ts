import type { ScreenedName } from '#modules/names/matching/entity.domain.ts'

const isLatin = (text: string) => /\p{Script=Latin}/u.test(text) && !/[\p{L}--\p{Script=Latin}]/v.test(text)
const isOther = (text: string) => /\p{L}/u.test(text) && !/\p{Script=Latin}/u.test(text)
/** `(HTS)` after a name is a short name, made of letters of it in their order. */
function isShort(text: string, name: string): boolean {
  if (!/^\p{Lu}[\p{L}/.&-]{1,9}$/u.test(text)) return false
  const letters = name.toUpperCase()
  let at = -1
  return (text.toUpperCase().match(/\p{L}/gu) ?? []).every((letter) => {
    at = letters.indexOf(letter, at + 1)
    return at >= 0
  })
}
const explains =
  /^(?:birth name|combat name|(?:previously|formerly) listed as|third|ngo|\w{3}\.\d+|.*\b(?:identity|passport|born)\b.*)$/i

/** A text on one line, without the signs that turn the direction of writing. */
export const clean = (text: string): string =>
  unclean.test(text) ? text.replaceAll(turns, '').replaceAll(/\s+/g, ' ').trim() : text
const turns = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g
const unclean = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]|[^\S ]| {2}|^ | $/

/**
 * The names in a text that may hold several: parted by `;` or `b)`, with the original script or a short name in brackets, or
 * followed by when somebody was born. All have the quality of the text, short names are weak.
 */
export function namesIn(text: string, quality: ScreenedName['quality']): ScreenedName[] {
  const plain = clean(text)
    .replaceAll(/\(?\s*original script:?\s*\)?/gi, (found) =>
      found.includes(')') ? '' : found.includes('(') ? '(' : '',
    )
    .replaceAll(/\s*- sub-unit name/gi, '')
  const found = partsOf(plain, /;|\s[a-h]\)\s/).flatMap((part) => fromPart(part, quality))
  return unique(
    found.map(({ text: name, quality: its }) => ({ text: name.replace(/[\s,;]+$/, ''), quality: its })),
  )
}

function fromPart(part: string, quality: ScreenedName['quality']): ScreenedName[] {
  const names: ScreenedName[] = []
  const outside = part
    .replace(/,?\s+born\s+\d.*$/i, '')
    .replaceAll(/\s*\(((?:[^()]|\([^()]*\))*)\)\s*/g, (whole, inside: string) => {
      const content = inside.trim()
      const around = part.replace(whole, ' ')
      if (explains.test(content) || content === '') return ' '
      if (isShort(content, around)) names.push({ text: content, quality: 'weak' })
      else if (
        (isLatin(content) && isOther(around)) ||
        (isOther(content) && isLatin(around)) ||
        content.includes(';')
      )
        names.push(...namesIn(content, quality))
      else return whole
      return ' '
    })
  return [{ text: outside.trim(), quality }, ...names]
}

/** The parts of a text between the signs that are not in brackets. */
function partsOf(text: string, signs: RegExp): string[] {
  const inside = [...text.matchAll(/\((?:[^()]|\([^()]*\))*\)/g)].map(
    ({ index, 0: whole }) => [index, index + whole.length] as const,
  )
  const parts: string[] = []
  let from = 0
  for (const { index, 0: sign } of text.matchAll(new RegExp(signs, 'g'))) {
    if (inside.some(([start, end]) => start <= index && index < end)) continue
    parts.push(text.slice(from, index))
    from = index + sign.length
  }
  return [...parts, text.slice(from)].map((part) => part.trim()).filter(Boolean)
}

const rank = { primary: 0, strong: 1, weak: 2 }

/** Each name once, by its best quality, in the order given; what has no letter and no digit is no name. */
export function unique(names: readonly ScreenedName[]): ScreenedName[] {
  const legible = names.filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  if (legible.length < 2) return legible
  const best = new Map<string, ScreenedName>()
  for (const name of legible) {
    const known = best.get(name.text)
    if (!known || rank[name.quality] < rank[known.quality]) best.set(name.text, name)
  }
  return [...best.values()]
}
