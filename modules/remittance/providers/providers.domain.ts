import { type Method, methods } from '../recipients/fields.domain.ts'
import type { PartnerDay } from '../quotes/cut-off.domain.ts'

/** What a partner pays out: where, in what, how, and in which decimals; null: those of the shipped rules. */
export interface Service {
  country: string
  currency: string
  method: Method
  decimals: number | null
}

const pattern = /^([A-Za-z]{2}) ([A-Za-z]{3}) (bank|wallet|pickup|home)(?: ([0-8]))?$/

/** Services as people write them, one on a line: `PH PHP bank`, `ID IDR wallet 0`; undefined where a line is none. */
export function readServices(text: string): Service[] | undefined {
  const found = text
    .split('\n')
    .map((one) => one.trim().replaceAll(/\s+/g, ' '))
    .filter((one) => one !== '')
    .map((one) => {
      const [, country, currency, method, decimals] = pattern.exec(one) ?? []
      if (!country || !currency) return undefined
      return {
        country: country.toUpperCase(),
        currency: currency.toUpperCase(),
        method: methods.find((known) => known === method) ?? 'bank',
        decimals: decimals === undefined ? null : Number(decimals),
      }
    })
  return found.every((one) => one !== undefined) ? found : undefined
}

/** Services as they were written. */
export const servicesText = (services: readonly Service[]): string =>
  services
    .map(({ country, currency, method, decimals }) =>
      [country, currency, method, decimals ?? ''].join(' ').trim(),
    )
    .join('\n')

/** Days as people write them, apart by blanks or lines; undefined where one is no day. */
export function readDays(text: string): string[] | undefined {
  const days = text.split(/\s+/).filter((one) => one !== '')
  return days.every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)))
    ? days
    : undefined
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
  workdays: [...row.workdays].map(Number),
  holidays: row.holidays,
})
