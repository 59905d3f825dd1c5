import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { countries, currencies } from '#modules/organisation/public.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { methods } from '../recipients/fields.domain.ts'
import { type PayoutRate, PayoutRateDraft, payoutRates } from './payout-rates.contract.ts'

const api = bindContract(payoutRates)
const providerApi = bindContract(providers)
const F = fieldsOf(PayoutRateDraft)

/** What a partner pays out on a corridor, and what of it the customer is given. */
export function PayoutRateForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:payoutRates"
      draft={PayoutRateDraft}
      api={api}
      id={id}
      back="/settings/payout-rates"
    >
      {(row: PayoutRate | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: PayoutRate | undefined }) {
  const choices = useQuery(providerApi.listSelection.queryOptions())
  return (
    <>
      <F.Select name="providerId" choices={choices} held={toCurrentChoice(row?.providerId, row?.provider)} />
      <FieldRow>
        <F.Select name="country" choices={countries()} />
        <F.Select name="currency" choices={currencies()} />
        <F.Select name="method" choices={methods} />
      </FieldRow>
      <FieldRow>
        <F.Number name="costRate" />
        <F.Number name="margin" percent />
        <F.Number name="fixedRate" />
        <F.Number name="settlementRate" />
      </FieldRow>
      <FieldRow>
        <F.Number name="amountFrom" />
        <F.Number name="amountTo" />
        <F.Date name="validTo" />
      </FieldRow>
    </>
  )
}
