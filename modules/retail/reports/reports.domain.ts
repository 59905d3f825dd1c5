import { timeText } from '#kit/domain/clock.domain.ts'

/** The hour of an instant on the clock of a place: `09:00`. */
export const hourIn = (timeZone: string, at: string): string => `${timeText(timeZone, at).slice(0, 2)}:00`
