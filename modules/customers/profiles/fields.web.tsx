import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import type { ChoiceText } from '#kit/web/choices.web.ts'
import { dateText } from '#kit/web/format.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow } from '#kit/web/form/form-page.web.tsx'
import { languageTag } from '#kit/web/i18n.web.ts'
import type { Fetched } from '#kit/web/loaded.web.tsx'
import { type Texts, valueText } from '#kit/web/texts.web.ts'
import { catalogue } from '#modules/settings/catalogue/catalogue.contract.ts'
import { informationFields } from '#modules/settings/information-fields/information-fields.contract.ts'
import type { FieldRule } from '#modules/settings/information-fields/information-fields.domain.ts'
import { CorporateDraft, type Customer, IndividualDraft } from './profiles.contract.ts'
import { isEmpty, type Values } from './profiles.domain.ts'

const catalogueApi = bindContract(catalogue)
const ruleApi = bindContract(informationFields)
const F = { ...fieldsOf(IndividualDraft), ...fieldsOf(CorporateDraft) } as ReturnType<typeof fieldsOf>

/** What every form of the company asks. */
export const useRules = () => useQuery(ruleApi.list.queryOptions())

/** All countries to choose from, by their two letters. */
export function useCountries(): Fetched<ChoiceText[]> {
  const query = useQuery(catalogueApi.list.queryOptions())
  const data = useMemo(
    () => query.data?.map(({ countryCode, name }) => ({ value: countryCode, label: name })),
    [query.data],
  )
  return { data, error: query.error, refetch: query.refetch }
}

/** The name of a country in the language of the screen. */
export const countryName = (code: string | null | undefined): string | null =>
  code ? (new Intl.DisplayNames([languageTag()], { type: 'region' }).of(code) ?? code) : null

/** What a customer has in a field, as text; `identity` is what they identify with as a whole. */
export const formatField = (texts: Texts, row: Customer, field: string): string => {
  if (field === 'identity')
    return [valueText(texts, 'idType', row.idType), row.idNumber, countryName(row.idIssuingCountry)]
      .filter(Boolean)
      .join(' ')
  const value = (row as Record<string, unknown>)[field]
  if (typeof value !== 'string' || value === '') return ''
  if (field.startsWith('date')) return dateText(value)
  if (/^(nationality|country)/.test(field)) return countryName(value) ?? ''
  return valueText(texts, field, value)
}

type Kind = 'country' | 'date' | 'email' | 'lines' | 'number' | 'phone' | 'text' | 'url' | readonly string[]
/** Fields side by side, each with how it is filled; a list of words is one to choose from. */
type Row = Readonly<Record<string, Kind>>
/** Groups of a form in their order: what is not shown by the company's rules is left out, and groups without a field. */
export type FormPlan = Readonly<Record<string, readonly Row[]>>

interface AskedProps {
  plan: FormPlan
  rules: readonly FieldRule[]
  type: number
}

const optionOf = (rules: readonly FieldRule[], type: number, field: string) =>
  rules.find((rule) => rule.customerType === type && rule.fieldCode === field)?.option

/** The fields of a form as the company's rules want them. */
export function Asked({ plan, rules, type }: AskedProps) {
  const countries = useCountries()
  const shown = (row: Row) =>
    Object.entries(row).filter(([field]) => optionOf(rules, type, field) !== 'HIDDEN')
  return Object.entries(plan).map(([group, rows]) => {
    const all = rows.map(shown).filter(({ length }) => length > 0)
    if (all.length === 0) return null
    return (
      <FieldGroup key={group} name={group}>
        {all.map((fields) => {
          const inputs = fields.map(([name, kind]) => (
            <OneField
              key={name}
              name={name}
              kind={kind}
              countries={countries}
              // A field without a rule knows from its shape.
              required={
                optionOf(rules, type, name) === undefined
                  ? undefined
                  : optionOf(rules, type, name) === 'REQUIRED'
              }
            />
          ))
          return inputs.length > 1 ? <FieldRow key={fields[0]?.[0]}>{inputs}</FieldRow> : inputs
        })}
      </FieldGroup>
    )
  })
}

interface OneProps {
  name: string
  kind: Kind
  countries: Fetched<ChoiceText[]>
  required: boolean | undefined
}

function OneField({ kind, countries, name, required }: OneProps) {
  const field = { name, ...(required === undefined ? {} : { required }) }
  if (typeof kind !== 'string') return <F.Select {...field} choices={kind} />
  switch (kind) {
    case 'country':
      return <F.Select {...field} choices={countries} />
    case 'date':
      return <F.Date {...field} />
    case 'lines':
      return <F.TextArea {...field} />
    case 'number':
      return <F.Number {...field} />
    case 'phone':
      return <F.Phone {...field} />
    default:
      return <F.Text {...field} type={kind} />
  }
}

/** The required fields that are empty, in words. */
export const emptyOnes = (
  rules: readonly FieldRule[],
  type: number,
  values: Values,
  texts: Texts,
): Record<string, string> =>
  Object.fromEntries(
    rules
      .filter(({ customerType, option }) => customerType === type && option === 'REQUIRED')
      .filter(({ fieldCode }) => fieldCode in values && isEmpty(values[fieldCode]))
      .map(({ fieldCode }) => [fieldCode, texts('faults.required')]),
  )
