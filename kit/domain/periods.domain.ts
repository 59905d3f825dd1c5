const days = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a time zone, `YYYY-MM-DD`. Throws RangeError for a zone that is none. */
export function dayIn(timeZone: string, at: Date): string {
  let format = days.get(timeZone)
  // Making one takes longer than all else of a small request.
  if (!format) days.set(timeZone, (format = new Intl.DateTimeFormat('en-CA', { timeZone })))
  return format.format(at)
}
