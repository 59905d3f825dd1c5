import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Whether an E.164 number is one that its country gives out. */
export const isPhone = (number: string): boolean => parsePhoneNumberFromString(number)?.isValid() === true

/** A number as people write it, at home in a country, as E.164; undefined when it is none. */
export function toPhone(text: string, country: string): string | undefined {
  const home = isSupportedCountry(country) ? (country as CountryCode) : undefined
  const parsed = parsePhoneNumberFromString(text, home)
  return parsed?.isValid() ? parsed.number : undefined
}
