import type { Method } from '../recipients/fields.domain.ts'
import type { PartnerDay } from './cut-off.domain.ts'

/** What a partner pays out: where, in what, how, and in which decimals; null: those of the shipped rules. */
export interface Service {
  country: string
  currency: string
  method: Method
  decimals: number | null
}

/** The partner's clock and calendar. */
export const partnerDay = (row: {
  timeZone: string
  cutOff: string
  workdays: string
  holidays: readonly string[]
}): PartnerDay => ({
  timeZone: row.timeZone,
  cutOff: row.cutOff,
  workdays: Array.from(row.workdays, Number),
  holidays: row.holidays,
})
