const days = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a time zone, `YYYY-MM-DD`. Throws RangeError for a zone that is none. */
export function dayIn(timeZone: string, at: Date): string {
  let format = days.get(timeZone)
  // Making one takes longer than all else of a small request.
  if (!format) days.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone })))
  return format.format(at)
}

/** By which days the rows of a company are told apart: its own zone, and those of places that have another, by the place's id. */
export interface Calendar {
  /** Where the company is, two letters. */
  country?: string
  timeZone: string
  places: Readonly<Record<string, string>>
}

/**
 * Where a day begins in a time zone, `2026-11-01 00:00:00-04:00`, which PostgreSQL reads as an instant and as a day. A day with two
 * midnights begins at the first, one without midnight at its first moment.
 * @param later days after `day`; the day after 9999-12-31 is written with five digits, which PostgreSQL takes too
 */
export function startOfDay(day: string, timeZone: string, later = 0): string {
  const at = Temporal.PlainDate.from(day).add({ days: later }).toZonedDateTime(timeZone)
  const date = [at.year, at.month, at.day].map((part, place) => String(part).padStart(place ? 2 : 4, '0'))
  return `${date.join('-')} ${at.toPlainTime().toString({ smallestUnit: 'second' })}${at.offset}`
}

/** A moment as files have it, by a time zone and with its offset: `2026-11-20 09:09:53 +08:00`. */
export function momentIn(timeZone: string, instant: string): string {
  const at = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone)
  return `${at.toPlainDate().toString()} ${at.toPlainTime().toString({ smallestUnit: 'second' })} ${at.offset}`
}
