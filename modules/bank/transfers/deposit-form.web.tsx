import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { usePlaces } from '#modules/inventory/public.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { cheques } from '../cheques/cheques.contract.ts'
import { bankTransfers, ChequeDeposit } from './transfers.contract.ts'

const api = bindContract(bankTransfers)
const accountApi = bindContract(bankAccounts)
const chequeApi = bindContract(cheques)
const F = fieldsOf(ChequeDeposit)

/** Several cheques of one branch, brought to the bank with one slip. */
export const DepositForm = () => (
  <FormPage
    texts="bank:deposits"
    draft={ChequeDeposit}
    api={{ create: api.depositCheques }}
    back="/accounting/bank-transfers"
  >
    <Fields />
  </FormPage>
)

function Fields() {
  const { form } = useFormScope()
  const places = usePlaces()
  const accounts = useQuery(accountApi.listSelection.queryOptions()).data ?? []
  const { branchId } = form.getValues() as ChequeDeposit
  const held = useQuery(chequeApi.inHand.queryOptions({})).data ?? []
  const choices = held
    .filter((one) => one.branchId === branchId)
    .map(({ id, number, bankName, drawer, amount }) => ({
      id,
      name: `${bankName} ${number} · ${drawer} · ${groupDigits(amount)}`,
    }))
  return (
    <>
      <FieldRow>
        <F.Select name="branchId" choices={places?.branches ?? []} />
        <F.Select name="toAccountId" choices={accounts.filter(({ isLocal }) => isLocal)} />
      </FieldRow>
      <F.MultiSelect name="chequeIds" choices={choices} />
      <FieldRow>
        <F.Text name="slip" />
        <F.Date name="businessDate" />
      </FieldRow>
      <F.TextArea name="note" />
    </>
  )
}
