import { everyCountry } from '../countries/countries.domain.ts'

const codes = new Set(everyCountry.map(({ alpha2 }) => alpha2))

/** A two-letter code of ISO 3166 that names a country, or Kosovo's `XK`; not one that was given up, such as `BU`. */
export const isCountry = (code: string): boolean => codes.has(code)

/** Every country's code. */
export const countryCodes = (): string[] => [...codes].toSorted()

/** A three-letter code of ISO 4217. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** A name of the IANA time zone database, such as `Asia/Kuala_Lumpur`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
