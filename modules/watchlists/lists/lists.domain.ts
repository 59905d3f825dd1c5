/** Lists that are published for everybody, and how often their source is looked at. */
export const publishedLists = {
  un: { everyMinutes: 360 },
  'ofac-sdn': { everyMinutes: 360 },
  'ofac-cons': { everyMinutes: 360 },
} as const
export type PublishedList = keyof typeof publishedLists

/** Lists that have an address if somebody names one; nobody has to have them. */
const furtherLists = { ftm: { everyMinutes: 1440 } } as const
const fetchedLists = { ...publishedLists, ...furtherLists }
export type FetchedList = keyof typeof fetchedLists
export const fetchedCodes = Object.keys(fetchedLists) as FetchedList[]

/** Where a list is fetched and how often: as was set here, else by the server's own settings. Undefined where it is loaded by hand. */
export function sourceOfList(
  list: string,
  state: { address: string | null; everyMinutes: number | null } | undefined,
  addresses: Readonly<Record<string, string>>,
): { address: string; everyMinutes: number } | undefined {
  const code = fetchedCodes.find((one) => one === list)
  const address = state?.address || (code && addresses[code])
  return code && address
    ? { address, everyMinutes: state?.everyMinutes ?? fetchedLists[code].everyMinutes }
    : undefined
}
export const publishedCodes = Object.keys(publishedLists) as PublishedList[]

/** How old the last good look at a source may be, unless a company says otherwise. */
export const allowedDays = 7

/** Lists of a company's own have this before their name, so that none is taken for a published one. */
export const ownPrefix = 'own-'

/** A list of a company's own as the company named it; any other by its code. */
export const plainName = (list: string): string =>
  list.startsWith(ownPrefix) ? list.slice(ownPrefix.length) : list

/** Whether a company has ended a list of its own: its last version has no entries, and nobody is asked against it. */
export const isEnded = ({ entries }: { entries: number }): boolean => entries === 0

/** So many of its own a company may have at once: each is asked for every name. */
export const mostOwn = 20

/** A new version with less than this part of the entries of the last, or more than so many times as many, is not believed. */
const leastPart = 0.5
const mostTimes = 5

/** Whether a version is too short or too long beside the last good one. */
export const isUnlike = (entries: number, last: number): boolean =>
  entries < last * leastPart || (last >= 100 && entries > last * mostTimes)

/**
 * Whether a list is too old to clear anybody by: its source has not been seen for longer than the company allows. A company's
 * own list is as it wants it.
 */
export function isStale(
  list: string,
  succeededAt: string | Date | null,
  now: Date,
  days: number = allowedDays,
): boolean {
  if (list.startsWith(ownPrefix)) return false
  return succeededAt === null || now.getTime() - new Date(succeededAt).getTime() > days * 86_400_000
}

/** The text, below `notifications`, that says to people why a list was not taken over. */
export const failureText = (code: string): string =>
  code === 'LIST_UNREACHABLE' || code === 'ADDRESS_INSIDE' ? 'lists.unreachable' : 'lists.unusable'
