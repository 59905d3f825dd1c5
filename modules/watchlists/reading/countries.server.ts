import { iso31661 } from 'iso-3166'

/** What lists write and neither ISO 3166 nor the English names of `Intl` know. */
const further: Record<string, string> = {
  'Bahamas, The': 'bs',
  Brunei: 'bn',
  Burma: 'mm',
  'Cape Verde': 'cv',
  'China, Hong Kong Special Administrative Region': 'hk',
  'China, Macao Special Administrative Region': 'mo',
  'Congo, Republic of the': 'cg',
  'Czech Republic': 'cz',
  'East Timor': 'tl',
  Gaza: 'ps',
  'Hong Kong': 'hk',
  'Ivory Coast': 'ci',
  'Korea, North': 'kp',
  'Korea, South': 'kr',
  Kosovo: 'xk',
  Laos: 'la',
  Macau: 'mo',
  'Macedonia, The Former Yugoslav Republic of': 'mk',
  Palestinian: 'ps',
  Swaziland: 'sz',
  Taiwan: 'tw',
  Turkey: 'tr',
  UAE: 'ae',
  UK: 'gb',
  USA: 'us',
  'Vatican City': 'va',
  'West Bank': 'ps',
}

/** The words of a country, in no order and without those that say nothing: `Iran (Islamic Republic of)`. */
const keyOf = (text: string): string =>
  [
    ...new Set(
      text
        .normalize('NFKD')
        .replaceAll(/\p{M}/gu, '')
        .toLowerCase()
        .split(/[^\p{L}]+/u)
        .filter((word) => word && !['the', 'of', 'and', 'region'].includes(word)),
    ),
  ]
    .toSorted()
    .join(' ')

const english = new Intl.DisplayNames('en', { type: 'region' })
const byKey = new Map<string, string>([
  ...iso31661.map(({ alpha2 }): [string, string] => [keyOf(english.of(alpha2) ?? ''), alpha2.toLowerCase()]),
  ...iso31661.map(({ name, alpha2 }): [string, string] => [keyOf(name), alpha2.toLowerCase()]),
  ...Object.entries(further).map(([name, code]): [string, string] => [keyOf(name), code]),
])
const codes = new Map<string, string>([
  ...iso31661.map(({ alpha2 }): [string, string] => [alpha2.toLowerCase(), alpha2.toLowerCase()]),
  ...iso31661.map(({ alpha2, alpha3 }): [string, string] => [alpha3.toLowerCase(), alpha2.toLowerCase()]),
  ['xk', 'xk'],
])
const known = new Map<string, string | undefined>()

/** The alpha-2 code, in lower case, of a country as a list writes it: a code, or a name in English; nothing if unknown. */
export function countryCode(text: string): string | undefined {
  if (!known.has(text)) {
    if (known.size > 10_000) known.clear()
    known.set(text, codes.get(text.trim().toLowerCase()) ?? byKey.get(keyOf(text)))
  }
  return known.get(text)
}

/** The codes of those that are known, each once. */
export const countryCodes = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => countryCode(text) ?? [])),
]
