import type { Calendar } from '#kit/domain/periods.domain.ts'
import { createStore } from './store.web.ts'

/** By which time zones this browser tells days and times: those of the company and its places, as the session says. */
export const calendar = createStore<Calendar | undefined>(undefined)

/** The time zone of a place, or of the company; this browser's as long as nobody is signed in. */
export const zoneOf = (place?: string | null): string =>
  calendar.get()?.places[place ?? ''] ?? calendar.get()?.timeZone ?? browserZone

/** Whether a place goes by another zone than the company, so that its times name theirs. */
export const hasOwnZone = (place: string | null | undefined): boolean =>
  calendar.get()?.places[place ?? ''] !== undefined

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
