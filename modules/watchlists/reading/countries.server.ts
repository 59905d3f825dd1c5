import { readCountry } from '#modules/organisation/countries/countries.domain.ts'

/** The alpha-2 code, in lower case, of a country as a list writes it; nothing where it names none, or several. */
export const countryCode = (text: string): string | undefined => readCountry(text)?.toLowerCase()

/** Whether a further fact of an entry, by its type, says a country: of a ship, a company, or of somebody's second nationality. */
export const isOfCountry = (type: string): boolean =>
  /\bflag$|^nationality of|^(?:country|jurisdiction|mainCountry|country_of_association|registration_country)$/i.test(
    type,
  )

/** The codes of those that are known, each once. */
export const countryCodes = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => countryCode(text) ?? [])),
]
