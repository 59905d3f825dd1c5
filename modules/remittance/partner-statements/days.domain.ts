/** After a long silence the statements of so many days are asked for, the latest. */
const most = 31

/**
 * The days whose statements are to be asked for: those after the last that is known, up to the last day of the partner's calendar that is
 * over, once its cut-off of today is past. Of a partner that was never asked it is that day alone.
 */
export function daysToAsk(
  { timeZone, cutOff }: { timeZone: string; cutOff: string },
  last: string | null,
  now: Date,
): string[] {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const isPast = Temporal.PlainTime.compare(local.toPlainTime(), Temporal.PlainTime.from(cutOff)) >= 0
  const end = local.toPlainDate().subtract({ days: isPast ? 1 : 2 })
  const next = last === null ? end : Temporal.PlainDate.from(last).add({ days: 1 })
  const count = next.until(end).days + 1
  return Array.from({ length: Math.max(0, Math.min(count, most)) }, (_, back) =>
    end.subtract({ days: back }).toString(),
  ).toReversed()
}
