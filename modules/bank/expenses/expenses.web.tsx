import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { percent } from '#kit/web/format.web.ts'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Attachments } from '#modules/documents/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { type Expense, type ExpenseDetail, payeeExpenses } from './expenses.contract.ts'
import { expenseStates, expenseWorkflow } from './expenses.domain.ts'

const api = bindContract(payeeExpenses)
const branchApi = bindContract(branches)
const payeeApi = bindContract(payees)
const texts = 'bank:expenses'
const home = '/accounting/payee-expense'
type Line = ExpenseDetail['lines'][number]

export const { List, Detail } = documentPages<Expense, ExpenseDetail, typeof expenseWorkflow, Line>({
  texts,
  home,
  api,
  workflow: expenseWorkflow,
  tones: { draft: 'neutral', submitted: 'waiting', posted: 'done', cancelled: 'ended', reversed: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'payeeId', width: 190, cell: (_, { payee }) => payee },
    { key: 'invoice', width: 130 },
    { key: 'dueDate', kind: 'date', width: 120 },
    { key: 'total', kind: 'number', width: 130 },
    { key: 'open', kind: 'number', width: 130 },
    { key: 'payment', kind: 'value', width: 130 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'branchId', width: 160, cell: (_, { branch }) => branch },
  ],
  facts: [
    { key: 'payee' },
    { key: 'branch' },
    { key: 'invoice' },
    { key: 'businessDate', kind: 'date' },
    { key: 'dueDate', kind: 'date' },
    { key: 'isIncluded', kind: 'yesNo' },
    { key: 'net', kind: 'number' },
    { key: 'tax', kind: 'number' },
    { key: 'total', kind: 'number' },
    { key: 'paid', kind: 'number' },
    { key: 'open', kind: 'number' },
    { key: 'payment', kind: 'value' },
    { key: 'note' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: expenseStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
    payeeId: useQuery(payeeApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [
    { text: 'ageing', entry: 'list', to: `${home}/ageing` },
    { text: 'create', entry: 'create', to: `${home}/create` },
  ],
  beside: (row) => <Beside row={row} />,
  below: (row) => <Attachments api={api} row={row} />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: (_, index) => String(index),
    columns: [
      { key: 'ledger', isHead: true, cell: ({ ledger }) => ledger },
      { key: 'description', cell: ({ description }) => description },
      { key: 'amount', isNumber: true, cell: ({ amount }) => groupDigits(amount) },
      { key: 'taxRate', isNumber: true, cell: ({ taxRate }) => percent(taxRate) },
      { key: 'net', isNumber: true, cell: ({ net }) => groupDigits(net) },
      { key: 'tax', isNumber: true, cell: ({ tax }) => groupDigits(tax) },
    ],
  },
})

/** Printed as it stands; a draft is changed, and what is owed is paid. */
function Beside({ row }: { row: ExpenseDetail }) {
  const say = useTexts(texts)
  return (
    <>
      <PrintButton>{say('print')}</PrintButton>
      {row.can.includes('submit') && (
        <Button component={Link} variant="default" to={`${home}/update/${row.id}`}>
          {say('edit')}
        </Button>
      )}
      {row.state === 'posted' && row.payment !== 'paid' && (
        <Button
          component={Link}
          variant="default"
          to={`/accounting/payee-payment/create?payee=${row.payeeId}&branch=${row.branchId}`}
        >
          {say('actions.pay')}
        </Button>
      )}
    </>
  )
}
