import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FormPage } from '#kit/web/form/form-page.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { type LowLimit, LowLimitDraft, lowLimits } from './low-limits.contract.ts'

const api = bindContract(lowLimits)
const providerApi = bindContract(providers)
const F = fieldsOf(LowLimitDraft)

export function LowLimitForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:lowLimits"
      draft={LowLimitDraft}
      api={api}
      id={id}
      back="/settings/provider-balance-settings"
    >
      {(row: LowLimit | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: LowLimit | undefined }) {
  const choices = useQuery(providerApi.listSelection.queryOptions())
  return (
    <>
      <F.Select name="providerId" choices={choices} held={toCurrentChoice(row?.providerId, row?.provider)} />
      <F.Number name="amount" />
    </>
  )
}
