import { readCountry } from '#modules/organisation/countries/countries.domain.ts'

/** The alpha-2 code, in lower case, of a country as a list writes it; nothing where it names none, or several. */
export const countryCode = (text: string): string | undefined => readCountry(text)?.toLowerCase()

/** The codes of those that are known, each once. */
export const countryCodes = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => countryCode(text) ?? [])),
]
