const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Signs of which each is a cluster of its own: Latin, Cyrillic, Greek, Han, kana and Hangul without marks. */
const isPlain = (text: string) =>
  /^[\0-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2e80-\u3029\u3030-\u3098\u309b-\ua4cf\uac00-\ud7a3]*$/.test(
    text,
  )

/** Viramas that Unicode lets end a cluster, though they join two letters in some words: Gurmukhi, Tamil, Kannada, Sinhala. */
const linksNext = /[\u0a4d\u0bcd\u0ccd\u0dca]\u200d?$/

/** A text in clusters, the signs that a reader sees as one: none is cut by the end of a line or drawn in two fonts. */
export function clustersOf(text: string): string[] {
  if (isPlain(text)) return Array.from(text)
  const clusters: string[] = []
  for (const { segment } of graphemes.segment(text)) {
    const last = clusters.at(-1)
    if (last !== undefined && linksNext.test(last) && /^\p{L}/u.test(segment))
      clusters[clusters.length - 1] = last + segment
    else clusters.push(segment)
  }
  return clusters
}

/** Signs on both sides of a place that are looked at: a longer cluster may be cut. */
const nearby = 64

/** The last end of a cluster at or before a place in a text; that of the first one if the place is within it. */
export function cutAt(text: string, at: number): number {
  if (at >= text.length) return text.length
  const start = Math.max(0, at - nearby)
  const from = /[\uDC00-\uDFFF]/.test(text.charAt(start)) && start > 0 ? start - 1 : start
  let end = from
  for (const cluster of clustersOf(text.slice(from, from + 2 * nearby))) {
    if (end > 0 && end + cluster.length > at) break
    end += cluster.length
  }
  return end
}

/** A text in words for the scripts that put no spaces between them, with the marks that belong to each. */
export function wordsOf(text: string): string[] {
  if (!/[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(text)) return [text]
  const found: string[] = []
  let place = 0
  const starts = new Set(clustersOf(text).map((cluster) => (place += cluster.length) - cluster.length))
  for (const { segment, index, isWordLike } of words.segment(text)) {
    const last = found.at(-1)
    const isNext = isWordLike ? !/[\p{Ps}\p{Pi}]$/u.test(last ?? '') : /^[\p{Ps}\p{Pi}]/u.test(segment)
    if (last === undefined || (isNext && starts.has(index))) found.push(segment)
    else found[found.length - 1] = last + segment
  }
  return found
}
