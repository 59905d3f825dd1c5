import { useParams } from '@tanstack/react-router'
import * as z from 'zod'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { countries, currencies } from '#modules/organisation/public.web.tsx'
import { methods } from '../recipients/fields.domain.ts'
import { fieldsText, readFields } from './field-lines.domain.ts'
import { type RecipientRule, RecipientRuleDraft, recipientRules } from './recipient-rules.contract.ts'

const api = bindContract(recipientRules)
const Fields = z
  .string()
  .trim()
  .min(1)
  .max(4000)
  .refine((text) => readFields(text) !== undefined, 'fields')
const Form = z.strictObject({ ...RecipientRuleDraft.shape, fields: Fields })
const F = fieldsOf(Form)

/** What the lines do not show, such as the check of a number, stays with the field. */
function save({ fields, ...rest }: z.output<typeof Form>, row: RecipientRule | undefined) {
  const before = new Map((row?.fields ?? []).map((one) => [one.key, one]))
  const draft = {
    ...rest,
    fields: (readFields(fields) ?? []).map((one) => ({ ...before.get(one.key), ...one })),
  } as RecipientRuleDraft
  return row ? api.update.call({ id: row.id, version: row.version, ...draft }) : api.create.call(draft)
}

/** What a country asks for of a recipient by a method. */
export function RecipientRuleForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:recipientRules"
      draft={Form}
      api={{ getById: api.getById }}
      guard={id === undefined ? api.create : api.update}
      id={id}
      back="/settings/recipient-setting"
      initial={{ method: 'bank', decimals: 2, nameLength: 35 }}
      toValues={(row: RecipientRule) =>
        ({ ...row, fields: fieldsText(row.fields as Parameters<typeof fieldsText>[0]) }) as never
      }
      save={save}
    >
      <FieldRow>
        <F.Select name="country" choices={countries()} />
        <F.Select name="currency" choices={currencies()} />
        <F.Select name="method" choices={methods} />
      </FieldRow>
      <FieldRow>
        <F.Number name="decimals" integer />
        <F.Number name="nameLength" integer />
      </FieldRow>
      <FieldRow>
        <F.Number name="minimum" />
        <F.Number name="maximum" />
      </FieldRow>
      <F.Switch name="personsOnly" />
      <F.TextArea name="fields" />
    </FormPage>
  )
}
