import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useFormScope } from '#kit/web/form/form-context.web.tsx'
import { fieldsOf } from '#kit/web/form/fields.web.tsx'
import { FieldRow, FormPage } from '#kit/web/form/form-page.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { type BankAccount, BankAccountChange, BankAccountDraft, bankAccounts } from './accounts.contract.ts'

const api = bindContract(bankAccounts)
const branchApi = bindContract(branches)
const texts = 'bank:accounts'
const home = '/accounting/bank-account'
const F = fieldsOf(BankAccountDraft)

/** A new account, with what it begins with. */
export function AccountForm() {
  return (
    <FormPage texts={texts} draft={BankAccountDraft} api={{ create: api.create }} back={home}>
      <Names />
      <Books />
    </FormPage>
  )
}

/** What may be changed of an account: its currency, its books and what it began with stay. */
export function AccountChangeForm() {
  const { id } = useParams({ strict: false })
  return (
    <FormPage
      texts={texts}
      draft={BankAccountChange}
      api={{ getById: api.getById, update: api.update }}
      id={id}
      back={home}
      toValues={({ code, name, bankName, bic, number, isShared }: BankAccount) => ({
        code,
        name,
        bankName,
        bic,
        number,
        isShared,
      })}
    >
      <Names />
    </FormPage>
  )
}

const Names = () => (
  <>
    <FieldRow>
      <F.Text name="code" />
      <F.Text name="name" />
    </FieldRow>
    <FieldRow>
      <F.Text name="bankName" />
      <F.Text name="bic" />
    </FieldRow>
    <FieldRow>
      <F.Text name="number" />
      <F.Switch name="isShared" />
    </FieldRow>
  </>
)

function Books() {
  const { form } = useFormScope()
  const branchChoices = useQuery(branchApi.listSelection.queryOptions())
  const choices = useQuery(api.choices.queryOptions())
  const { currencyId } = form.getValues() as { currencyId?: string }
  const isLocal = choices.data?.currencies.find(({ id }) => id === currencyId)?.isLocal ?? true
  return (
    <>
      <FieldRow>
        <F.Select name="currencyId" choices={{ ...choices, data: choices.data?.currencies }} />
        <F.Select name="branchId" choices={branchChoices} />
      </FieldRow>
      <F.Select
        name="ledgerId"
        choices={{ ...choices, data: choices.data?.ledgers.filter((one) => one.isLocal === isLocal) }}
      />
      <FieldRow>
        <F.Number name="openingAmount" />
        {!isLocal && <F.Number name="openingValue" />}
        <F.Date name="openedOn" />
      </FieldRow>
    </>
  )
}
