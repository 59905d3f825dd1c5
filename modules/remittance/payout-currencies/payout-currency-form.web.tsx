import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { currencies } from '#modules/organisation/public.web.tsx'
import { PayoutCurrencyDraft, payoutCurrencies } from './payout-currencies.contract.ts'

const api = bindContract(payoutCurrencies)

const F = fieldsOf(PayoutCurrencyDraft)

export function PayoutCurrencyForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="remittance:payoutCurrencies"
      draft={PayoutCurrencyDraft}
      api={api}
      id={id}
      back="/settings/payout-currencies"
    >
      <F.Select name="currency" choices={currencies()} />
      <FieldRow>
        <F.Number name="minimum" />
        <F.Number name="maximum" />
      </FieldRow>
    </FormPage>
  )
}
