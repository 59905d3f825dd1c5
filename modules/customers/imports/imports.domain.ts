import { readNumber } from '#kit/domain/numbers.domain.ts'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { toPhone } from '../identity/phone.domain.ts'
import { identityTypes, type Values } from '../profiles/profiles.domain.ts'

/** Where a file of customers stands. */
export const importStates = ['checking', 'checked', 'importing', 'finished', 'failed', 'cancelled'] as const
export type ImportState = (typeof importStates)[number]

/** What became of one row: it may come in, it must be mended, it came in, or it was refused at the end. */
export const rowStates = ['good', 'bad', 'done', 'refused'] as const
export type RowState = (typeof rowStates)[number]

/** What a file that is not Unicode may be written in. */
export const encodings = ['windows-1252', 'gb18030', 'big5', 'windows-1258'] as const

/** A file may have so many rows. */
export const mostRows = 200_000

/** One row as it was written, by the name of the field. */
export type Given = Record<string, string>

const dates = ['dateOfBirth', 'idIssueDate', 'idExpiryDate', 'dateOfIncorporation']
const countries = ['nationality', 'countryOfBirth', 'idIssuingCountry', 'country', 'countryOfIncorporation']

/** What a spreadsheet would run rather than show. */
const isFormula = (text: string) => /^(=|@|[+-](?![\d\s(]))/.test(text)

/** `31/12/1990`, `31.12.1990` or `1990-12-31` as a date; anything else stays as it is, so that it can be said. */
function dateOf(text: string): string {
  const [, year = '', month = '', day = ''] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? []
  const [, ownDay = '', ownMonth = '', ownYear = ''] =
    /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text) ?? []
  const two = (part: string) => part.padStart(2, '0')
  if (year) return `${year}-${two(month)}-${two(day)}`
  return ownYear ? `${ownYear}-${two(ownMonth)}-${two(ownDay)}` : text
}

const genders: Record<string, string> = { m: 'M', male: 'M', f: 'F', female: 'F', x: 'X', other: 'X' }
const answers: Record<string, string> = {
  yes: 'YES',
  y: 'YES',
  true: 'YES',
  1: 'YES',
  no: 'NO',
  n: 'NO',
  false: 'NO',
  0: 'NO',
}

interface Home {
  /** Where telephone numbers without a country are at home. */
  country: string
  /** The two letters of a country by its name, code or three letters. */
  countryOf: (text: string) => string | undefined
}

/**
 * The values of a row as a draft has them: dates, countries, telephones and words in their own form.
 * @returns a fault for each value that is a formula, or that nobody can read
 */
export function valuesOf(given: Given, home: Home): { values: Values; faults: FieldFault[] } {
  const values: Values = {}
  const faults: FieldFault[] = []
  for (const [field, raw] of Object.entries(given)) {
    const text = raw.trim()
    if (text === '') continue
    if (isFormula(text) && !(field === 'phone' && text.startsWith('+'))) {
      faults.push({ field, code: 'FORMULA' })
      continue
    }
    const value = readValue(field, text, home)
    if (value === undefined)
      faults.push({ field, code: field === 'phone' ? 'PHONE_INVALID' : 'VALUE_UNKNOWN' })
    else values[field] = value
  }
  return { values, faults }
}

function readValue(field: string, text: string, { country, countryOf }: Home): string | undefined {
  if (dates.includes(field)) return dateOf(text)
  if (countries.includes(field)) return countryOf(text)
  if (field === 'phone') return toPhone(text, country)
  if (field === 'gender') return genders[text.toLowerCase()]
  if (field === 'politicallyExposed' || field === 'isDuplicateConfirmed') return answers[text.toLowerCase()]
  if (field === 'annualTurnover') return readNumber(text, { digits: 18 })
  if (field !== 'idType') return text
  const word = text.toUpperCase().replaceAll(/[\s-]+/g, '_')
  return identityTypes.find(
    (type) => type === word || type === `${word}_ID` || type === word.replace('IC', 'MYKAD'),
  )
}
