const clocks = new Map<string, Intl.DateTimeFormat>()
const two = '2-digit'
const parts = { day: two, month: two, year: 'numeric', hour: two, minute: two, hourCycle: 'h23' } as const

function clockOf(timeZone: string, timeZoneName?: 'short') {
  const key = `${timeZone} ${timeZoneName}`
  const clock = clocks.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone, timeZoneName })
  clocks.set(key, clock)
  return clock
}

/**
 * An instant on the clock of a time zone, as every page and paper shows it: `05/03/2026 14:30`.
 * @param zone `short` names the zone after it, as of a place far from the company: `05/03/2026 13:30 GMT+7`
 */
export const clockText = (timeZone: string, instant: Date | string, zone?: 'short'): string =>
  clockOf(timeZone, zone).format(new Date(instant)).replace(',', '')

/** The time of day alone: `14:30`. */
export const timeText = (timeZone: string, instant: Date | string): string =>
  clockText(timeZone, instant).slice(-5)
