import { languageTag } from '#kit/web/i18n.web.ts'

/** The name of a country in the language of the screen. */
export const countryName = (code: string): string =>
  new Intl.DisplayNames([languageTag()], { type: 'region' }).of(code) ?? code
