export const messageTypes = ['WARNING', 'ERROR', 'SUCCESS', 'DOCUMENT'] as const
export type MessageType = (typeof messageTypes)[number]

/** Which screenings have pages; the specification names the first two. */
export const dataSources = ['UNSC', 'OFAC', 'ENHANCED'] as const
export type DataSource = (typeof dataSources)[number]

/** What a message about a screening carries. */
export interface ScreeningData {
  complianceScreeningId: string
  dataSource: DataSource
}

/** What a message about a deal carries. */
export interface DealData {
  dealId: string
}

/** What a message about a candidate for a report carries. */
export interface CandidateData {
  reportCandidateId: string
}

/** What a message about a count carries. */
export interface CountData {
  countId: string
}

/** What a message about an adjustment of stock carries. */
export interface AdjustmentData {
  adjustmentId: string
}

/** What a message about two customers who may be one carries. */
export interface DuplicateData {
  duplicateReviewId: string
}
/** What a message about any other document carries: where its page is, within the product. */
export interface PageData {
  page: string
}
export type MessageData =
  | ScreeningData
  | DealData
  | CandidateData
  | CountData
  | AdjustmentData
  | DuplicateData
  | PageData

/** Where a click leads: the deal, the candidate, the count, the adjustment, the pair of customers, or the history of the screening, that the message is about. */
export function messagePath(data: MessageData): string {
  if ('page' in data) return data.page
  if ('dealId' in data) return `/transaction-monitoring/${encodeURIComponent(data.dealId)}`
  if ('reportCandidateId' in data)
    return `/compliance/report-candidates/${encodeURIComponent(data.reportCandidateId)}`
  if ('duplicateReviewId' in data) return `/customer/duplicates/${encodeURIComponent(data.duplicateReviewId)}`
  if ('countId' in data) return `/inventory/audit-or-count/${encodeURIComponent(data.countId)}`
  if ('adjustmentId' in data) return `/inventory/openings/${encodeURIComponent(data.adjustmentId)}`
  const { complianceScreeningId, dataSource } = data
  const list = dataSource === 'ENHANCED' ? 'screening-history' : `${dataSource.toLowerCase()}/history`
  return `/compliance/${list}/${encodeURIComponent(complianceScreeningId)}`
}

export const messageGroups = ['TODAY', 'YESTERDAY', 'THIS_WEEK', 'OLDER'] as const
export type MessageGroup = (typeof messageGroups)[number]

const day = 86_400_000

/** The day number of an instant as a calendar in that time zone shows it; day 0 is 1 January 1970, a Thursday. */
function dayIn(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  }).formatToParts(instant)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day')) / day
}

/** Under which heading a message stands, by the calendar of `timeZone`; weeks begin on Monday. */
export function groupOf(notifiedAt: string, now: Date, timeZone: string): MessageGroup {
  const today = dayIn(now, timeZone)
  const at = dayIn(new Date(notifiedAt), timeZone)
  const monday = today - ((today + 3) % 7)
  // A clock that runs behind the server's makes the newest messages come from tomorrow.
  if (at >= today) return 'TODAY'
  if (at === today - 1) return 'YESTERDAY'
  return at >= monday ? 'THIS_WEEK' : 'OLDER'
}

/** `dd/MM/yyyy, h:mm a` in that time zone, the half of the day in the reader's language: `05/03/2026, 2:30 PM`. */
export function timestamp(instant: string, timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    numberingSystem: 'latn',
  }).formatToParts(new Date(instant))
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('day')}/${of('month')}/${of('year')}, ${of('hour')}:${of('minute')} ${of('dayPeriod')}`
}

/** Of the height that can be scrolled, the tenths below the lower edge at which the next page is fetched. */
const distance = 2

/** Whether so little is left to scroll that more should be fetched. */
export const isNearEnd = (at: { scrollTop: number; clientHeight: number; scrollHeight: number }): boolean =>
  at.scrollHeight - at.scrollTop - at.clientHeight <= (at.scrollHeight * distance) / 10
