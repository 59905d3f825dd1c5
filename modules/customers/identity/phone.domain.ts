import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { readPhone } from '#kit/domain/phone.domain.ts'

/** Whether an E.164 number is one that its country gives out. */
export const isPhone = (number: string): boolean => parsePhoneNumberFromString(number)?.isValid() === true

/** A number as people write it, at home in a country, as E.164; undefined when it is none. */
export function toPhone(text: string, country: string): string | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined
  return readPhone(text, (digits) => parsePhoneNumberFromString(digits, home))
}
