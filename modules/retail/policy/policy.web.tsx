import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { type UploadedFile, UploadField } from '#kit/web/form/upload-field.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { approvalRule, type Policy, PolicyDraft, retailPolicy } from './policy.contract.ts'
import { taxRoundings } from './policy.domain.ts'

const api = bindContract(retailPolicy)
const texts = 'retail:policy'
const F = fieldsOf(PolicyDraft)
const get = { queryOptions: () => api.get.queryOptions() }

/** Whether goods may be sold at all, by which approval, and how their tax is rounded. */
export function RetailPolicy() {
  const say = useTexts(texts)
  const [files, setFiles] = useState<UploadedFile[]>([])

  async function save(draft: PolicyDraft, row: Policy | undefined) {
    const file = files.find(({ isPending }) => isPending)?.file
    const version = file ? (await api.uploadDocument.call({ file })).version : (row?.version ?? 0)
    return api.update.call({ version, ...draft })
  }

  return (
    <FormPage
      texts={texts}
      draft={PolicyDraft}
      api={{ getById: get }}
      guard={api.update}
      id=""
      back="/pos-retail/sales"
      toValues={({ isOn, reference, approvedOn, taxBy, mixesDeals }: Policy) => ({
        isOn,
        reference,
        approvedOn,
        taxBy,
        mixesDeals,
      })}
      save={save}
    >
      {(row: Policy | undefined) => (
        <>
          <FieldGroup name="approval">
            <F.Switch name="isOn" />
            <F.Switch name="mixesDeals" />
            <FieldRow>
              <F.Text name="reference" />
              <F.Date name="approvedOn" />
            </FieldRow>
            <UploadField
              label={say(row?.hasDocument ? 'documentKept' : 'document')}
              files={files}
              onChange={setFiles}
              accept={approvalRule.types.join(',')}
            />
          </FieldGroup>
          <FieldGroup name="tax">
            <F.Select name="taxBy" choices={taxRoundings} />
          </FieldGroup>
        </>
      )}
    </FormPage>
  )
}
