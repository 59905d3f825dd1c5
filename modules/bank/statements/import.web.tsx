import { FileButton, Select, Stack, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ErrorBox, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { MappingForm } from './mapping-form.web.tsx'
import { type Preview, statements } from './statements.contract.ts'
import { lineColumns } from './statements.web.tsx'

const api = bindContract(statements)
const accountApi = bindContract(bankAccounts)
const place = 'bank:statements'
const home = '/accounting/bank-reconciliation/statements'

/** Chooses an account and a file, shows what would be imported, and of a table how its columns are read. */
export function ImportPage() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const [accountId, setAccount] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [table, setTable] = useState<Preview['table']>(null)
  const look = useMutation({
    mutationFn: ({ chosen, mapping }: { chosen: File; mapping: string }) =>
      api.preview.call({ accountId: accountId ?? '', mapping, file: chosen }),
    // It stays as long as the file does: what was tried may be changed before it is saved.
    onSuccess: (read) => read.table && setTable(read.table),
  })
  const bring = useMutation({
    mutationFn: () => api.import.call({ accountId: accountId ?? '', file: file as File }),
    onSuccess: ({ statements: made }) => {
      snackbar.success(texts('imported'))
      void navigate({ to: `${home}/${made[0]?.id ?? ''}` })
    },
  })
  const choose = (chosen: File | null) => {
    setFile(chosen)
    setTable(null)
    if (chosen) look.mutate({ chosen, mapping: '' })
  }
  const found = look.data
  const isFit = found?.statements.some(({ fits }) => fits) ?? false
  return (
    <SheetPage>
      <PageHeader title={texts('create')} back={{ to: home }}>
        <ProcessingButton
          busy={bring.isPending}
          disabled={!isFit || look.variables?.mapping !== ''}
          onClick={() => bring.mutate()}
        >
          {texts('import')}
        </ProcessingButton>
      </PageHeader>
      <Source
        accountId={accountId}
        file={file}
        isBusy={look.isPending}
        onAccount={(id) => {
          setAccount(id)
          setFile(null)
          setTable(null)
          look.reset()
        }}
        onFile={choose}
      />
      {table && file && accountId && (
        <MappingForm
          accountId={accountId}
          table={table}
          onTry={(mapping) => look.mutate({ chosen: file, mapping })}
        />
      )}
      {found?.statements.map((statement, at) => (
        <Found key={`${statement.account} ${at}`} statement={statement} />
      ))}
    </SheetPage>
  )
}

interface SourceProps {
  accountId: string | null
  file: File | null
  isBusy: boolean
  onAccount: (id: string | null) => void
  onFile: (file: File | null) => void
}

function Source({ accountId, file, isBusy, onAccount, onFile }: SourceProps) {
  const texts = useTexts(place)
  const accounts = useQuery(accountApi.listSelection.queryOptions()).data ?? []
  return (
    <Stack gap="md" align="flex-start">
      <Select
        label={texts('fields.accountId')}
        w={320}
        searchable
        data={accounts.map(({ id, name }) => ({ value: id, label: name }))}
        value={accountId}
        onChange={onAccount}
      />
      <FileButton onChange={onFile} disabled={accountId === null}>
        {(props) => (
          <ProcessingButton {...props} busy={isBusy} disabled={accountId === null}>
            {texts('choose')}
          </ProcessingButton>
        )}
      </FileButton>
      {file && <div>{file.name}</div>}
    </Stack>
  )
}

function Found({ statement }: { statement: Preview['statements'][number] }) {
  const texts = useTexts(place)
  const { account, fits, faults, notes, lines, lineCount, newCount } = statement
  const { opening, closing, currency } = statement
  const figures = [
    opening && `${texts('fields.opening')} ${opening.amount}`,
    closing && `${texts('fields.closing')} ${closing.amount} ${currency}`,
  ]
  return (
    <section aria-label={account || texts('one')}>
      <Title order={2} size="h4" mt="md" mb="xs">
        {account || texts('one')}
      </Title>
      <p role="status">
        {[texts('preview', { lineCount, newCount }), ...figures].filter(Boolean).join(' · ')}
      </p>
      {!fits && <ErrorBox title={texts('other')}>{faults.map(({ message }) => message).join(' ')}</ErrorBox>}
      {notes.map(({ code, message }) => (
        <ErrorBox key={code}>{message}</ErrorBox>
      ))}
      <Lines
        texts={place}
        label={texts('lines')}
        rows={lines}
        rowKey={(_, index) => String(index)}
        columns={lineColumns}
      />
    </section>
  )
}
