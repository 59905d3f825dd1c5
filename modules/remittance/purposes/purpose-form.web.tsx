import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { countries } from '#modules/organisation/public.web.tsx'
import { purposes } from './purposes.domain.ts'
import { providers } from '../providers/providers.contract.ts'
import { type PurposeCode, PurposeCodeDraft, purposeCodes } from './purposes.contract.ts'

const api = bindContract(purposeCodes)
const providerApi = bindContract(providers)
const F = fieldsOf(PurposeCodeDraft)

export function PurposeCodeForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:purposes"
      draft={PurposeCodeDraft}
      api={api}
      id={id}
      back="/settings/payout-partners"
    >
      {(row: PurposeCode | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: PurposeCode | undefined }) {
  const choices = useQuery(providerApi.listSelection.queryOptions())
  return (
    <>
      <F.Select name="providerId" choices={choices} held={toCurrentChoice(row?.providerId, row?.provider)} />
      <FieldRow>
        <F.Select name="country" choices={countries()} />
        <F.Select name="purpose" choices={purposes} />
        <F.Text name="code" />
      </FieldRow>
    </>
  )
}
