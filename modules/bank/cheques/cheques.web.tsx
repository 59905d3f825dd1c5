import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { BounceForm } from './bounce-form.web.tsx'
import { type Cheque, type ChequeDetail, cheques } from './cheques.contract.ts'
import { chequeStates, chequeWorkflow } from './cheques.domain.ts'

const api = bindContract(cheques)
const accountApi = bindContract(bankAccounts)
const branchApi = bindContract(branches)
const texts = 'bank:cheques'
const home = '/accounting/cheques'

export const { List, Detail } = documentPages<Cheque, ChequeDetail, typeof chequeWorkflow, never>({
  texts,
  home,
  api,
  workflow: chequeWorkflow,
  tones: {
    inHand: 'waiting',
    deposited: 'waiting',
    cleared: 'done',
    bounced: 'stopped',
    returned: 'ended',
  },
  title: (row) => `${row.bankName} ${row.number}`,
  columns: [
    { key: 'number', kind: 'code', width: 140 },
    { key: 'bankName', width: 170 },
    { key: 'drawer', width: 190 },
    { key: 'amount', kind: 'number', width: 130 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'datedOn', kind: 'date', width: 140 },
    { key: 'receivedOn', kind: 'date', width: 120 },
    { key: 'days', kind: 'number', width: 110 },
    { key: 'branchId', width: 160, cell: (_, { branch }) => branch },
    { key: 'accountId', width: 160, cell: (_, { account }) => account },
  ],
  facts: [
    { key: 'number' },
    { key: 'bankName' },
    { key: 'drawer' },
    { key: 'customer' },
    { key: 'amount', kind: 'number' },
    { key: 'datedOn', kind: 'date' },
    { key: 'receivedOn', kind: 'date' },
    { key: 'days', kind: 'number' },
    { key: 'branch' },
    { key: 'dealNumber' },
    { key: 'account' },
    { key: 'deposit' },
    { key: 'note' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'drawer', 'bankName'],
  useChoices: () => ({
    state: chequeStates,
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
    accountId: useQuery(accountApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [
    { text: 'create', entry: 'create', to: `${home}/create` },
    { text: 'depositTitle', entry: 'create', to: `${home}/deposit` },
  ],
  forms: { bounce: BounceForm },
  beside: ({ depositId, deposit }) => <Beside depositId={depositId} deposit={deposit} />,
})

function Beside({ depositId, deposit }: Pick<Cheque, 'deposit' | 'depositId'>) {
  const say = useTexts(texts)
  return (
    <>
      {depositId && <TextLink to={`/accounting/bank-transfers/${depositId}`}>{deposit}</TextLink>}
      <PrintButton>{say('print')}</PrintButton>
    </>
  )
}
