import { type ListHead, mostNamed, type UnreadLine } from '../entries/head.domain.ts'
import { shape } from './text.server.ts'

/** Counts the lines of one file of a list, and names in the list's head those that are not understood. */
export function lineReport(head: ListHead, file = '') {
  let [read, skipped, firstSkipped] = [0, 0, 0]
  const name = (line: number, reason: UnreadLine['reason']) => {
    const unread = (head.unread ??= { count: 0, partly: 0, lines: [] })
    if (unread.lines.length < mostNamed) unread.lines.push({ file, line, reason })
    return unread
  }
  return {
    pass: () => {
      read += 1
    },
    /** Leaves a line out; where the file ends in the middle of it, the list is cut off. */
    skip: (line: number, reason: UnreadLine['reason'], isCutOff = false) => {
      if (isCutOff) throw shape(line)
      if (skipped === 0) firstSkipped = line
      skipped += 1
      // Nothing of this is a list: the rest need not be read.
      if (skipped > 1000 && skipped > read) throw shape(firstSkipped)
      name(line, reason).count += 1
    },
    /** Keeps an entry without a value of it that is not understood. */
    keepWithout: (line: number, reason: 'birth' | 'country') => {
      name(line, reason).partly += 1
    },
    /** @throws Refusal LIST_SHAPE with the first of them where more than one line in a hundred was not understood */
    end: () => {
      if (skipped * 100 > read + skipped) throw shape(firstSkipped)
    },
  }
}

/** What a line of JSON says; undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
