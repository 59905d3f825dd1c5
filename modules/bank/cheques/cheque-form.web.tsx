import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { dateText } from '#kit/web/format.web.ts'
import { ChequeDraft, cheques } from './cheques.contract.ts'

const api = bindContract(cheques)
const F = fieldsOf(ChequeDraft)

/** A cheque that was received for a deal. */
export const ChequeForm = () => (
  <FormPage texts="bank:cheques" draft={ChequeDraft} api={{ create: api.create }} back="/accounting/cheques">
    <Fields />
  </FormPage>
)

function Fields() {
  const { data = [] } = useQuery(api.awaited.queryOptions({}))
  const choices = data.map(({ id, ...one }) => ({
    id,
    name: [one.number, one.customer, groupDigits(one.amount), dateText(one.on), one.reference]
      .filter(Boolean)
      .join(' · '),
  }))
  return (
    <>
      <F.Select name="paymentId" choices={choices} />
      <FieldRow>
        <F.Text name="number" />
        <F.Text name="bankName" />
      </FieldRow>
      <FieldRow>
        <F.Text name="drawer" />
        <F.Date name="datedOn" />
      </FieldRow>
      <F.TextArea name="note" />
    </>
  )
}
