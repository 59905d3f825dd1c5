import { languageTag } from '#kit/web/i18n.web.ts'
import { countryCodes } from './company.domain.ts'

const kept = new Map<string, { value: string; label: string }[]>()

/** Made once for each language: hundreds of names to look up and sort. */
function named(codes: () => readonly string[], type: 'region' | 'currency', withCode: boolean) {
  const key = `${languageTag()} ${type}`
  const known = kept.get(key)
  if (known) return known
  const names = new Intl.DisplayNames(languageTag(), { type })
  const made = codes()
    .map((value) => ({ value, label: `${withCode ? `${value} · ` : ''}${names.of(value) ?? value}` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, languageTag()))
  kept.set(key, made)
  return made
}

/** Every time zone that the browser knows. */
export const timeZones = Intl.supportedValuesOf('timeZone')

/** Every country by its name in the language of the screen. */
export const countries = () => named(countryCodes, 'region', false)

/** Every currency by code and name in the language of the screen. */
export const currencies = () => named(() => Intl.supportedValuesOf('currency'), 'currency', true)
