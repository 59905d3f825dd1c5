import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { readVersions } from '#modules/ledger/tax-codes/rates.domain.ts'
import { versionsText } from '#modules/ledger/public.web.tsx'
import { type Tax, TaxDraft, taxes } from './taxes.contract.ts'
import { taxKinds } from './taxes.domain.ts'

const api = bindContract(taxes)
const Versions = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => readVersions(text) !== undefined, 'versions')
const Form = z.strictObject({ ...TaxDraft.shape, versions: Versions.default('') })
const F = fieldsOf(Form)

function save({ versions, ...rest }: z.output<typeof Form>, row: Tax | undefined) {
  const draft = { ...rest, versions: readVersions(versions) ?? [] }
  return row ? api.update.call({ id: row.id, version: row.version, ...draft }) : api.create.call(draft)
}

/** A tax: what it is, and its rates from which day on. */
export function TaxForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="retail:taxes"
      draft={Form}
      api={{ getById: api.getById }}
      id={id}
      back="/pos-retail/taxes"
      initial={{ kind: 'standard', isIncluded: true }}
      toValues={(row: Tax) => ({ ...(row as object), versions: versionsText(row.versions) })}
      save={save}
    >
      <Fields />
    </FormPage>
  )
}

function Fields() {
  const { kind } = useFormScope().form.getValues()
  return (
    <>
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <F.Select name="kind" choices={taxKinds} />
      {kind === 'standard' && <F.TextArea name="versions" required />}
      <F.Switch name="isIncluded" />
      <F.Switch name="isDefault" />
    </>
  )
}
