import { Button, FileButton, Group, Modal, Select, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { DateBox } from '#kit/web/date-box.web.tsx'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { today } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { ErrorBox, TextLink } from '#kit/web/parts.web.tsx'
import { queryClient } from '#kit/web/queries.web.ts'
import { useTexts } from '#kit/web/texts.web.ts'
import { prefunds } from '../prefunds/prefunds.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import {
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
        { key: 'day', kind: 'date', width: 140 },
        { key: 'providerId', width: 200, cell: (_, { provider }) => provider },
        { key: 'lines', kind: 'number', width: 110 },
        { key: 'unmatched', kind: 'number', width: 150 },
        { key: 'balance', kind: 'money', currency: 'currency', width: 190 },
        { key: 'source', kind: 'value', width: 130 },
        { key: 'readBy', width: 160 },
        { key: 'readAt', kind: 'dateTime', width: 190 },
      ]}
      search={[]}
      choices={{
        providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
        source: statementSources,
      }}
      actions={<Upload />}
    />
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

function Taken({ taken: { count, differences, faults } }: { taken: StatementTaken }) {
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
      {say('read', { count })}{' '}
      {differences === 0 ? (
        say('noDifference')
      ) : (
        <TextLink to="/remittance/statement-differences">{say('found', { count: differences })}</TextLink>
      )}
    </p>
  )
}
