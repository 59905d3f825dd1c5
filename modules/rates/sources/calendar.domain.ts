const weekend = [0, 6]
/** Fixed closing days of the TARGET calendar since 2002. */
const closed = new Set(['01-01', '05-01', '12-25', '12-26'])

/** Whether a source publishes on a day: the ECB on days of the TARGET calendar, others on weekdays. */
export function isPublishingDay(source: string, day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  if (weekend.includes(date.getUTCDay())) return false
  if (source !== 'ecb') return true
  const fromEaster = Math.round((date.getTime() - easter(date.getUTCFullYear())) / 86_400_000)
  return !closed.has(day.slice(5)) && fromEaster !== -2 && fromEaster !== 1
}

/** Easter Sunday of a year of the Gregorian calendar, UTC midnight in ms; by the Meeus/Jones/Butcher rule. */
function easter(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const sum = moon + weekday - 7 * shift + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}

/** Date and time of an instant on a clock, `2026-03-13` and `16:05`. */
export function clock(at: Date, timeZone: string): { day: string; time: string } {
  const [day = '', time = ''] = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  })
    .format(at)
    .split(' ')
  return { day, time }
}

/** So many days before a day. */
export const dayBefore = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - count * 86_400_000).toISOString().slice(0, 10)
