import { languageTag } from '#kit/web/i18n.web.ts'
import { countryCodes } from './company.domain.ts'

const named = (codes: readonly string[], type: 'region' | 'currency', withCode: boolean) => {
  const names = new Intl.DisplayNames(languageTag(), { type })
  return codes
    .map((value) => ({ value, label: `${withCode ? `${value} · ` : ''}${names.of(value) ?? value}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, languageTag()))
}

/** Every time zone that the browser knows. */
export const timeZones = Intl.supportedValuesOf('timeZone')

/** Every country by its name in the language of the screen. */
export const countries = () => named(countryCodes(), 'region', false)

/** Every currency by code and name in the language of the screen. */
export const currencies = () => named(Intl.supportedValuesOf('currency'), 'currency', true)
