const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

// Codes that ICU names although no country has them.
const notCountries = new Set([
  'AC',
  'CP',
  'CQ',
  'DG',
  'EA',
  'EU',
  'EZ',
  'IC',
  'QO',
  'TA',
  'UN',
  'XA',
  'XB',
  'ZZ',
])

/** A two-letter code of ISO 3166 that names a country, or Kosovo's `XK`. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && !notCountries.has(code) && regionNames.of(code) !== undefined

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** Every country's code. */
export const countryCodes = (): string[] =>
  letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountry)

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
