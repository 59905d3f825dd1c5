import { Button, Group, NativeSelect, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { ErrorBox, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type Fact, StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import css from '../profiles/profiles.module.css'
import { SheetNotes } from '../sheets/sheet-notes.web.tsx'
import { SheetUpload } from '../sheets/sheet-upload.web.tsx'
import { ImportRows } from './import-rows.web.tsx'
import { type Import, imports } from './imports.contract.ts'
import { encodings, importStates } from './imports.domain.ts'

const api = bindContract(imports)
const place = 'customers:imports'
const home = '/customer/bulk-import'

const tones: Record<Import['state'], Tone> = {
  checking: 'waiting',
  checked: 'attention',
  importing: 'waiting',
  finished: 'done',
  failed: 'stopped',
  cancelled: 'ended',
}
const state: Fact<Import> = { key: 'state', kind: 'badge', tones }

export function ImportList() {
  const texts = useTexts(place)
  const mayUpload = useIsAllowed(api.upload)
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={[
        { key: 'fileName', width: 280 },
        { key: 'customerType', kind: 'value', width: 130 },
        { ...state, width: 150 },
        { key: 'total', kind: 'number', width: 110 },
        { key: 'good', kind: 'number', width: 110 },
        { key: 'bad', kind: 'number', width: 110 },
        { key: 'byName', width: 170 },
        { key: 'createdAt', kind: 'dateTime', width: 180 },
      ]}
      search={['fileName']}
      choices={{
        state: importStates,
        customerType: [1, 2].map((value) => ({ value, label: texts(`values.customerType.${value}`) })),
      }}
      open={({ id }) => `${home}/${id}`}
      actions={mayUpload && <Upload />}
    />
  )
}

/** Chooses a file, whom it holds, and how it is written where it is not Unicode. */
function Upload() {
  const texts = useTexts(place)
  const [type, setType] = useState<1 | 2>(1)
  const [encoding, setEncoding] = useState<(typeof encodings)[number]>('windows-1252')
  return (
    <SheetUpload
      texts={place}
      home={home}
      template={() => api.template.call({ customerType: type })}
      send={(file) => api.upload.call({ customerType: type === 1 ? '1' : '2', encoding, file })}
    >
      <SegmentedControl
        size="xs"
        aria-label={texts('fields.customerType')}
        data={[1, 2].map((one) => ({ value: String(one), label: texts(`values.customerType.${one}`) }))}
        value={String(type)}
        onChange={(one) => setType(one === '2' ? 2 : 1)}
      />
      <NativeSelect
        size="xs"
        aria-label={texts('encoding')}
        title={texts('encoding')}
        data={encodings.map((one) => ({ value: one, label: texts(`encodings.${one}`) }))}
        value={encoding}
        onChange={(event) => setEncoding(event.currentTarget.value as typeof encoding)}
      />
    </SheetUpload>
  )
}

const isMoving = (one: Import | undefined) => one?.state === 'checking' || one?.state === 'importing'

/** One file: how far it is, what is wrong with it row by row, mending, and taking it in. */
export function ImportDetail() {
  const texts = useTexts(place)
  const { id = '' } = useParams({ strict: false })
  const query = useQuery({
    ...api.getById.queryOptions({ id }),
    refetchInterval: ({ state: { data } }) => (isMoving(data) ? 1000 : false),
  })
  const act = useMutation({
    mutationFn: ({ call, one }: { call: typeof api.start; one: Import }) =>
      call.call({ id: one.id, version: one.version }),
  })
  async function start(one: Import) {
    const words = { title: texts('start'), confirm: texts('start') }
    const message = texts(one.bad > 0 ? 'questions.startSome' : 'questions.start', {
      good: one.good,
      bad: one.bad,
    })
    if (await confirm({ ...words, message })) act.mutate({ call: api.start, one })
  }
  const [mayStart, mayCancel] = [useIsAllowed(api.start), useIsAllowed(api.cancel)]
  const [mayMend, mayTake] = [useIsAllowed(api.updateRow), useIsAllowed(api.faultyRows)]
  return (
    <Loaded query={query} height={320}>
      {(one) => (
        <Stack gap="md">
          <PageHeader
            title={one.fileName}
            back={{ to: home }}
            badge={<StatusBadge tone={tones[one.state]}>{texts(`values.state.${one.state}`)}</StatusBadge>}
          >
            {one.bad > 0 && mayTake && (
              <ExportButton file={() => api.faultyRows.call({ id })}>{texts('faultyRows')}</ExportButton>
            )}
            {one.state === 'checked' && mayCancel && (
              <Button variant="default" onClick={() => act.mutate({ call: api.cancel, one })}>
                {texts('cancelImport')}
              </Button>
            )}
            {one.state === 'checked' && mayStart && (
              <ProcessingButton
                busy={act.isPending}
                disabled={one.good === 0}
                onClick={() => void start(one)}
              >
                {texts('start')}
              </ProcessingButton>
            )}
          </PageHeader>
          {one.failure && <ErrorBox>{one.failure}</ErrorBox>}
          <SheetNotes {...one} />
          <Counts one={one} />
          <ImportRows key={one.state} one={one} mayMend={mayMend && one.state === 'checked'} />
        </Stack>
      )}
    </Loaded>
  )
}

function Counts({ one }: { one: Import }) {
  const texts = useTexts(place)
  const numbers = (['total', 'good', 'bad', 'done'] as const).map((key) => (
    <span key={key}>
      <span className={css.muted}>{texts(`fields.${key}`)}</span>{' '}
      <strong className="agio-number">{groupDigits(String(one[key]))}</strong>
    </span>
  ))
  const share = one.good > 0 ? (100 * one.done) / one.good : 0
  return (
    <div role="status">
      <Group gap="lg">{numbers}</Group>
      {one.state === 'importing' && <Progress mt="sm" value={share} aria-label={texts('fields.done')} />}
      {one.state === 'checked' && <Text mt="xs">{texts(one.bad > 0 ? 'about.some' : 'about.all')}</Text>}
    </div>
  )
}
