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

/** Persons and companies who have the text in a name, number or telephone; where nobody has, those who have it in an address. */
export function useFoundCustomers(text: string): readonly FoundCustomer[] {
  const ask = { enabled: text !== '', placeholderData: keepPreviousData }
  const people = useQuery({ ...individualApi.queryByText.queryOptions({ text }), ...ask }).data
  const firms = useQuery({ ...corporateApi.queryByText.queryOptions({ text }), ...ask }).data
  const isByAddress = text !== '' && people?.length === 0 && firms?.length === 0
  const near = { ...ask, enabled: isByAddress }
  const residents = useQuery({ ...individualApi.queryByAddress.queryOptions({ text }), ...near }).data
  const neighbours = useQuery({ ...corporateApi.queryByAddress.queryOptions({ text }), ...near }).data
  if (text === '') return []
  const [persons, companies] = isByAddress ? [residents, neighbours] : [people, firms]
  return [...(persons ?? []).map(entryOf(1, isByAddress)), ...(companies ?? []).map(entryOf(2, isByAddress))]
}
