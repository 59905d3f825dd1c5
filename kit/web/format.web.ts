import { clockText } from '#kit/domain/clock.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { readNumber } from '#kit/domain/numbers.domain.ts'
import { dayIn } from '#kit/domain/periods.domain.ts'
import { hasOwnZone, zoneOf } from './calendar.web.ts'

/** An amount of a currency that has so many decimals. */
export function amountText(decimal: string, exponent: number): string {
  const [whole = '', rest = ''] = decimal.split('.')
  const decimals = rest.padEnd(exponent, '0')
  return groupDigits(decimals ? `${whole}.${decimals}` : whole)
}

/** A rate as the specification shows it, 1.2-8: `least` decimals or more, at most eight, without the zeros that say nothing. */
export function rateText(decimal: string, least = 2): string {
  const [whole = '', rest = ''] = decimal.split('.')
  return amountText(`${whole}.${rest.slice(0, 8).replace(/0+$/, '')}`, least)
}

/** A stored fraction as a percentage with two decimals, half away from zero: `0.0525` as `5.25%`. */
export function percent(fraction: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(fraction) ?? []
  if (!whole) return fraction
  const hundredths = BigInt(whole + rest.slice(0, 4).padEnd(4, '0')) + (rest.charAt(4) >= '5' ? 1n : 0n)
  const digits = String(hundredths).padStart(3, '0')
  return `${sign}${groupDigits(`${digits.slice(0, -2)}.${digits.slice(-2)}`)}%`
}

/** A percentage as the fraction that is stored, exact: `5.25` as `0.0525`. */
export function fractionOf(percentage: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(percentage) ?? []
  const digits = whole.padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}${rest}`.replace(/\.?0*$/, '')
}

/**
 * What a field of a form keeps of a number that was typed: the fraction of a percentage, else the number; what is no number stays
 * as it was typed, so that the field is marked.
 */
export function fieldNumber(typed: string, isPercent = false): string {
  const plain = readNumber(isPercent ? typed.replace(/[%％]/, '') : typed, { sign: true })
  return plain === undefined ? typed : isPercent ? fractionOf(plain) : plain
}

/** `2026-03-05` as `05/03/2026`. */
export const dateText = (date: string) => date.slice(0, 10).split('-').toReversed().join('/')

/** Whether a value is a day as it is sent, `2026-03-05`. */
export const isDay = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value)

/**
 * An instant by the calendar of the company, `05/03/2026 14:30`; of a place that has a time zone of its own by that,
 * which is then named: `05/03/2026 13:30 GMT+7`.
 */
export function dateTimeText(instant: string, place?: string | null): string {
  return Number.isNaN(Date.parse(instant))
    ? instant
    : clockText(zoneOf(place), instant, hasOwnZone(place) ? 'short' : undefined)
}

/** The day by the calendar of the company, or of a place, `2026-03-05`. */
export const today = (place?: string | null): string => dayIn(zoneOf(place), new Date())

/** `5/3/2026` as typed to `2026-03-05`; undefined when there is no such day. */
export function parseDate(text: string): string | undefined {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2})[/.\- ]?(\d{1,2})[/.\- ]?(\d{4})$/.exec(text.trim()) ?? []
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${iso}T00:00:00Z`)
  return year && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined
}

/** A long file name as its first 20 and last 10 characters. */
export const shortName = (name: string) =>
  name.length > 35 ? `${name.slice(0, 20)}…${name.slice(-10)}` : name
