import { headKey } from '#kit/domain/cells.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { languages, text } from '#kit/server/texts.server.ts'
import type { FieldRule, FieldType } from '#modules/settings/information-fields/information-fields.domain.ts'
import { readCountry } from '#modules/organisation/countries/countries.domain.ts'
import { currentCompany, decimalFaults, todayOf } from '#modules/organisation/public.server.ts'
import { informationRules } from '#modules/settings/public.server.ts'
import { CorporateDraft, IndividualDraft } from '../profiles/profiles.contract.ts'
import {
  isEmpty,
  applyFieldRules,
  findImpossibleValues,
  type Values,
  withMyKad,
} from '../profiles/profiles.domain.ts'
import { type Given, valuesOf } from './imports.domain.ts'
import { type Marks, marksOf } from './twins.domain.ts'
import type { Fault } from './imports.queries.ts'

/** What a row is measured by. */
export interface Measure {
  type: FieldType
  rules: readonly FieldRule[]
  today: string
  country: string
  localCurrency: string
}

export async function measureOf(db: Db, type: FieldType, now: Date): Promise<Measure> {
  const { country, localCurrency } = await currentCompany(db)
  return {
    type,
    rules: await informationRules(db),
    today: await todayOf({ db, now }),
    country,
    localCurrency,
  }
}

const draftOf = (type: FieldType) => (type === 1 ? IndividualDraft : CorporateDraft)

/** What a form of this customer type holds; the columns of an export and of a template. */
export const fieldsOf = (type: FieldType): string[] => Object.keys(draftOf(type).shape)

/** The columns that a file may have: those of the form, and whether somebody who looks like another was confirmed to be one. */
export const columnsOfFile = (type: FieldType): string[] => [...fieldsOf(type), 'isDuplicateConfirmed']

const own = ['name', 'originalName', 'isDuplicateConfirmed']
const labelOf = (language: Ctx['language'], field: string) =>
  text(language, own.includes(field) ? `messages.importFields.${field}` : `messages.fields.${field}`)

/** The field behind each column, by its name in the contract or in any language; undefined for a column nobody knows. */
export function columnsOf(type: FieldType, head: readonly string[]): (string | undefined)[] {
  const names = new Map(
    columnsOfFile(type).flatMap((field) =>
      [field, ...languages.map((language) => labelOf(language, field))].map(
        (name) => [headKey(name), field] as const,
      ),
    ),
  )
  return head.map((name) => names.get(headKey(name)))
}

const aside = new Set(
  languages.flatMap((language) =>
    ['fault', 'isBlocked', 'isMonitored', 'isActive'].map((name) =>
      headKey(text(language, `messages.importFields.${name}`)),
    ),
  ),
)
/** Whether a column is one that an export or a report adds: it says something, and is not taken in. */
export const isAside = (head: string): boolean => aside.has(headKey(head))

/** What columns are called in a language. */
export const headOf = (fields: readonly string[], language: Ctx['language']): string[] =>
  fields.map((field) => labelOf(language, field))

/** The values of a row as they would be kept, or everything that is wrong with it. */
export function checkRow(
  given: Given,
  { type, rules, today, country, localCurrency }: Measure,
): { values: Values; faults: Fault[]; marks: Marks } {
  const { values: all, faults } = valuesOf(given, { country, countryOf: readCountry })
  const { isDuplicateConfirmed, ...read } = all
  const told = withMyKad({ ...blank(type), ...read }, today, rules)
  const parsed = draftOf(type).safeParse(told)
  const found: Fault[] = [...faults]
  if (!parsed.success)
    for (const { path } of parsed.error.issues) {
      const field = String(path[0] ?? '')
      found.push({ field, code: isEmpty(told[field]) ? 'REQUIRED' : 'VALUE_UNKNOWN' })
    }
  const draft: Values = parsed.success ? parsed.data : told
  const obeyed = applyFieldRules(rules, type, draft)
  const turnover = draft['annualTurnover'] as string | null | undefined
  found.push(...obeyed.faults, ...findImpossibleValues(draft, today))
  found.push(...decimalFaults(localCurrency, { annualTurnover: turnover }))
  // One fault of a field is enough to mend it by.
  const first = new Map(found.toReversed().map((fault) => [fault.field, fault]))
  const marks = marksOf(type, obeyed.values, isDuplicateConfirmed === 'YES')
  return { values: obeyed.values, faults: [...first.values()].toReversed(), marks }
}

const blanks = new Map<FieldType, Values>()
function blank(type: FieldType): Values {
  const known = blanks.get(type)
  if (known) return known
  const parsed = draftOf(type).parse({ name: '-' }) as Values
  const made = { ...parsed, name: '' }
  blanks.set(type, made)
  return made
}
