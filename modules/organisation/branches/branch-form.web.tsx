import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldGroup, FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { timeZones } from '../company/choices.web.ts'
import { regions } from '../regions/regions.contract.ts'
import { BranchDraft, branches } from './branches.contract.ts'

const api = bindContract(branches)
const regionApi = bindContract(regions)
const F = fieldsOf(BranchDraft)

export function BranchForm() {
  const { id } = useParams({ strict: false })
  const choices = useQuery(regionApi.listSelection.queryOptions())
  return (
    <FormPage
      texts="organisation:branches"
      draft={BranchDraft}
      api={api}
      id={id}
      back="/account-management/branch"
    >
      {(branch) => (
        <>
          <FieldGroup name="facts">
            <FieldRow>
              <F.Text name="code" />
              <F.Text name="name" />
            </FieldRow>
            <F.Select
              name="regionId"
              choices={choices}
              held={toCurrentChoice(branch?.regionId, branch?.regionName)}
            />
            <F.Select name="timeZone" choices={timeZones} />
            <F.Switch name="isOnlyView" />
            <F.Switch name="isHeadOffice" />
          </FieldGroup>
          <FieldGroup name="contact">
            <F.TextArea name="address" />
            <F.Phone name="phone" />
            <F.TextArea name="receiptHeader" />
          </FieldGroup>
        </>
      )}
    </FormPage>
  )
}
