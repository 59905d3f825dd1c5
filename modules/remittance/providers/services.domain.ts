import { isMethod } from '../recipients/fields.domain.ts'
import type { Service } from './providers.domain.ts'

const line = /^([A-Z]{2})\s+([A-Z]{3})\s+([a-z]+)(?:\s+([0-8]))?$/i

/** What a partner pays out as people write it, one on a line: `ID IDR wallet 0`. Undefined where a line says nothing. */
export function readServices(text: string): Service[] | undefined {
  const lines = text.split('\n').map((one) => one.trim())
  const found = lines.filter(Boolean).map((one): Service | undefined => {
    const [, country = '', currency = '', word = '', decimals] = line.exec(one) ?? []
    const method = word.toLowerCase()
    if (!isMethod(method)) return undefined
    return {
      country: country.toUpperCase(),
      currency: currency.toUpperCase(),
      method,
      decimals: decimals === undefined ? null : Number(decimals),
    }
  })
  return found.every((one) => one !== undefined) && found.length > 0 ? found : undefined
}

/** The same the other way round. */
export const servicesText = (services: readonly Service[]): string =>
  services
    .map(({ country, currency, method, decimals }) =>
      [country, currency, method, decimals].filter((part) => part !== null).join(' '),
    )
    .join('\n')
