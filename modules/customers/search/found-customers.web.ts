import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { corporates, type CustomerRow, individuals } from '../profiles/profiles.contract.ts'

const individualApi = bindContract(individuals)
const corporateApi = bindContract(corporates)

/** A customer as a choice: the label has the number, and the address where that was found. */
export interface FoundCustomer {
  id: string
  type: 1 | 2
  name: string
  isBlocked: boolean
  label: string
}

const entryOf =
  (type: 1 | 2, isByAddress: boolean) =>
  ({ id, name, isBlocked, idNumber, registrationNumber, address }: CustomerRow): FoundCustomer => ({
    id,
    type,
    name,
    isBlocked,
    label: [name, idNumber || registrationNumber, isByAddress && address].filter(Boolean).join(' · '),
  })

/**
 * Persons and companies who have the text in a name, number or telephone; where nobody has, those who have it in an address.
 * `isDone` once all of it is about this text.
 */
export function useCustomerSearch(text: string): { found: readonly FoundCustomer[]; isDone: boolean } {
  const ask = { enabled: text !== '', placeholderData: keepPreviousData }
  const people = useQuery({ ...individualApi.queryByText.queryOptions({ text }), ...ask })
  const firms = useQuery({ ...corporateApi.queryByText.queryOptions({ text }), ...ask })
  const isByAddress = text !== '' && people.data?.length === 0 && firms.data?.length === 0
  const near = { ...ask, enabled: isByAddress }
  const residents = useQuery({ ...individualApi.queryByAddress.queryOptions({ text }), ...near })
  const neighbours = useQuery({ ...corporateApi.queryByAddress.queryOptions({ text }), ...near })
  if (text === '') return { found: [], isDone: false }
  const [persons, companies] = isByAddress ? [residents, neighbours] : [people, firms]
  const asked = isByAddress ? [people, firms, residents, neighbours] : [people, firms]
  return {
    found: [
      ...(persons.data ?? []).map(entryOf(1, isByAddress)),
      ...(companies.data ?? []).map(entryOf(2, isByAddress)),
    ],
    isDone: asked.every(({ isSuccess, isPlaceholderData }) => isSuccess && !isPlaceholderData),
  }
}

/** Who is found by a text, as choices. */
export const useFoundCustomers = (text: string): readonly FoundCustomer[] => useCustomerSearch(text).found
