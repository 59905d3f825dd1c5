const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** A two-letter code of ISO 3166 that names a country. */
export const isCountry = (code: string): boolean =>
  /^[A-Z]{2}$/.test(code) && regionNames.of(code) !== undefined

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
