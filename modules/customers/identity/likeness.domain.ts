import { isSameName, nameKey } from './names.domain.ts'

/** The surest first. */
export const duplicateReasons = ['DOCUMENT', 'REGISTRATION', 'NUMBER', 'NAME_BIRTH', 'NAME', 'PHONE'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** What makes one customer look like another. */
export interface Look {
  name: string
  dateOfBirth: string | null
  phone: string
  registrationKey: string
  countryOfIncorporation: string
  papers: readonly { idType: string; numberKey: string; idIssuingCountry: string }[]
}

/**
 * What customers who may be one have in common, as one text to be looked up: the words of the name in any order and, of a
 * person, the day of birth. Empty where a name alone says nothing.
 */
export function lookOf(customerType: number, name: string, dateOfBirth: unknown): string {
  const words = nameKey(name)
  if (customerType !== 1 || words === '') return words
  return typeof dateOfBirth === 'string' && dateOfBirth !== '' ? `${words} ${dateOfBirth}` : ''
}

/** Why two customers may be one, the surest first. The same paper, or the same registration, is certain. */
export function reasonsOf(one: Look, other: Look): DuplicateReason[] {
  const pairs = one.papers.flatMap((a) => other.papers.map((b) => [a, b] as const))
  const sameNumber = pairs.filter(([a, b]) => a.numberKey !== '' && a.numberKey === b.numberKey)
  const samePaper = sameNumber.some(
    ([a, b]) => a.idType === b.idType && a.idIssuingCountry === b.idIssuingCountry,
  )
  const isSameRegistration =
    one.registrationKey !== '' &&
    one.registrationKey === other.registrationKey &&
    one.countryOfIncorporation === other.countryOfIncorporation
  const named = nameKey(one.name) !== '' && isSameName(one.name, other.name)
  const found: Record<DuplicateReason, boolean> = {
    DOCUMENT: samePaper,
    NUMBER: sameNumber.length > 0 && !samePaper,
    REGISTRATION: isSameRegistration,
    NAME_BIRTH: named && one.dateOfBirth !== null && one.dateOfBirth === other.dateOfBirth,
    NAME: named && one.dateOfBirth === null && other.dateOfBirth === null,
    PHONE: one.phone !== '' && one.phone === other.phone,
  }
  return duplicateReasons.filter((reason) => found[reason])
}

/** Reasons that nobody can wave away. */
export const isCertain = (reason: DuplicateReason): boolean =>
  reason === 'DOCUMENT' || reason === 'REGISTRATION'
