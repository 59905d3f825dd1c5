import { Button, Group } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage } from '#kit/web/detail/detail-page.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact } from '#kit/web/values.web.tsx'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { type Statement, statements } from './statements.contract.ts'

const api = bindContract(statements)
const accountApi = bindContract(bankAccounts)
const place = 'bank:statements'
const home = '/accounting/bank-reconciliation/statements'
const tones = { imported: 'waiting', processed: 'done' } as const
const state = { key: 'state', kind: 'badge', tones } as const satisfies Fact<Statement>

/** The statements that were imported. */
export function List() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const accounts = useQuery(accountApi.listSelection.queryOptions()).data ?? []
  const mayImport = useIsAllowed(api.import)
  return (
    <ListPage
      texts={place}
      exports={api.export}
      list={api.list}
      columns={[
        { key: 'accountId', width: 200, cell: (_, { account }) => account },
        { key: 'fileName', width: 220 },
        { key: 'opening', kind: 'number', width: 130 },
        { key: 'closing', kind: 'number', width: 130 },
        { key: 'closingOn', kind: 'date', width: 120 },
        { key: 'lineCount', kind: 'number', width: 100 },
        { key: 'newCount', kind: 'number', width: 100 },
        { ...state, width: 130 },
        { key: 'createdAt', kind: 'dateTime', width: 190 },
      ]}
      search={['fileName']}
      choices={{ state: ['imported', 'processed'], accountId: accounts }}
      open={({ id }) => `${home}/${id}`}
      actions={
        mayImport && (
          <Button onClick={() => void navigate({ to: `${home}/create` })}>{texts('create')}</Button>
        )
      }
    />
  )
}

/** One statement with its lines, which is removed as long as no reconciliation that is processed has it. */
export function Detail() {
  const { id = '' } = useParams({ strict: false })
  return (
    <DetailPage<Statement>
      texts={place}
      get={api.getById}
      id={id}
      title={({ fileName }) => fileName}
      back={home}
      badge={state}
      groups={[
        {
          name: 'facts',
          facts: [
            { key: 'account' },
            { key: 'format' },
            { key: 'number' },
            { key: 'currency' },
            { key: 'opening', kind: 'number' },
            { key: 'openingOn', kind: 'date' },
            { key: 'closing', kind: 'number' },
            { key: 'closingOn', kind: 'date' },
            { key: 'credits', kind: 'number' },
            { key: 'debits', kind: 'number' },
            { key: 'lineCount', kind: 'number' },
            { key: 'newCount', kind: 'number' },
            { key: 'author' },
            { key: 'createdAt', kind: 'dateTime' },
          ],
        },
      ]}
      actions={(row) => <Remove row={row} />}
    >
      {(row) => (
        <>
          {row.notes.map(({ code, message }) => (
            <ErrorBox key={code}>{message}</ErrorBox>
          ))}
          <StatementLines row={row} />
        </>
      )}
    </DetailPage>
  )
}

function Remove({ row }: { row: Statement }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const may = useIsAllowed(api.remove)
  const remove = useMutation({
    mutationFn: () => api.remove.call({ id: row.id, version: row.version }),
    onSuccess: () => {
      snackbar.success(texts('removed'))
      void navigate({ to: home })
    },
  })
  if (!may || row.state === 'processed') return null
  const ask = async () => {
    const words = { title: texts('remove'), confirm: texts('remove'), message: texts('removeAsk') }
    if (await confirm(words)) remove.mutate()
  }
  return (
    <Button variant="default" loading={remove.isPending} onClick={() => void ask()}>
      {texts('remove')}
    </Button>
  )
}

function StatementLines({ row }: { row: Statement }) {
  const texts = useTexts(place)
  const [pageNum, setPage] = useState(1)
  const query = useQuery({
    ...api.lines.queryOptions({ id: row.id, pageNum, pageSize: 50 }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} height={240}>
      {({ items, pagination }) => (
        <>
          <Lines
            texts={place}
            label={texts('lines')}
            rows={items}
            rowKey={(_, index) => String(index)}
            columns={lineColumns}
          />
          {pagination.totalPages > 1 && (
            <Group mt="xs">
              <Button variant="default" disabled={pageNum === 1} onClick={() => setPage(pageNum - 1)}>
                {texts('previous')}
              </Button>
              <Button
                variant="default"
                disabled={pageNum === pagination.totalPages}
                onClick={() => setPage(pageNum + 1)}
              >
                {texts('next')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The columns of lines, here and before they are imported. */
export const lineColumns = [
  { key: 'bookedOn', kind: 'date' },
  { key: 'text', isHead: true },
  { key: 'counterparty' },
  { key: 'reference' },
  { key: 'amount', kind: 'number' },
] as const
