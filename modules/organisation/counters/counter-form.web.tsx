import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { branches } from '../branches/branches.contract.ts'
import { CounterDraft, counters } from './counters.contract.ts'

const api = bindContract(counters)
const branchApi = bindContract(branches)
const F = fieldsOf(CounterDraft)

export function CounterForm() {
  const { id } = useParams({ strict: false })
  const choices = useQuery(branchApi.listSelection.queryOptions())
  return (
    <FormPage
      texts="organisation:counters"
      draft={CounterDraft}
      api={api}
      id={id}
      back="/account-management/counter"
    >
      {(counter) => (
        <>
          <FieldRow>
            <F.Text name="code" />
            <F.Text name="name" />
          </FieldRow>
          <F.Select
            name="branchId"
            choices={choices}
            held={toCurrentChoice(counter?.branchId, counter?.branchName)}
          />
        </>
      )}
    </FormPage>
  )
}
