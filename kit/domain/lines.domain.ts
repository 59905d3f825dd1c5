import { cutAt, wordsOf } from './clusters.domain.ts'

/** Characters of a line at most, also of such that take no room: as many as the narrowest letters on a wide page. */
const mostOfLine = 250

/** A word in pieces that no line is longer than, so that none is measured that is. */
function* piecesOf(paragraph: string): Generator<string> {
  for (const word of paragraph.split(/(?<=[ \u200B])|(?=\p{Script=Han})/u).flatMap(wordsOf))
    for (let at = 0; at < word.length || at === 0;) {
      const end = cutAt(word, at + mostOfLine)
      yield word.slice(at, end)
      at = Math.max(end, at + 1)
    }
}

/**
 * The lines of a text in a column that is so wide: broken between words, and within one that is too long or has no spaces. What is
 * measured grows as the text does.
 */
export function linesOf(text: string, wide: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = []
  const measured = (line: string) => (line.length > mostOfLine ? Infinity : widthOf(line))
  const isTooWide = (line: string) => measured(line) > wide
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const piece of piecesOf(paragraph)) {
      if (line && isTooWide((line + piece).trimEnd())) {
        lines.push(line.trimEnd())
        line = ''
      }
      line += piece
      while (isTooWide(line.trimEnd())) {
        const fits = fitting(line, wide, measured)
        if (fits === line.length) break
        lines.push(line.slice(0, fits))
        line = line.slice(fits)
      }
    }
    lines.push(line.trimEnd())
  }
  return lines
}

/** How much of a line that is too wide fits, one cluster at least: guessed by its width, then beside that, then by halves. */
function fitting(line: string, wide: number, widthOf: (line: string) => number): number {
  let fits = cutAt(line, 1)
  let [low, over] = [fits, line.length]
  const share = wide / widthOf(line.slice(0, mostOfLine))
  let next = Math.floor(Math.min(line.length, mostOfLine) * share)
  for (let tries = 0; over - low > 1; tries += 1) {
    const at = tries < 3 && next > low && next < over ? next : (low + over) >> 1
    const cut = Math.max(fits, cutAt(line, at))
    if (cut > fits && widthOf(line.slice(0, cut)) > wide) over = cut
    else [low, fits] = [at, cut]
    next = over === cut ? cut - 1 : at + 1
  }
  return fits
}
