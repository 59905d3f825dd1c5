import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import type { FieldRule, FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { parseMyKad } from '../identity/mykad.domain.ts'

/** A person, or a legal person; the numbers of the specification. */
export const individual = 1
export const corporate = 2

/** Of information fields those that no form asks: they are there once papers or stakeholders are. */
const evidence = ['idImage', 'boardResolution', 'ownershipChart'] as const

/** The fields of a draft that lie in the primary document of an individual. */
export const documentFields = [
  'idType',
  'idNumber',
  'idIssuingCountry',
  'idIssueDate',
  'idExpiryDate',
] as const

/** Papers by which a person identifies. */
export const identityTypes = [
  'MYKAD',
  'PASSPORT',
  'NATIONAL_ID',
  'WORK_PERMIT',
  'DRIVING_LICENCE',
  'OTHER_ID',
] as const

/** Values of a draft by the name of the field. */
export type Values = Record<string, unknown>

export const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * A draft as the company's information fields want it: what is hidden keeps what was there before.
 * @returns the values to keep, and a fault for each required field that is empty and each hidden one that was filled
 */
export function applyFieldRules(
  rules: readonly FieldRule[],
  type: FieldType,
  draft: Values,
  before: Values = {},
): { values: Values; faults: FieldFault[] } {
  const values = { ...draft }
  const faults: FieldFault[] = []
  for (const { customerType, fieldCode: field, option } of rules) {
    if (customerType !== type || (evidence as readonly string[]).includes(field)) continue
    if (option === 'REQUIRED' && isEmpty(draft[field])) faults.push({ field, code: 'REQUIRED' })
    if (option !== 'HIDDEN' || !(field in draft)) continue
    const kept = before[field] ?? blankOf(draft[field])
    if (!isEmpty(draft[field]) && draft[field] !== kept) faults.push({ field, code: 'FIELD_HIDDEN' })
    values[field] = kept
  }
  return { values, faults }
}

const dates = ['dateOfBirth', 'dateOfIncorporation', 'idIssueDate', 'idExpiryDate']
const blankOf = (value: unknown) => (value === null ? null : '')
/**
 * What cannot be true whatever the company asks: days to come, a paper that ended before it began, a MyKad that is none or
 * belongs to another person.
 * @param today `YYYY-MM-DD` where the company is
 */
export function findImpossibleValues(draft: Values, today: string): FieldFault[] {
  const text = (field: string) => (typeof draft[field] === 'string' ? draft[field] : '')
  const faults: FieldFault[] = []
  const future = { dateOfBirth: 'BORN_LATER', dateOfIncorporation: 'DATE_LATER', idIssueDate: 'DATE_LATER' }
  for (const [field, code] of Object.entries(future)) if (text(field) > today) faults.push({ field, code })
  for (const field of dates)
    if (text(field) && text(field) < '1850-01-01') faults.push({ field, code: 'DATE_TOO_EARLY' })
  if (text('idIssueDate') && text('idExpiryDate') && text('idExpiryDate') < text('idIssueDate'))
    faults.push({ field: 'idExpiryDate', code: 'ENDS_BEFORE' })
  if (text('idType') !== 'MYKAD' || !text('idNumber')) return faults
  const read = parseMyKad(text('idNumber'), today)
  if (typeof read === 'string') return [...faults, { field: 'idNumber', code: read }]
  if (text('dateOfBirth') && text('dateOfBirth') !== read.dateOfBirth)
    faults.push({ field: 'dateOfBirth', code: 'MYKAD_OTHER_BIRTH' })
  if (text('gender') && text('gender') !== read.gender)
    faults.push({ field: 'gender', code: 'MYKAD_OTHER_GENDER' })
  if (text('idIssuingCountry') && text('idIssuingCountry') !== 'MY')
    faults.push({ field: 'idIssuingCountry', code: 'MYKAD_OTHER_COUNTRY' })
  return faults
}

/**
 * The draft with what a MyKad number says where nothing else was given and the form has the field, and the number in its
 * usual form. Only citizens have one.
 */
export function withMyKad<D extends Values>(draft: D, today: string, rules: readonly FieldRule[]): D {
  if (draft['idType'] !== 'MYKAD') return draft
  const read = parseMyKad(String(draft['idNumber']), today)
  if (typeof read === 'string') return draft
  const hidden = new Set(
    rules
      .filter(({ customerType, option }) => customerType === individual && option === 'HIDDEN')
      .map(({ fieldCode }) => fieldCode),
  )
  const told: Values = { ...read, idIssuingCountry: 'MY', nationality: 'MY' }
  const filled = Object.entries(told).filter(
    ([field]) => field in draft && isEmpty(draft[field]) && !hidden.has(field),
  )
  return { ...draft, ...Object.fromEntries(filled), idNumber: read.idNumber }
}

/** Which required information a customer does not have yet, evidence included. */
export const missingFields = (
  rules: readonly FieldRule[],
  type: FieldType,
  values: Values,
  has: ReadonlySet<string>,
): string[] =>
  rules
    .filter(({ customerType, option }) => customerType === type && option === 'REQUIRED')
    .map(({ fieldCode }) => fieldCode)
    .filter((field) =>
      (evidence as readonly string[]).includes(field) ? !has.has(field) : isEmpty(values[field]),
    )

/** A number of a paper in one spelling: letters and digits of any script, in their plain forms and upper case. */
export const paperNumber = (written: string): string =>
  written
    .normalize('NFKC')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase()
