import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { ReconciliationDraft, bankReconciliations } from './reconciliations.contract.ts'

const api = bindContract(bankReconciliations)
const accountApi = bindContract(bankAccounts)
const F = fieldsOf(ReconciliationDraft)

/** The account, the last day, and the balance of the bank where its statements do not say it. */
export const ReconciliationForm = () => (
  <FormPage
    texts="bank:reconciliations"
    draft={ReconciliationDraft}
    api={{ create: api.initialize }}
    back="/accounting/bank-reconciliation"
    save={(values) => api.initialize.call(values)}
  >
    <Fields />
  </FormPage>
)

function Fields() {
  const accounts = useQuery(accountApi.listSelection.queryOptions())
  return (
    <>
      <F.Select name="accountId" choices={accounts} />
      <FieldRow>
        <F.Date name="toOn" />
        <F.Number name="closing" />
      </FieldRow>
      <F.TextArea name="note" />
    </>
  )
}
