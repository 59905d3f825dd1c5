/** Lists that are published for everybody: how often their source is looked at, and how old the last good look may be. */
export const publishedLists = {
  un: { everyMinutes: 360, allowedHours: 168 },
  'ofac-sdn': { everyMinutes: 360, allowedHours: 168 },
  'ofac-cons': { everyMinutes: 360, allowedHours: 168 },
} as const
export type PublishedList = keyof typeof publishedLists
export const publishedCodes = Object.keys(publishedLists) as PublishedList[]

/** Lists of a company's own have this before their name, so that none is taken for a published one. */
export const ownPrefix = 'own-'

/** A new version with less than this part of the entries of the last, or more than so many times as many, is not believed. */
const leastPart = 0.5
const mostTimes = 5

/** Whether a version is too short or too long beside the last good one. */
export const isUnlike = (entries: number, last: number): boolean =>
  entries < last * leastPart || (last >= 100 && entries > last * mostTimes)

/**
 * Whether a list is too old to clear anybody by: its source has not been seen for longer than it may. What is published but
 * not among those above may be as old as the strictest of them; a company's own list is as it wants it.
 */
export function isStale(list: string, succeededAt: string | Date | null, now: Date): boolean {
  if (list.startsWith(ownPrefix)) return false
  const { allowedHours } = publishedLists[list as PublishedList] ?? publishedLists.un
  return succeededAt === null || now.getTime() - new Date(succeededAt).getTime() > allowedHours * 3_600_000
}

/** The text, below `notifications`, that says to people why a list was not taken over. */
export const failureText = (code: string): string =>
  code === 'LIST_UNREACHABLE' ? 'lists.unreachable' : 'lists.unusable'
