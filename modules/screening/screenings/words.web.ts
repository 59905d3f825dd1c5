import { dateText } from '#kit/web/format.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Tone } from '#kit/web/values.web.tsx'
import { plainName } from '#modules/watchlists/lists/lists.domain.ts'
import { type DataSource, type MatchState, type ScreeningState, sourceOf } from './screenings.domain.ts'

export const place = 'screening:screenings'

/** What lists are called: published ones by the catalogue, the company's own by themselves. */
export function useListNames(): (list: string) => string {
  const texts = useTexts('screening:listNames')
  return (list) => texts(list, { defaultValue: plainName(list) })
}

/** What several lists are called, one after the other. */
export function useNamesOfLists(): (lists: readonly string[]) => string {
  const texts = useTexts('screening:listNames')
  const nameOf = useListNames()
  return (lists) => lists.map(nameOf).join(texts('several'))
}

/** Where the pages of a data source are; specification 001, 2.3 and 2.5. */
export const homes: Record<DataSource, { search: string; history: string; monitoring: string }> = {
  unsc: {
    search: '/compliance/unsc',
    history: '/compliance/unsc/history',
    monitoring: '/compliance/unsc/customer-ogm',
  },
  ofac: {
    search: '/compliance/ofac',
    history: '/compliance/ofac/history',
    monitoring: '/compliance/ofac/customer-ogm',
  },
  enhanced: {
    search: '/compliance/screening',
    history: '/compliance/screening-history',
    monitoring: '/compliance/screening/customer-ogm',
  },
}

export const screeningTones: Record<ScreeningState, Tone> = {
  in_review: 'attention',
  no_hit: 'done',
  confirmed_hit: 'stopped',
  error: 'stopped',
}
export const matchTones: Record<MatchState, Tone> = {
  pending: 'attention',
  no_hit: 'done',
  confirmed_hit: 'stopped',
  skipped: 'ended',
}

/** A score or a share of one, as people say it: whole percents, one decimal near the threshold says nothing more. */
export const scoreText = (score: number) => `${Math.round(score * 100)}%`

/** Days that a date of birth may mean: a day, a year, or from when to when. */
export function spanText({ from, to }: { from: string; to: string }): string {
  if (from === to) return dateText(from)
  const year = from.slice(0, 4)
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year
  if (from.endsWith('-01-01') && to.endsWith('-12-31')) return `${year}–${to.slice(0, 4)}`
  return `${dateText(from)} – ${dateText(to)}`
}

export const customerPage = ({ id, customerType }: { id: string; customerType: number }) =>
  `/customer/${customerType === 1 ? 'individual' : 'corporate'}/${id}`

/** The page of an entry as its list had it when this screening found it. */
export function profilePage(
  { list, contentId }: { list: string; contentId: string },
  screeningId: string,
): string {
  const source = sourceOf(list)
  return `/compliance/${source === 'enhanced' ? '' : `${source}/`}detail/${contentId}?resultId=${screeningId}`
}
