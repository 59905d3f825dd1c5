import { createHash } from 'node:crypto'
import type { ScreenedCustomer } from '#modules/customers/public.server.ts'
import { spanOf } from '#modules/names/dates/dates.domain.ts'
import type { NameSchema } from '#modules/names/names/parse.domain.ts'
import { readCountry } from '#modules/organisation/countries/countries.domain.ts'
import type { AskedQuery } from './screenings.contract.ts'

export interface Asked {
  entityType: NameSchema
  query: AskedQuery
}

/** Who is screened; without a customer it is a search by name alone. */
export interface Subject extends Asked {
  customerId: string | null
  name: string
}

/** A customer as a screening asks for them. */
export const subjectOf = (customer: ScreenedCustomer): Subject => {
  const born = customer.dateOfBirth ? spanOf(customer.dateOfBirth) : undefined
  return {
    customerId: customer.id,
    name: customer.names[0] ?? '',
    entityType: customer.customerType === 1 ? 'person' : 'organisation',
    query: {
      names: customer.names,
      birthDates: born ? [born] : [],
      genders: customer.gender ? [customer.gender] : [],
      // A file may still hold a code that was given up: `UK` is compared as `GB`.
      countries: [...new Set(customer.countries.map((text) => (readCountry(text) ?? text).toLowerCase()))],
      documents: customer.documents,
      mode: 'fuzzy',
    },
  }
}

/** What is asked, as a hash: another name, birth, country, document or gender makes another. */
export const factsHash = ({ entityType, query }: Asked): string => hashOf([entityType, query])

export const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex')
