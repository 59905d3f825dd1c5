import { Select, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
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
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { type ExpenseDetail, payeeExpenses } from './expenses.contract.ts'

const api = bindContract(payeeExpenses)
const branchApi = bindContract(branches)
const payeeApi = bindContract(payees)
const place = 'bank:expenses'
const home = '/accounting/payee-expense'

interface Head {
  branchId: string
  payeeId: string
  invoice: string
  businessDate: string
  dueDate: string
  isIncluded: boolean
  note: string
}
interface Line {
  ledgerId: string
  description: string
  amount: string
  taxRate: string
}
const blank: Line = { ledgerId: '', description: '', amount: '', taxRate: '' }

/** A new expense, or a draft that is changed. */
export function ExpenseForm() {
  const { id } = useParams({ strict: false })
  return id === undefined ? <Form /> : <OfExpense id={id} />
}

function OfExpense({ id }: { id: string }) {
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <Loaded query={query} height={320}>
      {(row) => <Form row={row} />}
    </Loaded>
  )
}

const headOf = (row: ExpenseDetail | undefined): Head => ({
  branchId: row?.branchId ?? '',
  payeeId: row?.payeeId ?? '',
  invoice: row?.invoice ?? '',
  businessDate: row?.businessDate ?? today(),
  dueDate: row?.dueDate ?? today(),
  isIncluded: row?.isIncluded ?? true,
  note: row?.note ?? '',
})

const shift = (text: string, by: number) =>
  text.trim() === '' || isUnreadable(text)
    ? text
    : new Exact(numberOf(text)).times(new Exact(10).pow(by)).toFixed()

const keyOf = ({ id, version }: ExpenseDetail) => ({ id, version })

function Form({ row }: { row?: ExpenseDetail }) {
  const say = useTexts(place)
  const ledgers = useQuery(payeeApi.ledgers.queryOptions())
  // A draft that was saved and could not be submitted is changed by the next try, not made once more.
  const [saved, setSaved] = useState(row)
  const save = async (head: Head, lines: readonly Line[]) => {
    const draft = {
      ...head,
      lines: lines.map(({ ledgerId, description, amount, taxRate }) => ({
        ledgerId,
        description,
        amount: numberOf(amount),
        taxRate: taxRate.trim() === '' ? '0' : shift(taxRate, -2),
      })),
    }
    const now = await (saved ? api.update.call({ ...draft, ...keyOf(saved) }) : api.create.call(draft))
    setSaved(now)
    return now
  }
  return (
    <LinesForm<Head, Line>
      texts={place}
      title={say('create')}
      about={say('about.create')}
      home={home}
      initial={headOf(row)}
      blank={blank}
      {...(row && {
        begin: row.lines.map(({ ledgerId, description, amount, taxRate }) => ({
          ledgerId,
          description,
          amount,
          taxRate: shift(taxRate, 2),
        })),
      })}
      fields={(form) => <HeadFields form={form} isFixed={saved !== undefined} />}
      columns={[
        {
          key: 'ledgerId',
          kind: 'choice',
          width: 240,
          choices: (ledgers.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        { key: 'description', kind: 'text', width: 200 },
        { key: 'amount', kind: 'number', width: 130 },
        { key: 'taxRate', kind: 'number', width: 100 },
      ]}
      isFilled={({ ledgerId }) => ledgerId !== ''}
      total={(lines) => ({
        field: 'amount',
        text: groupDigits(
          lines
            .filter(({ amount }) => amount.trim() !== '' && !isUnreadable(amount))
            .reduce((sum, { amount }) => sum.plus(numberOf(amount)), new Exact(0))
            .toFixed(),
        ),
      })}
      submits={[
        { text: 'save', call: save },
        {
          text: 'submit',
          said: 'submit',
          call: async (head, lines) => api.submit.call(keyOf(await save(head, lines))),
        },
      ]}
    />
  )
}

interface HeadFieldsProps {
  form: HeadForm<Head>
  isFixed: boolean
}

/** Of whom, where, by which paper and until when. */
function HeadFields({ form: { head, set, faultAt, texts: say }, isFixed }: HeadFieldsProps) {
  const branchChoices = useQuery(branchApi.listSelection.queryOptions()).data ?? []
  const payeeChoices = useQuery(payeeApi.listSelection.queryOptions()).data ?? []
  const select = (
    key: 'branchId' | 'payeeId',
    all: readonly { id: string; name: string }[],
    isOff: boolean,
  ) => (
    <Select
      label={say(`fields.${key}`)}
      w={220}
      searchable
      selectFirstOptionOnChange
      disabled={isOff}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={head[key] || null}
      error={faultAt(key)}
      onChange={(value) => set({ [key]: value ?? '' })}
    />
  )
  return (
    <>
      {select('payeeId', payeeChoices, false)}
      {select('branchId', branchChoices, isFixed)}
      {(['invoice', 'note'] as const).map((key) => (
        <TextInput
          key={key}
          label={say(`fields.${key}`)}
          w={180}
          maxLength={key === 'invoice' ? 60 : 500}
          value={head[key]}
          error={faultAt(key)}
          onChange={(event) => set({ [key]: event.currentTarget.value })}
        />
      ))}
      {(['businessDate', 'dueDate'] as const).map((key) => (
        <DateBox
          key={key}
          label={say(`fields.${key}`)}
          w={160}
          value={head[key]}
          error={faultAt(key)}
          onChange={(value) => set({ [key]: value })}
        />
      ))}
      <Switch
        label={say('fields.isIncluded')}
        checked={head.isIncluded}
        onChange={(event) => set({ isIncluded: event.currentTarget.checked })}
      />
    </>
  )
}
