import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Attachments } from '#modules/documents/public.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { payees } from '../payees/payees.contract.ts'
import { type Payment, type PaymentDetail, payeePayments } from './payments.contract.ts'
import { paymentStates, paymentWorkflow } from './payments.domain.ts'

const api = bindContract(payeePayments)
const branchApi = bindContract(branches)
const payeeApi = bindContract(payees)
const accountApi = bindContract(bankAccounts)
const texts = 'bank:payments'
const home = '/accounting/payee-payment'
type Line = PaymentDetail['lines'][number]

export const { List, Detail } = documentPages<Payment, PaymentDetail, typeof paymentWorkflow, Line>({
  texts,
  home,
  api,
  workflow: paymentWorkflow,
  tones: { submitted: 'waiting', posted: 'done', rejected: 'stopped', cancelled: 'ended', reversed: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'payeeId', width: 190, cell: (_, { payee }) => payee },
    { key: 'businessDate', kind: 'date', width: 120 },
    { key: 'accountId', width: 170, cell: (_, { account, counter }) => account ?? counter },
    { key: 'total', kind: 'number', width: 130 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'branchId', width: 160, cell: (_, { branch }) => branch },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'payee' },
    { key: 'branch' },
    { key: 'account' },
    { key: 'counter' },
    { key: 'businessDate', kind: 'date' },
    { key: 'total', kind: 'number' },
    { key: 'accountAmount', kind: 'number' },
    { key: 'paidTo' },
    { key: 'reference' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: paymentStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
    payeeId: useQuery(payeeApi.listSelection.queryOptions()).data ?? [],
    accountId: useQuery(accountApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  beside: () => <Print />,
  below: (row) => <Attachments api={api} row={row} />,
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ expenseId }) => expenseId,
    columns: [
      {
        key: 'expenseId',
        isHead: true,
        cell: ({ expenseId, number }) => (
          <TextLink to={`/accounting/payee-expense/${expenseId}`}>{number}</TextLink>
        ),
      },
      { key: 'invoice', cell: ({ invoice }) => invoice },
      { key: 'total', isNumber: true, cell: ({ total }) => groupDigits(total) },
      { key: 'amount', isNumber: true, cell: ({ amount }) => groupDigits(amount) },
    ],
  },
})

function Print() {
  const say = useTexts(texts)
  return <PrintButton>{say('print')}</PrintButton>
}
