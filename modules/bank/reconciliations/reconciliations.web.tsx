import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { Figures } from './figures.web.tsx'
import {
  type Reconciliation,
  type ReconciliationDetail,
  bankReconciliations,
} from './reconciliations.contract.ts'
import { reconciliationStates, reconciliationWorkflow } from './reconciliations.domain.ts'
import { SaveForm } from './save-form.web.tsx'

const api = bindContract(bankReconciliations)
const accountApi = bindContract(bankAccounts)
const texts = 'bank:reconciliations'
const home = '/accounting/bank-reconciliation'

const pages = documentPages<Reconciliation, ReconciliationDetail, typeof reconciliationWorkflow, never>({
  texts,
  home,
  api,
  workflow: reconciliationWorkflow,
  tones: { initialised: 'waiting', saved: 'waiting', processed: 'done', deleted: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'accountId', width: 220, cell: (_, { account }) => account },
    { key: 'toOn', kind: 'date', width: 120 },
    { key: 'opening', kind: 'number', width: 140 },
    { key: 'closing', kind: 'number', width: 140 },
    { key: 'state', kind: 'badge', width: 140 },
    { key: 'author', width: 160 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  facts: [
    { key: 'account' },
    { key: 'currency' },
    { key: 'fromOn', kind: 'date' },
    { key: 'toOn', kind: 'date' },
    { key: 'opening', kind: 'number' },
    { key: 'closing', kind: 'number' },
    { key: 'note' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime' },
    { key: 'processedAt', kind: 'dateTime' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: reconciliationStates,
    accountId: useQuery(accountApi.listSelection.queryOptions()).data ?? [],
  }),
  makes: [
    { text: 'statements', entry: 'list', to: `${home}/statements` },
    { text: 'create', entry: 'initialize', to: `${home}/create` },
  ],
  forms: { save: SaveForm },
  beside: (row) => <Doors row={row} />,
  below: (row) => <Figures row={row} />,
})
export const { List, Detail } = pages

/** To where its lines are matched, and to its report. */
function Doors({ row }: { row: ReconciliationDetail }) {
  const say = useTexts(texts)
  const navigate = useNavigate()
  const mayMatch = useIsAllowed(api.save)
  const isOpen = row.state === 'initialised' || row.state === 'saved'
  return (
    <>
      {isOpen && mayMatch && (
        <Button onClick={() => void navigate({ to: `${home}/${row.id}/match` })}>{say('work')}</Button>
      )}
      <Button variant="default" onClick={() => void navigate({ to: `${home}/${row.id}/report` })}>
        {say('report')}
      </Button>
    </>
  )
}
