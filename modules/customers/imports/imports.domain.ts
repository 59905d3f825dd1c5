import { readNumber } from '#kit/domain/numbers.domain.ts'
import { readCountryText } from '#modules/organisation/countries/countries.domain.ts'
import { dayOf } from '#modules/names/dates/dates.domain.ts'
import { type FieldFault, Refusal } from '#kit/domain/refusal.domain.ts'
import { type StateOf, workflow } from '#kit/domain/workflow.domain.ts'
import { toPhone } from '../identity/phone.domain.ts'
import { identityTypes, type Values } from '../profiles/profiles.domain.ts'

interface Judged {
  /** How many rows may come in. */
  good?: number
  /** The row that is mended has come in already. */
  isDone?: boolean
}

const permission = 'perform_customers_importing'
// A job does it.
const implied = { permission: [], implied: true } as const

/** A file of customers is checked by a job, mended by a person, and its good rows are taken in by another job. */
export const importWorkflow = workflow({
  initial: 'checking',
  states: {
    checking: {},
    checked: {},
    importing: {},
    finished: { final: true },
    failed: { final: true },
    cancelled: { final: true },
  },
  actions: {
    upload: { from: [null], to: 'checking', permission },
    check: { from: ['checking'], to: 'checked', ...implied },
    refuse: { from: ['checking'], to: 'failed', ...implied },
    mend: {
      from: ['checked'],
      permission,
      guard: ({ isDone = false }: Judged) =>
        isDone ? new Refusal('ILLEGAL_TRANSITION', {}, { kind: 'conflict' }) : undefined,
    },
    start: {
      from: ['checked'],
      to: 'importing',
      permission,
      guard: ({ good = 0 }: Judged) => (good === 0 ? 'NOTHING_GOOD' : undefined),
    },
    finish: { from: ['importing'], to: 'finished', ...implied },
    breakOff: { from: ['importing'], to: 'failed', ...implied },
    cancel: { from: ['checked'], to: 'cancelled', permission, isRefusal: true },
  },
})
export type ImportState = StateOf<typeof importWorkflow>
export const importStates = Object.keys(importWorkflow.states) as ImportState[]
/** An act by which a job moves a file. */
export type ImportMove = 'breakOff' | 'check' | 'finish' | 'refuse'

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
    if (value === undefined) faults.push({ field, code: faultOf(field, text) })
    else values[field] = value
  }
  return { values, faults }
}

/** Of a date that it is no one day; of a country whether it is one that several share, or a paper's code of none, such as that of the stateless. */
function faultOf(field: string, text: string): string {
  if (field === 'phone') return 'PHONE_INVALID'
  if (dates.includes(field)) return 'DATE_UNSURE'
  const reading = countries.includes(field) ? readCountryText(text) : undefined
  return reading && 'no' in reading && reading.no !== 'UNKNOWN' ? 'COUNTRY_NONE' : 'VALUE_UNKNOWN'
}

function readValue(field: string, text: string, { country, countryOf }: Home): string | undefined {
  if (dates.includes(field)) return dayOf(text)
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
