import { type Cell, cellFault, cellText, headKey, isErrorText } from '#kit/domain/cells.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { spansOf } from '#modules/names/dates/dates.domain.ts'
import { schemaOf } from '#modules/names/matching/query.domain.ts'
import { readCountry } from '#modules/organisation/countries/countries.domain.ts'
import type { NameSchema } from '#modules/names/names/parse.domain.ts'

// A job does it.
const implied = { permission: [], implied: true } as const
const permission = 'perform_screening'
const open = ['waiting', 'running'] as const

/** A file of names is screened by a job, from its beginning where a run broke off, until it is finished or somebody cancels it. */
export const bulkWorkflow = workflow({
  initial: 'waiting',
  states: {
    waiting: {},
    running: {},
    finished: { final: true },
    failed: { final: true },
    cancelled: { final: true },
  },
  actions: {
    upload: { from: [null], to: 'waiting', permission },
    begin: { from: open, to: 'running', ...implied },
    goOn: { from: open, ...implied },
    finish: { from: open, to: 'finished', ...implied },
    fail: { from: open, to: 'failed', ...implied },
    cancel: { from: open, to: 'cancelled', permission, isRefusal: true },
  },
})

/** The most rows of a file. */
export const mostRows = 1_000_000

/** The columns that are read, each by the words that a file may call it; every other one is passed on. */
export const bulkColumns = {
  name: ['name', 'fullname'],
  entityType: ['entitytype', 'type', 'schema'],
  dateOfBirth: ['dateofbirth', 'dob', 'birthdate'],
  country: ['country', 'nationality'],
  gender: ['gender', 'sex'],
  documentNumber: ['documentnumber', 'idnumber', 'passport', 'id'],
} as const
export type BulkColumn = keyof typeof bulkColumns
const codes = Object.keys(bulkColumns) as BulkColumn[]

/** Where each column that is read stands in a file, by its first row; `labels` are further words for them. */
export function columnsOf(
  heads: readonly string[],
  labels: Partial<Record<BulkColumn, readonly string[]>> = {},
): Partial<Record<BulkColumn, number>> {
  const written = heads.map(headKey)
  return Object.fromEntries(
    codes.flatMap((code) => {
      const words = [...bulkColumns[code], ...(labels[code] ?? []).map(headKey)]
      const at = written.findIndex((head) => words.includes(head))
      return at < 0 ? [] : [[code, at]]
    }),
  )
}

/** What a row asks; `fault` is the code of what is wrong with it. */
export function askedOf(cells: readonly Cell[], columns: Partial<Record<BulkColumn, number>>) {
  const cell = (code: BulkColumn) => {
    const at = columns[code]
    return at === undefined ? '' : cellText(cells[at]).trim()
  }
  const entityType: NameSchema = schemaOf(cell('entityType'))
  const born = spansOf(cell('dateOfBirth'))
  const country = readCountry(cell('country'))
  const { gender, documentNumber } = {
    gender: cell('gender').charAt(0).toUpperCase(),
    documentNumber: cell('documentNumber'),
  }
  const query = {
    names: [cell('name')],
    birthDates: [...born],
    genders: gender ? [gender] : [],
    countries: country ? [country.toLowerCase()] : [],
    documents: documentNumber ? [documentNumber] : [],
    mode: 'fuzzy' as const,
  }
  const broken = Object.values(columns).flatMap((at) => cellFault(cells[at]) ?? [])[0]
  const isError = broken === undefined && isErrorText(cell('name'))
  const unread = [
    isError && 'CELL_ERROR',
    cell('dateOfBirth') && born.length === 0 && 'NO_SUCH_DAY',
    cell('country') && !country && 'COUNTRY_UNKNOWN',
  ].find(Boolean)
  const fault = broken?.code ?? (unread || '')
  return { subject: { customerId: null, name: cell('name'), entityType, query }, fault }
}
