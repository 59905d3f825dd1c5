import { languageTag } from '#kit/web/i18n.web.ts'

const regions = () => new Intl.DisplayNames([languageTag()], { type: 'region', fallback: 'code' })

/** The name of a country in the language of the screen. */
export function countryText(code: string): string {
  try {
    return regions().of(code.toUpperCase()) ?? code
  } catch {
    return code
  }
}
