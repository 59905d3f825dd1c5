/** Why a line of a list was not understood: of `birth` and `country` the entry is kept without them, of the others it is left out. */
export const unreadReasons = ['columns', 'number', 'json', 'record', 'name', 'birth', 'country'] as const

/** A line that was not understood, with its file where the list is of several. */
export interface UnreadLine {
  file: string
  line: number
  reason: (typeof unreadReasons)[number]
}

/** So many of them are named; all are counted. */
export const mostNamed = 100

/** What a list says of itself, filled in while it is read. */
export interface ListHead {
  format: string
  /** The day that its publisher names, YYYY-MM-DD. */
  publishedOn?: string
  /** How many entries it says that it has. */
  count?: number
  /** Where the entry given last begins. */
  line?: number
  /** The lines that were not understood: how many are left out, how many entries are kept without a value, and the first of both. */
  unread?: { count: number; partly: number; lines: UnreadLine[] }
}
