/** Whether a text has a script that is read from the right. */
export const isRightToLeft = ({ text }: { text: string }) =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Syriac}]/u.test(text)

const mirrors = new Map(Array.from('()[]{}<>«»').map((sign, at, all) => [sign, all[at ^ 1] ?? sign]))

/** Punctuation and spaces as they stand between words that are read from the right; a number within stays as it is. */
const turn = (text: string) =>
  (text.match(/\p{N}(?:[\p{N}.,:/-]*\p{N})?|./gsu) ?? [])
    .map((part) => mirrors.get(part) ?? part)
    .toReversed()
    .join('')

/**
 * The runs of a line that is read from the left in the order in which they are drawn: words read from the right, and what has no
 * letters between two of them, stand from right to left.
 */
export function orderRuns<T extends { text: string }>(runs: readonly T[]): T[] {
  const ordered: T[] = []
  for (let at = 0; at < runs.length;) {
    let end = at + 1
    if (runs.slice(at, end).some(isRightToLeft))
      for (let next = end; next < runs.length; next += 1) {
        const run = runs[next]
        if (run && isRightToLeft(run)) end = next + 1
        else if (!run || /\p{L}/u.test(run.text)) break
      }
    const group = runs.slice(at, end)
    const turned = group.map((run) => (isRightToLeft(run) ? run : { ...run, text: turn(run.text) }))
    ordered.push(...(group.length > 1 ? turned.toReversed() : group))
    at = end
  }
  return ordered
}
