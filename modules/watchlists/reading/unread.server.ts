import { type ListHead, mostNamed, type UnreadLine } from '../entries/head.domain.ts'
import { shape } from './text.server.ts'

/** Counts the lines of one file of a list, and names in the list's head those that are not understood. */
export function lineReport(head: ListHead, file = '') {
  let [read, skipped, firstSkipped] = [0, 0, 0]
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
      const unread = (head.unread ??= { count: 0, lines: [] })
      unread.count += 1
      if (unread.lines.length < mostNamed) unread.lines.push({ file, line, reason })
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
