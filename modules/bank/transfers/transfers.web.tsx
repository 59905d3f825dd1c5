import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { dateText } from '#kit/web/format.web.ts'
import { TextLink } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { Attachments } from '#modules/documents/public.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { ArrivalForm } from './arrival-form.web.tsx'
import { bankTransfers, type Transfer, type TransferDetail } from './transfers.contract.ts'
import { transferKinds, transferStates, transferWorkflow } from './transfers.domain.ts'

const api = bindContract(bankTransfers)
const accountApi = bindContract(bankAccounts)
const texts = 'bank:transfers'
const home = '/accounting/bank-transfers'

type Deposited = TransferDetail['cheques'][number]

export const { List, Detail } = documentPages<Transfer, TransferDetail, typeof transferWorkflow, Deposited>({
  texts,
  home,
  api,
  workflow: transferWorkflow,
  tones: { inTransit: 'waiting', arrived: 'done', takenBack: 'ended', reversed: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'kind', kind: 'value', width: 150 },
    { key: 'fromAccountId', width: 190, cell: (_, { from }) => from },
    { key: 'toAccountId', width: 190, cell: (_, { to }) => to },
    { key: 'currency', width: 90 },
    { key: 'amount', kind: 'number', width: 130 },
    { key: 'arrivedAmount', kind: 'number', width: 130 },
    { key: 'state', kind: 'badge', width: 130 },
    { key: 'sentDate', kind: 'date', width: 120 },
    { key: 'arrivedDate', kind: 'date', width: 120 },
  ],
  facts: [
    { key: 'kind', kind: 'value' },
    { key: 'from' },
    { key: 'to' },
    { key: 'currency' },
    { key: 'amount', kind: 'number' },
    { key: 'value', kind: 'number' },
    { key: 'arrivedCurrency' },
    { key: 'arrivedAmount', kind: 'number' },
    { key: 'arrivedValue', kind: 'number' },
    { key: 'gain', kind: 'number' },
    { key: 'charge', kind: 'number' },
    { key: 'sentDate', kind: 'date' },
    { key: 'arrivedDate', kind: 'date' },
    { key: 'bag' },
    { key: 'slip' },
    { key: 'note' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime' },
  ],
  search: ['number'],
  useChoices: () => {
    const accounts = useQuery(accountApi.listSelection.queryOptions()).data ?? []
    return { state: transferStates, kind: transferKinds, fromAccountId: accounts, toAccountId: accounts }
  },
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  forms: { arrive: ArrivalForm },
  beside: () => <Print />,
  below: (row) => <Attachments api={api} row={row} />,
  lines: {
    of: ({ cheques }) => cheques,
    rowKey: ({ id }) => id,
    columns: (row) =>
      row.kind === 'cheques'
        ? [
            {
              key: 'chequeNumber',
              isHead: true,
              cell: ({ id, number }) => <TextLink to={`/accounting/cheques/${id}`}>{number}</TextLink>,
            },
            { key: 'bankName', cell: ({ bankName }) => bankName },
            { key: 'drawer', cell: ({ drawer }) => drawer },
            { key: 'datedOn', cell: ({ datedOn }) => dateText(datedOn) },
            { key: 'amount', isNumber: true, cell: ({ amount }) => groupDigits(amount) },
            { key: 'chequeState', cell: ({ state }) => <ChequeState state={state} /> },
          ]
        : [],
  },
})

function ChequeState({ state }: Pick<Deposited, 'state'>) {
  return useTexts(texts)(`values.cheque.${state}`)
}

function Print() {
  const say = useTexts(texts)
  return <PrintButton>{say('print')}</PrintButton>
}
