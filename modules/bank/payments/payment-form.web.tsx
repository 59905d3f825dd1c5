import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { isUnreadable } from '#kit/domain/numbers.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { today } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { TypedNumber } from '#kit/web/typed-number.web.tsx'
import { usePlaces } from '#modules/inventory/public.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { payeeExpenses } from '../expenses/expenses.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { payeePayments } from './payments.contract.ts'

const api = bindContract(payeePayments)
const accountApi = bindContract(bankAccounts)
const expenseApi = bindContract(payeeExpenses)
const payeeApi = bindContract(payees)
const place = 'bank:payments'
const home = '/accounting/payee-payment'
/** Petty cash of the vault, where no account and no drawer is chosen. */
const vault = 'vault'

interface Head {
  branchId: string
  payeeId: string
  /** A bank account, a drawer, or the vault. */
  source: string
  businessDate: string
  accountAmount: string
  reference: string
}
interface Line {
  expenseId: string
  amount: string
}
const blank: Line = { expenseId: '', amount: '' }

type Accounts = Awaited<ReturnType<typeof accountApi.listSelection.call>>

/** A payment of `?payee=` and `?branch=` with all that is owed, or an empty one. */
export function PaymentForm() {
  const { payee = '', branch = '' } = useSearch({ strict: false }) as { payee?: string; branch?: string }
  const accounts = useQuery(accountApi.listSelection.queryOptions())
  const places = usePlaces()
  return (
    <Loaded query={accounts} height={320}>
      {(all) =>
        places && (
          <OfPayee payeeId={payee} branchId={branch || (places.branches[0]?.id ?? '')} accounts={all} />
        )
      }
    </Loaded>
  )
}

interface OfPayeeProps {
  payeeId: string
  branchId: string
  accounts: Accounts
}

function OfPayee(props: OfPayeeProps) {
  const { payeeId } = props
  const query = useQuery({ ...expenseApi.listOpen.queryOptions({ payeeId }), enabled: payeeId !== '' })
  if (payeeId === '') return <Form {...props} begin={[blank]} />
  return (
    <Loaded query={query} height={320}>
      {(open) => (
        <Form
          {...props}
          begin={open.map(({ id, open: amount }) => ({ expenseId: id, amount: groupDigits(amount) }))}
        />
      )}
    </Loaded>
  )
}

function Form({ payeeId, branchId, accounts, begin }: OfPayeeProps & { begin: readonly Line[] }) {
  const say = useTexts(place)
  const [first] = accounts
  // What is offered follows the payee that is chosen meanwhile.
  const [chosen, setChosen] = useState(payeeId)
  const choices = useOpen(chosen)
  const sent = (head: Head, lines: readonly Line[]) => {
    const account = accounts.find(({ id }) => id === head.source)
    return {
      branchId: head.branchId,
      payeeId: head.payeeId,
      accountId: account?.id ?? null,
      counterId: account || head.source === vault ? null : head.source,
      businessDate: account ? head.businessDate || null : null,
      accountAmount: account && !account.isLocal && head.accountAmount ? numberOf(head.accountAmount) : null,
      reference: head.reference,
      lines: lines.map(({ expenseId, amount }) => ({ expenseId, amount: numberOf(amount) })),
    }
  }
  return (
    <LinesForm<Head, Line>
      texts={place}
      title={say('create')}
      about={say('about.create')}
      home={home}
      initial={{
        branchId,
        payeeId,
        source: first?.id ?? vault,
        businessDate: today(),
        accountAmount: '',
        reference: '',
      }}
      blank={blank}
      begin={begin.length > 0 ? begin : [blank]}
      fields={(form) => <HeadFields form={form} accounts={accounts} onPayee={setChosen} />}
      columns={[
        { key: 'expenseId', kind: 'choice', width: 320, choices },
        { key: 'amount', kind: 'number', width: 150 },
      ]}
      isFilled={({ expenseId }) => expenseId !== ''}
      total={(lines) => ({
        field: 'amount',
        text: groupDigits(
          lines
            .filter(({ amount }) => amount.trim() !== '' && !isUnreadable(amount))
            .reduce((sum, { amount }) => sum.plus(numberOf(amount)), new Exact(0))
            .toFixed(),
        ),
      })}
      submits={[{ text: 'create', call: (head, lines) => api.create.call(sent(head, lines)) }]}
    />
  )
}

/** What is owed to a payee, to choose from. */
function useOpen(payeeId: string) {
  const { data } = useQuery({ ...expenseApi.listOpen.queryOptions({ payeeId }), enabled: payeeId !== '' })
  return (data ?? []).map(({ id, number, invoice, open }) => ({
    value: id,
    label: [number, invoice, groupDigits(open)].filter(Boolean).join(' · '),
  }))
}

interface HeadFieldsProps {
  form: HeadForm<Head>
  accounts: Accounts
  onPayee: (id: string) => void
}

/** To whom, from where and when. */
function HeadFields({ form: { head, set, faultAt, texts: say }, accounts, onPayee }: HeadFieldsProps) {
  const payeeChoices = useQuery(payeeApi.listSelection.queryOptions()).data ?? []
  const places = usePlaces()
  const drawers = (places?.drawers ?? []).filter(({ branchId }) => branchId === head.branchId)
  const account = accounts.find(({ id }) => id === head.source)
  const select = (
    key: 'branchId' | 'payeeId' | 'source',
    field: string,
    all: readonly { id: string; name: string }[],
  ) => (
    <Select
      label={say(`fields.${field}`)}
      w={230}
      searchable
      selectFirstOptionOnChange
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={head[key] || null}
      error={faultAt(field) ?? (key === 'source' ? faultAt('counterId') : undefined)}
      onChange={(value) => {
        set({ [key]: value ?? '' })
        if (key === 'payeeId') onPayee(value ?? '')
      }}
    />
  )
  return (
    <>
      {select('payeeId', 'payeeId', payeeChoices)}
      {select('branchId', 'branchId', places?.branches ?? [])}
      {select('source', 'accountId', [...accounts, { id: vault, name: say('vault') }, ...drawers])}
      {account && (
        <DateBox
          label={say('fields.businessDate')}
          w={160}
          value={head.businessDate}
          error={faultAt('businessDate')}
          onChange={(value) => set({ businessDate: value })}
        />
      )}
      {account && !account.isLocal && (
        <TypedNumber
          label={`${say('fields.accountAmount')} ${account.currency}`}
          w={180}
          rule={{}}
          value={head.accountAmount}
          error={faultAt('accountAmount')}
          onChange={(accountAmount) => set({ accountAmount })}
        />
      )}
      <TextInput
        label={say('fields.reference')}
        w={180}
        maxLength={100}
        value={head.reference}
        error={faultAt('reference')}
        onChange={(event) => set({ reference: event.currentTarget.value })}
      />
    </>
  )
}
