import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf, toCurrentChoice } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { type Payee, PayeeDraft, payeeKinds, payees } from './payees.contract.ts'

const api = bindContract(payees)
const F = fieldsOf(PayeeDraft)

export function PayeeForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts="bank:payees"
      draft={PayeeDraft}
      api={{ getById: api.getById, create: api.create, update: api.update }}
      id={id}
      back="/accounting/payee-list"
      initial={{ kind: 'supplier' }}
      toValues={({ code, name, kind, taxNumber, phone, email, ledgerId, note }: Payee) => ({
        code,
        name,
        kind: kind as (typeof payeeKinds)[number],
        taxNumber,
        phone,
        email,
        ledgerId,
        note,
        isDuplicateConfirmed: false,
      })}
    >
      {(row: Payee | undefined) => <Fields row={row} />}
    </FormPage>
  )
}

function Fields({ row }: { row: Payee | undefined }) {
  const ledgers = useQuery(api.ledgers.queryOptions())
  return (
    <>
      <FieldRow>
        <F.Text name="code" />
        <F.Text name="name" />
      </FieldRow>
      <FieldRow>
        <F.Select name="kind" choices={payeeKinds} />
        <F.Text name="taxNumber" />
      </FieldRow>
      <FieldRow>
        <F.Phone name="phone" />
        <F.Text name="email" type="email" />
      </FieldRow>
      <F.Select name="ledgerId" choices={ledgers} held={toCurrentChoice(row?.ledgerId, row?.ledger)} />
      <F.TextArea name="note" />
      <F.Switch name="isDuplicateConfirmed" />
    </>
  )
}
