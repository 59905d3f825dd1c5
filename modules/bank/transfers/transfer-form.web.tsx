import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { usePlaces } from '#modules/inventory/public.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { bankTransfers, TransferDraft } from './transfers.contract.ts'

const api = bindContract(bankTransfers)
const accountApi = bindContract(bankAccounts)
const F = fieldsOf(TransferDraft)
type Kind = TransferDraft['kind']

/** Money between own accounts, a deposit, a withdrawal, a charge or interest. */
export const TransferForm = () => (
  <FormPage
    texts="bank:transfers"
    draft={TransferDraft}
    api={{ create: api.create }}
    back="/accounting/bank-transfers"
    initial={{ kind: 'transfer' }}
    save={(values) => api.create.call(sent(values))}
  >
    <Fields />
  </FormPage>
)

const leaves = (kind: Kind) => kind === 'transfer' || kind === 'withdrawal' || kind === 'charge'
const arrives = (kind: Kind) => kind === 'transfer' || kind === 'deposit' || kind === 'interest'
const isCash = (kind: Kind) => kind === 'deposit' || kind === 'withdrawal'

/** Without what was typed for another kind before. */
const sent = (draft: TransferDraft): TransferDraft => ({
  ...draft,
  fromAccountId: leaves(draft.kind) ? draft.fromAccountId : null,
  toAccountId: arrives(draft.kind) ? draft.toAccountId : null,
  branchId: isCash(draft.kind) ? draft.branchId : null,
  counterId: isCash(draft.kind) ? draft.counterId : null,
  rate: draft.kind === 'interest' ? draft.rate : null,
})

function Fields() {
  const { form } = useFormScope()
  const accounts = useQuery(accountApi.listSelection.queryOptions())
  const places = usePlaces()
  const { kind, branchId, toAccountId } = form.getValues() as TransferDraft
  const isForeign = accounts.data?.find(({ id }) => id === toAccountId)?.isLocal === false
  return (
    <>
      <F.Select name="kind" choices={TransferDraft.shape.kind.options} />
      <FieldRow>
        {leaves(kind) && <F.Select name="fromAccountId" choices={accounts} />}
        {arrives(kind) && <F.Select name="toAccountId" choices={accounts} />}
      </FieldRow>
      {isCash(kind) && (
        <FieldRow>
          <F.Select name="branchId" choices={places?.branches ?? []} />
          <F.Select
            name="counterId"
            choices={(places?.drawers ?? []).filter((drawer) => drawer.branchId === branchId)}
          />
        </FieldRow>
      )}
      <FieldRow>
        <F.Number name="amount" />
        {kind === 'interest' && isForeign && <F.Number name="rate" />}
        {kind !== 'deposit' && <F.Date name="businessDate" />}
      </FieldRow>
      {isCash(kind) && (
        <FieldRow>
          <F.Text name="bag" />
          <F.Text name="slip" />
        </FieldRow>
      )}
      <F.TextArea name="note" />
    </>
  )
}
