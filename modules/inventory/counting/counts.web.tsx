import { Button, Title } from '@mantine/core'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { useIsAllowed } from '#kit/web/flags.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { amountText, dateTimeText } from '#kit/web/format.web.ts'
import { Lines } from '#kit/web/lines/lines.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { PrintButton } from '#kit/web/report/report.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact, Tone } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { SealedHead } from '#modules/ledger/public.web.tsx'
import { listUnits } from '../units/units.domain.ts'
import { usePlaces } from '../places/places.web.tsx'
import type { StockKind } from '../items/items.domain.ts'
import { type Count, type CountDetail, counts } from '../counts/counts.contract.ts'
import { countStates, countWorkflow, kindsOf } from '../counts/counts.domain.ts'

const texts = 'inventory:counts'
const tones: Record<Count['state'], Tone> = {
  draft: 'neutral',
  confirming: 'waiting',
  recount: 'attention',
  submitted: 'attention',
  processed: 'done',
  superseded: 'ended',
  cancelled: 'ended',
}

/** A counter by its name; without one it is the vault of the branch. */
function Place({ name }: { name: string | null }) {
  const say = useTexts('inventory:stock')
  return name ?? say('vault')
}

/** For whom a difference waits. */
function Deciders({ names }: { names: readonly string[] | null }) {
  const say = useTexts(texts)
  if (names === null) return null
  return names.length === 0 ? say('nobody') : names.join(', ')
}

const state: Fact<Count> = { key: 'state', kind: 'badge', tones }
const facts: readonly Fact<Count>[] = [
  { key: 'kind', kind: 'value' },
  { key: 'branchName' },
  { key: 'counterName', cell: (name) => <Place name={name} /> },
  { key: 'businessDate', kind: 'date' },
  { key: 'author' },
  { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  { key: 'short', kind: 'number' },
  { key: 'over', kind: 'number' },
  { key: 'deciders', cell: (names) => <Deciders names={names as string[] | null} /> },
  { key: 'endedBy' },
  { key: 'endedAt', kind: 'dateTime', place: 'branchId' },
  { key: 'reason' },
  { key: 'note' },
]
const columns: readonly ListColumn<Count>[] = [
  { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
  { key: 'kind', kind: 'value', width: 130 },
  { key: 'branchName', width: 170 },
  { key: 'counterName', cell: (name) => <Place name={name} />, width: 140 },
  { key: 'businessDate', kind: 'date', width: 130 },
  { key: 'state', kind: 'badge', tones, width: 190 },
  { key: 'short', kind: 'number', width: 130 },
  { key: 'over', kind: 'number', width: 130 },
  { key: 'deciders', cell: (names) => <Deciders names={names as string[] | null} />, width: 190 },
  { key: 'author', width: 170 },
]

type Api = ReturnType<typeof bindContract<typeof counts>>
/** What the screens of counts of a kind of stock have of their own. */
interface Pages {
  home: string
  api: Omit<Api, 'create' | 'createAndProcess' | 'itemsAt'> & {
    create: Parameters<typeof useIsAllowed>[0]
  }
  workflow: typeof countWorkflow
  holds: StockKind
}

/** The list and the page of counts of a kind of stock. */
export const countPages = (pages: Pages) => ({
  CountList: () => <List {...pages} />,
  CountPage: () => <Detail {...pages} />,
})

export const { CountList, CountPage } = countPages({
  home: '/inventory/audit-or-count',
  api: bindContract(counts),
  workflow: countWorkflow,
  holds: 'money',
})

/** A store says its place with its branch. */
const without = <F extends { key: string }>(all: readonly F[], holds: StockKind) =>
  all.filter(({ key }) => holds === 'money' || (key !== 'counterName' && key !== 'kind'))

/** A difference that waits for a second person stands out. */
function List({ home, api, holds }: Pages) {
  const say = useTexts(texts)
  const places = usePlaces()
  const mayCount = useIsAllowed(api.create)
  return (
    <ListPage
      texts={texts}
      list={api.list}
      exports={api.export}
      columns={without(columns, holds)}
      choices={{
        ...(holds === 'money' && { kind: kindsOf(holds), counterId: places?.drawers ?? [] }),
        state: countStates,
        branchId: places?.branches ?? [],
      }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[state, ...without(facts, holds)]} />}
      actions={
        mayCount && (
          <Button renderRoot={(rest) => <Link to={`${home}/create`} {...rest} />}>{say('create')}</Button>
        )
      }
    />
  )
}

function Detail({ home, api, workflow, holds }: Pages) {
  const { create: _, ...run } = api
  const { id = '' } = useParams({ strict: false })
  const say = useTexts(texts)
  return (
    <DetailPage
      texts={texts}
      get={api.getById}
      id={id}
      title={({ kind }) => say(`values.kind.${kind}`)}
      back={home}
      badge={state as Fact<CountDetail>}
      groups={[{ name: 'facts', facts: without(facts, holds) as readonly Fact<CountDetail>[] }]}
      actions={(row) => (
        <>
          <PrintButton>{say('print')}</PrintButton>
          {row.can.includes('process') && (
            <Button
              variant="default"
              renderRoot={(rest) => <Link to={`${home}/${row.id}/update`} {...rest} />}
            >
              {say('update')}
            </Button>
          )}
          <ActionBar
            texts={texts}
            workflow={workflow}
            row={row}
            run={run}
            forms={{ countAgain: ({ row: { id: again } }) => <Navigate to={`${home}/${again}/count`} /> }}
          />
        </>
      )}
    >
      {(row) => (
        <>
          <Waits row={row} />
          <Superseded row={row} home={home} />
          {row.takes.map((take) => (
            <Take key={take.take} take={take} place={row.branchId} isAlone={row.takes.length === 1} />
          ))}
          <SealedHead />
        </>
      )}
    </DetailPage>
  )
}

/** What has to be done before anything is posted, and by whom. */
function Waits({ row: { state: now, kind } }: { row: CountDetail }) {
  const say = useTexts(texts)
  if (now === 'recount' && (kind === 'opening' || kind === 'closing'))
    return (
      <p>
        {say('waits.atDay')} <TextLink to="/inventory/day">{say('toDay')}</TextLink>
      </p>
    )
  return now === 'recount' || now === 'confirming' ? <p>{say(`waits.${now}`)}</p> : null
}

/** The later count that is decided in its place, or the earlier ones in whose place it is decided. */
function Superseded({
  row: { branchId, supersededById, supersedes },
  home,
}: {
  row: CountDetail
  home: string
}) {
  const say = useTexts(texts)
  if (supersededById)
    return (
      <p>
        {say('supersededBy')} <TextLink to={`${home}/${supersededById}`}>{say('toLater')}</TextLink>
      </p>
    )
  if (supersedes.length === 0) return null
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {say('supersedes')}
      </Title>
      <Lines
        texts={texts}
        label={say('supersedes')}
        rows={supersedes}
        rowKey={({ id }) => id}
        columns={[
          {
            key: 'createdAt',
            isHead: true,
            cell: ({ id, createdAt }) => (
              <TextLink to={`${home}/${id}`}>{dateTimeText(createdAt, branchId)}</TextLink>
            ),
          },
          { key: 'kind', kind: 'value' },
          { key: 'author' },
          supersedes.some(({ variance }) => variance) && { key: 'variance', kind: 'number' },
        ]}
      />
    </section>
  )
}

interface TakeProps {
  take: CountDetail['takes'][number]
  place: string
  isAlone: boolean
}

function Take({ take, place, isAlone }: TakeProps) {
  const say = useTexts(texts)
  const name = isAlone ? say('lines') : say('take', { number: take.take, name: take.author })
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {name}
      </Title>
      {!isAlone && <p>{dateTimeText(take.takenAt, place)}</p>}
      {take.lines === null ? <p>{say('notShown')}</p> : <Counted label={name} lines={take.lines} />}
    </section>
  )
}

type Line = NonNullable<CountDetail['takes'][number]['lines']>[number]

function Counted({ label, lines }: { label: string; lines: readonly Line[] }) {
  const isBlind = lines.every(({ expected }) => expected === null)
  const isTracked = lines.some(({ tracking }) => tracking)
  const number = (value: string | null, exponent = 0) => (value === null ? '–' : amountText(value, exponent))
  return (
    <Lines
      texts={texts}
      label={label}
      rows={lines}
      rowKey={({ itemId }) => itemId}
      columns={[
        {
          key: lines.some(({ name }) => name) ? 'goods' : 'item',
          isHead: true,
          cell: ({ code, flagCode, name }) =>
            name ? `${code} · ${name}` : <CurrencyLabel code={code} flagCode={flagCode} />,
        },
        { key: 'counted', isNumber: true, cell: ({ counted, exponent }) => number(counted, exponent) },
        ...(isBlind ? [] : (['expected', 'difference'] as const)).map((key) => ({
          key,
          isNumber: true,
          cell: (line: Line) => number(line[key], line.exponent),
        })),
        isTracked && { key: 'tracked', cell: ({ units }) => listUnits(units).join(', ') },
        isTracked &&
          !isBlind && {
            key: 'expectedUnits',
            cell: ({ expectedUnits }) => (expectedUnits ? listUnits(expectedUnits).join(', ') : '–'),
          },
        !isBlind && { key: 'value', isNumber: true, cell: ({ value }) => number(value) },
      ]}
    />
  )
}
