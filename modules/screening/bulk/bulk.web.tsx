import { Anchor, Progress, SegmentedControl, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { FactList } from '#kit/web/detail/detail-page.web.tsx'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, ErrorBox, PageHeader } from '#kit/web/parts.web.tsx'
import { ExportButton } from '#kit/web/export-button.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { StatusBadge, type Tone } from '#kit/web/values.web.tsx'
import { SheetNotes, SheetUpload } from '#modules/customers/public.web.tsx'
import { type Bulk, bulk } from './bulk.contract.ts'
import { type DataSource, dataSources } from '../screenings/screenings.domain.ts'
import css from '../results/result.module.css'
import { homes, useNamesOfLists } from '../screenings/words.web.ts'

const api = bindContract(bulk)
const place = 'screening:bulk'
const home = '/compliance/bulk-screening'

const tones: Record<Bulk['state'], Tone> = {
  waiting: 'waiting',
  running: 'waiting',
  finished: 'done',
  failed: 'stopped',
  cancelled: 'ended',
}
const columns: readonly ListColumn<Bulk>[] = [
  { key: 'fileName', width: 280 },
  { key: 'dataSource', kind: 'value', width: 130 },
  { key: 'state', kind: 'badge', tones, width: 140 },
  { key: 'total', kind: 'number', width: 110 },
  { key: 'done', kind: 'number', width: 110 },
  { key: 'withHits', kind: 'number', width: 130 },
  { key: 'faulty', kind: 'number', width: 130 },
  { key: 'byName', width: 160 },
  { key: 'createdAt', kind: 'dateTime', width: 180 },
]

/** Files of names that were screened row by row. */
export const BulkList = () => (
  <ListPage<Bulk>
    texts={place}
    list={api.list}
    columns={columns}
    search={['fileName']}
    choices={{ state: Object.keys(tones), dataSource: dataSources }}
    sort="createdAt-desc"
    open={({ id }) => `${home}/${id}`}
    actions={<Upload />}
  />
)

/** Chooses a file and the lists that are asked; the empty file shows which columns it has. */
function Upload() {
  const texts = useTexts(place)
  const [source, setSource] = useState<DataSource>('unsc')
  return (
    <Suspense>
      <SheetUpload
        texts={place}
        home={home}
        template={() => api.template.call()}
        send={(file) => api.upload.call({ dataSource: source, file })}
      >
        <SegmentedControl
          size="xs"
          aria-label={texts('fields.dataSource')}
          data={dataSources.map((one) => ({ value: one, label: texts(`values.dataSource.${one}`) }))}
          value={source}
          onChange={(one) => setSource(one as DataSource)}
        />
      </SheetUpload>
    </Suspense>
  )
}

const isMoving = (one: Bulk | undefined) => one?.state === 'waiting' || one?.state === 'running'

/** One file: how far it is, what it came to, and the result to take away. */
export function BulkDetail() {
  const texts = useTexts(place)
  const listNames = useNamesOfLists()
  const { id = '' } = useParams({ strict: false })
  const query = useQuery({
    ...api.getById.queryOptions({ id }),
    refetchInterval: ({ state: { data } }) => (isMoving(data) ? 1000 : false),
  })
  const cancel = useMutation({
    mutationFn: ({ version }: Bulk) => api.cancel.call({ id, version }),
  })
  async function stop(one: Bulk) {
    const words = { title: texts('stop'), message: texts('questions.stop'), confirm: texts('stop') }
    if (await confirm({ ...words, danger: true })) cancel.mutate(one)
  }
  return (
    <div className={css.page}>
      <Loaded query={query} height={320}>
        {(one) => (
          <>
            <PageHeader
              title={one.fileName}
              back={{ to: home }}
              badge={<StatusBadge tone={tones[one.state]}>{texts(`values.state.${one.state}`)}</StatusBadge>}
            >
              {isMoving(one) && (
                <BusyButton variant="default" busy={cancel.isPending} onClick={() => void stop(one)}>
                  {texts('stop')}
                </BusyButton>
              )}
              {one.hasResult && (
                <ExportButton variant="filled" file={() => api.result.call({ id })}>
                  {texts('result')}
                </ExportButton>
              )}
            </PageHeader>
            {one.failure && <ErrorBox>{one.failure}</ErrorBox>}
            {one.stale.length > 0 && <ErrorBox>{texts('stale', { lists: listNames(one.stale) })}</ErrorBox>}
            <Suspense>
              <SheetNotes {...one} />
            </Suspense>
            <HowFar one={one} />
            <FactList
              texts={place}
              row={one}
              facts={[
                { key: 'withHits', cell: () => <WithHits one={one} /> },
                { key: 'faulty', kind: 'number' },
                { key: 'dataSource', kind: 'value' },
                { key: 'byName' },
                { key: 'createdAt', kind: 'dateTime' },
                { key: 'finishedAt', kind: 'dateTime' },
              ]}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}

/** How many rows are screened. */
function HowFar({ one }: { one: Bulk }) {
  const texts = useTexts(place)
  return (
    <div role="status">
      <Progress
        size="lg"
        value={one.total > 0 ? (100 * one.done) / one.total : 0}
        aria-label={texts('fields.done')}
      />
      <Text mt="xs">
        {texts('progress', {
          done: groupDigits(String(one.done)),
          total: groupDigits(String(one.total)),
        })}
      </Text>
    </div>
  )
}

/** How many rows have hits, with the way to them once the file is finished. */
function WithHits({ one }: { one: Bulk }) {
  const texts = useTexts(place)
  const count = one.withHits
  if (count === 0 || one.state !== 'finished') return count
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link
          to={homes[one.dataSource].history}
          search={{ filter: [['bulkId', 'Equals', one.id]] } as never}
          {...props}
        />
      )}
    >
      {texts('showHits', { count })}
    </Anchor>
  )
}
