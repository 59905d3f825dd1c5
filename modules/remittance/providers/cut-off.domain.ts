/** When a partner takes orders for a day, by its own clock and calendar. */
export interface PartnerDay {
  timeZone: string
  /** `HH:MM`; an order of that very second is for the next day. */
  cutOff: string
  /** ISO days of the week on which it works, 1 is Monday. */
  workdays: readonly number[]
  holidays: readonly string[]
}

/** The partner's day of value of an order that is paid at an instant; undefined where it works on no day of a year. */
export function valueDayOf(partner: PartnerDay, at: Date): string | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(partner.timeZone)
  const time = local.toPlainTime()
  const isLate = Temporal.PlainTime.compare(time, Temporal.PlainTime.from(partner.cutOff)) >= 0
  const first = local.toPlainDate().add({ days: isLate ? 1 : 0 })
  for (let later = 0; later < 366; later++) {
    const day = first.add({ days: later })
    if (partner.workdays.includes(day.dayOfWeek) && !partner.holidays.includes(day.toString()))
      return day.toString()
  }
  return undefined
}
