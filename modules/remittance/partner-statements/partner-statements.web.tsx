import { Button, FileButton, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { findFault, messageOf } from '#kit/web/failures.web.ts'
import { dateTimeText, today } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts, valueText } from '#kit/web/texts.web.ts'
import { prefunds } from '../prefunds/prefunds.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import {
  type FormerStatement,
  type PartnerStatement,
  partnerStatements,
  type StatementTaken,
  statementSources,
} from './partner-statements.contract.ts'

const api = bindContract(partnerStatements)
const providerApi = bindContract(providers)
const prefundApi = bindContract(prefunds)
const place = 'remittance:statements'

/** What partners say moved at our balances, day by day. */
export function StatementList() {
  return (
    <ListPage<PartnerStatement>
      texts={place}
      list={api.list}
      columns={[
        { key: 'day', kind: 'date', width: 110 },
        { key: 'providerId', width: 160, cell: (_, { provider }) => provider },
        { key: 'lines', kind: 'number', width: 90 },
        { key: 'unmatched', kind: 'number', width: 120 },
        { key: 'balance', kind: 'money', currency: 'currency', width: 170 },
        { key: 'source', kind: 'value', width: 100 },
        { key: 'readBy', width: 150 },
        { key: 'readAt', kind: 'dateTime', width: 160 },
        { key: 'formers', width: 100, cell: (_, row) => <Formers row={row} /> },
      ]}
      search={[]}
      choices={{
        providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
        source: statementSources,
      }}
      actions={
        <>
          <AskAgain />
          <Upload />
        </>
      }
    />
  )
}

/** The statement of a past day of a partner that is called, once more. */
function AskAgain() {
  const say = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  const { canCreate } = usePermissionFlags({ create: api.ask })
  if (!canCreate) return null
  const close = () => setOpen(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {say('ask')}
      </Button>
      <Modal opened={isOpen} centered withCloseButton={false} title={say('askTitle')} onClose={close}>
        <AskForm close={close} />
      </Modal>
    </>
  )
}

function AskForm({ close }: { close: () => void }) {
  const say = useTexts(place)
  const [providerId, setProvider] = useState<string | null>(null)
  const [day, setDay] = useState('')
  const opened = useQuery(prefundApi.list.queryOptions({})).data?.items ?? []
  const ask = useMutation({
    meta: { handled: true },
    mutationFn: () => api.ask.call({ providerId: providerId ?? '', day }),
    onSuccess: ({ message }) => {
      snackbar.success(message)
      close()
    },
  })
  return (
    <Stack>
      <Select
        label={say('fields.providerId')}
        searchable
        openOnFocus={false}
        data={opened.map((one) => ({ value: one.providerId, label: one.provider }))}
        error={findFault(ask.error, 'providerId')}
        value={providerId}
        onChange={setProvider}
      />
      <DateBox
        label={say('fields.day')}
        max={today()}
        error={findFault(ask.error, 'day')}
        value={day}
        onChange={(one) => setDay(one ?? '')}
      />
      <p>{say('hint')}</p>
      {ask.error && <ErrorBox>{messageOf(ask.error)}</ErrorBox>}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {say('close')}
        </Button>
        <Button
          loading={ask.isPending}
          disabled={providerId === null || day === ''}
          onClick={() => ask.mutate()}
        >
          {say('ask')}
        </Button>
      </Group>
    </Stack>
  )
}

/** What the statement was before newer ones took its place. */
function Formers({ row: { id, formers } }: { row: PartnerStatement }) {
  const say = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  const read = useQuery({ ...api.getFormers.queryOptions({ id }), enabled: isOpen })
  if (formers === 0) return null
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-label={`${say('former')}: ${formers}`}
        onClick={() => setOpen(true)}
      >
        {formers}
      </Button>
      <Modal
        opened={isOpen}
        size="lg"
        title={say('former')}
        closeButtonProps={{ 'aria-label': say('close') }}
        onClose={() => setOpen(false)}
      >
        {read.error && <ErrorBox>{messageOf(read.error)}</ErrorBox>}
        {read.data?.map((one) => (
          <Former key={one.id} one={one} />
        ))}
      </Modal>
    </>
  )
}

/** A long reference leaves room for the amount beside it. */
const broken = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const

function Former({ one }: { one: FormerStatement }) {
  const say = useTexts(place)
  const differences = useTexts('remittance:differences')
  const read = `${dateTimeText(one.readAt)} · ${one.readBy} · ${valueText(say, 'source', one.source)}`
  return (
    <section>
      <p>{read}</p>
      {one.balance && (
        <p>
          {say('fields.balance')}: {groupDigits(one.balance)} {one.currency}
        </p>
      )}
      <Lines
        texts={place}
        label={read}
        rows={one.lines.map((line, at) => ({ ...line, id: at }))}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: 'reference',
            isHead: true,
            cell: ({ reference }) => <Text style={broken}>{reference}</Text>,
          },
          { key: 'kind', cell: ({ kind }) => valueText(differences, 'movement', kind) },
          { key: 'amount', kind: 'number' },
        ]}
      />
    </section>
  )
}

/** The statement of a day as a file of the partner. */
function Upload() {
  const say = useTexts(place)
  const [isOpen, setOpen] = useState(false)
  const { canCreate } = usePermissionFlags({ create: api.readFile })
  if (!canCreate) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('upload')}</Button>
      <Modal
        opened={isOpen}
        centered
        size="lg"
        title={say('upload')}
        closeButtonProps={{ 'aria-label': say('close') }}
        onClose={() => setOpen(false)}
      >
        <UploadForm close={() => setOpen(false)} />
      </Modal>
    </>
  )
}

function UploadForm({ close }: { close: () => void }) {
  const say = useTexts(place)
  const again = useRef<() => void>(null)
  const [providerId, setProvider] = useState<string | null>(null)
  const [day, setDay] = useState(today())
  // Only what has a balance has a statement of it.
  const opened = useQuery(prefundApi.list.queryOptions({})).data?.items ?? []
  const read = useMutation({
    mutationFn: (file: File) => api.readFile.call({ providerId: providerId ?? '', day, file }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.list.queryKey }),
    onSettled: () => again.current?.(),
  })
  return (
    <Stack>
      <Select
        label={say('fields.providerId')}
        searchable
        data={opened.map((one) => ({ value: one.providerId, label: one.provider }))}
        value={providerId}
        onChange={setProvider}
      />
      <DateBox label={say('fields.day')} value={day} onChange={(one) => setDay(one ?? '')} />
      <p>{say('columns')}</p>
      <p>{say('hint')}</p>
      {read.data && <Taken taken={read.data} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {say('close')}
        </Button>
        <FileButton resetRef={again} accept=".csv,.xlsx" onChange={(file) => file && read.mutate(file)}>
          {(props) => (
            <Button {...props} loading={read.isPending} disabled={providerId === null || day === ''}>
              {say('choose')}
            </Button>
          )}
        </FileButton>
      </Group>
    </Stack>
  )
}

function Taken({ taken: { count, differences, faults, news } }: { taken: StatementTaken }) {
  const say = useTexts(place)
  if (faults.length > 0)
    return (
      <>
        <ErrorBox>{say('nothing')}</ErrorBox>
        <Lines
          texts={place}
          label={say('faults')}
          rows={faults}
          rowKey={({ rowNumber, field }) => `${rowNumber} ${field}`}
          columns={[{ key: 'rowNumber', kind: 'number', isHead: true }, { key: 'field' }, { key: 'message' }]}
        />
      </>
    )
  return (
    <p role="status">
      {say('read', { count })} {news !== 'new' && `${say(news === 'same' ? 'unchanged' : 'changed')} `}
      {differences === 0 ? (
        say('noDifference')
      ) : (
        <TextLink to="/remittance/statement-differences">{say('found', { count: differences })}</TextLink>
      )}
    </p>
  )
}
