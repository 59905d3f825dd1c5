import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { lookOf } from '../identity/likeness.domain.ts'
import { numberKey } from '../identity/numbers.domain.ts'
import type { Values } from '../profiles/profiles.domain.ts'

/** What makes a row one customer's alone: its paper or registration; empty without one. */
export function identityOf(values: Values): string {
  const key = (field: string) => numberKey(typeof values[field] === 'string' ? values[field] : '')
  const [kind, number, country] = values['idNumber']
    ? [key('idType'), key('idNumber'), key('idIssuingCountry')]
    : ['R', key('registrationNumber'), key('countryOfIncorporation')]
  return number ? `${kind}/${number}/${country}` : ''
}

/** What is found again of a row elsewhere: what makes it one customer's alone, and what makes it look like another's. */
export interface Marks {
  identity: string
  /** Name with birth, telephone; each with what it is before it. */
  looks: string[]
  /** Somebody said that whoever looks the same is another. */
  isConfirmed: boolean
}

export function marksOf(customerType: number, values: Values, isConfirmed: boolean): Marks {
  const name = typeof values['name'] === 'string' ? values['name'] : ''
  const marks = { look: lookOf(customerType, name, values['dateOfBirth']), phone: values['phone'] }
  const looks = Object.entries(marks).flatMap(([kind, mark]) =>
    typeof mark === 'string' && mark !== '' ? [`${kind} ${mark}`] : [],
  )
  return { identity: identityOf(values), looks, isConfirmed }
}

/**
 * That a row is another's: of a customer, or of a row of the same file. The same paper or registration is certain; whoever only
 * looks the same may be confirmed to be somebody else.
 * @param customers names of customers by what is found again of them
 * @param rows numbers of rows likewise
 */
export function twinFaults(
  { identity, looks, isConfirmed }: Marks,
  values: Values,
  customers: ReadonlyMap<string, string>,
  rows: ReadonlyMap<string, number>,
): FieldFault[] {
  const field = values['idNumber'] ? 'idNumber' : 'registrationNumber'
  const [name, row] = [customers.get(identity), rows.get(identity)]
  if (identity && name !== undefined) return [{ field, code: 'DUPLICATE_CUSTOMER', data: { name } }]
  if (identity && row !== undefined) return [{ field, code: 'DUPLICATE_ROW', data: { row } }]
  if (isConfirmed) return []
  const confirm = { field: 'isDuplicateConfirmed' }
  const names = new Set(looks.flatMap((look) => customers.get(look) ?? []))
  if (names.size > 0) return [{ ...confirm, code: 'LIKELY_DUPLICATE', data: { names: [...names] } }]
  const [like] = looks.flatMap((look) => rows.get(look) ?? [])
  return like === undefined ? [] : [{ ...confirm, code: 'LIKELY_ROW', data: { row: like } }]
}
