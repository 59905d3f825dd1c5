/** The periods of a date filter with the numbers that the specification gives them. */
export const periods = { day: 1, week: 2, month: 3, year: 4 } as const
export type Period = keyof typeof periods

/**
 * The day (`YYYY-MM-DD`) on which a period starts that reaches to `today`: 1 day, 7 days, 1 month or 1 year back. Where that
 * month is shorter, its last day: a month before 31 March is 28 February.
 */
export function periodStart(period: Period, today: string): string {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  if (period === 'day' || period === 'week')
    return text(new Date(Date.UTC(year, month - 1, day - (period === 'day' ? 1 : 7))))
  const first = period === 'month' ? month - 2 : month - 13
  const last = new Date(Date.UTC(year, first + 1, 0)).getUTCDate()
  return text(new Date(Date.UTC(year, first, Math.min(day, last))))
}

const text = (date: Date) => date.toISOString().slice(0, 10)
