import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'

const path = '/poscatalogue/country'
const CountryCode = z.string().regex(/^[A-Z]{2}$/)

export const catalogue = {
  list: read({
    path: `${path}/list`,
    permission: 'signedIn',
    output: z.array(
      z.strictObject({
        /** The numeric code of ISO 3166-1; Kosovo, which has none, has 383, its calling code. */
        id: z.int(),
        name: z.string(),
        countryCode: z.string(),
        isoAlpha3: z.string().nullable(),
        /** Without the plus sign; 0 for a country that has none. */
        phoneCode: z.int(),
        currencyCode: z.string().nullable(),
      }),
    ),
  }),
  states: read({
    path: `${path}/getStatesByCountry`,
    permission: 'signedIn',
    input: z.strictObject({ countryCode: CountryCode }),
    output: z.array(z.strictObject({ code: z.string(), name: z.string() })),
  }),
  cities: read({
    path: `${path}/getCitiesByState`,
    permission: 'signedIn',
    input: z.strictObject({ countryCode: CountryCode, stateCode: z.string().max(20) }),
    output: z.array(z.string()),
  }),
  timeZones: read({
    path: `${path}/getTimezones`,
    permission: 'signedIn',
    output: z.array(z.strictObject({ name: z.string(), offset: z.string() })),
  }),
}
