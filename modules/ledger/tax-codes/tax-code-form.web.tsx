import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { NameFields } from '../accounts/name-fields.web.tsx'
import { readVersions, taxSides } from './rates.domain.ts'
import { type TaxCode, TaxCodeDraft, taxCodes } from './tax-codes.contract.ts'
import { ratesText } from './tax-codes.web.tsx'

const api = bindContract(taxCodes)

/** One rate for each day on, as people write them. */
function readRates(text: string) {
  const found = readVersions(text)?.map(({ validFrom, rates }) => ({
    validFrom,
    rate: rates[0] ?? '',
    rates,
  }))
  return found && found.length > 0 && found.every(({ rates }) => rates.length === 1)
    ? found.map(({ validFrom, rate }) => ({ validFrom, rate }))
    : undefined
}

const Versions = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => readRates(text) !== undefined, 'versions')
const Form = z.strictObject({ ...TaxCodeDraft.shape, versions: Versions })
const F = fieldsOf(Form)

function save({ versions, ...rest }: z.output<typeof Form>, row: TaxCode | undefined) {
  const draft = { ...rest, versions: readRates(versions) ?? [] }
  return row ? api.update.call({ id: row.id, version: row.version, ...draft }) : api.create.call(draft)
}

/** A tax code: its side, where its tax is posted, and its rates from which day on. */
export function TaxCodeForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="ledger:taxCodes"
      draft={Form}
      api={{ getById: api.getById }}
      id={id}
      back="/accounting/tax-codes"
      initial={{ direction: 'input' }}
      toValues={(row: TaxCode) => ({
        code: row.code,
        name: row.name,
        nameZhHant: row.nameZhHant,
        nameZhHans: row.nameZhHans,
        nameVi: row.nameVi,
        direction: row.direction,
        accountId: row.accountId,
        versions: ratesText(row.versions),
      })}
      save={save}
    >
      <Fields />
    </FormPage>
  )
}

function Fields() {
  const choices = useQuery(api.choices.queryOptions())
  return (
    <>
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <NameFields />
      <FieldRow>
        <F.Select name="direction" choices={taxSides} />
        <F.Select name="accountId" choices={{ ...choices, data: choices.data?.accounts }} />
      </FieldRow>
      <F.TextArea name="versions" required />
    </>
  )
}
