import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { currencies } from '#modules/organisation/public.web.tsx'
import { PayoutBaseRateDraft, payoutBaseRates } from './base-rates.contract.ts'

const api = bindContract(payoutBaseRates)

const F = fieldsOf(PayoutBaseRateDraft)

export function PayoutBaseRateForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:payoutBaseRates"
      draft={PayoutBaseRateDraft}
      api={api}
      id={id}
      back="/settings/payout-base-rate"
    >
      <FieldRow>
        <F.Select name="currency" choices={currencies()} />
        <F.Number name="rate" />
        <F.Date name="validTo" />
      </FieldRow>
    </FormPage>
  )
}
