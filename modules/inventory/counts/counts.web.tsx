import { Button, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { bindContract, can } from '#kit/web/api.web.ts'
import { ActionBar } from '#kit/web/detail/action-bar.web.tsx'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { amountText, dateTimeText, groupDigits } from '#kit/web/format.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { Sheet } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import type { Fact, Tone } from '#kit/web/values.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { SealedHead } from '#modules/ledger/public.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { type Count, type CountDetail, counts } from './counts.contract.ts'
import { countKinds, countStates, countWorkflow } from './counts.domain.ts'

const api = bindContract(counts)
const texts = 'inventory:counts'
const home = '/inventory/audit-or-count'
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

const state: Fact<Count> = { key: 'state', kind: 'badge', tones }
const facts: readonly Fact<Count>[] = [
  { key: 'kind', kind: 'value' },
  { key: 'branchName' },
  { key: 'counterName', cell: (name) => <Place name={name} /> },
  { key: 'businessDate', kind: 'date' },
  { key: 'author' },
  { key: 'createdAt', kind: 'dateTime' },
  { key: 'variance', kind: 'number' },
  { key: 'endedBy' },
  { key: 'endedAt', kind: 'dateTime' },
  { key: 'reason' },
  { key: 'note' },
]
const columns: readonly ListColumn<Count>[] = [
  { key: 'createdAt', kind: 'dateTime', width: 190 },
  { key: 'kind', kind: 'value', width: 130 },
  { key: 'branchName', width: 170 },
  { key: 'counterName', cell: (name) => <Place name={name} />, width: 140 },
  { key: 'businessDate', kind: 'date', width: 130 },
  { key: 'state', kind: 'badge', tones, width: 190 },
  { key: 'variance', kind: 'number', width: 140 },
  { key: 'author', width: 170 },
]

/** Counts of drawers and vaults; a difference that waits for a second person stands out. */
export function CountList() {
  const say = useTexts(texts)
  const places = usePlaces()
  return (
    <ListPage
      texts={texts}
      list={api.list}
      columns={columns}
      choices={{
        kind: countKinds,
        state: countStates,
        branchId: places?.branches ?? [],
        counterId: places?.drawers ?? [],
      }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[state, ...facts]} />}
      actions={
        can('perform_counts') && (
          <Button renderRoot={(rest) => <Link to={`${home}/create`} {...rest} />}>{say('create')}</Button>
        )
      }
    />
  )
}

export function CountPage() {
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
      groups={[{ name: 'facts', facts: facts as readonly Fact<CountDetail>[] }]}
      actions={(row) => (
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} stroke={1.75} />}
            onClick={() => window.print()}
          >
            {say('print')}
          </Button>
          <ActionBar
            texts={texts}
            workflow={countWorkflow}
            row={row}
            run={api}
            forms={{ countAgain: ({ row: { id: again } }) => <Navigate to={`${home}/${again}/count`} /> }}
          />
        </>
      )}
    >
      {(row) => (
        <>
          <Waits row={row} />
          <Superseded row={row} />
          {row.takes.map((take) => (
            <Take key={take.take} take={take} isAlone={row.takes.length === 1} />
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
function Superseded({ row: { supersededById, supersedes } }: { row: CountDetail }) {
  const say = useTexts(texts)
  if (supersededById)
    return (
      <p>
        {say('supersededBy')} <TextLink to={`${home}/${supersededById}`}>{say('toLater')}</TextLink>
      </p>
    )
  if (supersedes.length === 0) return null
  const heads = [
    'createdAt',
    'kind',
    'author',
    ...(supersedes.some(({ variance }) => variance) ? ['variance'] : []),
  ]
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {say('supersedes')}
      </Title>
      <Sheet
        label={say('supersedes')}
        columns={heads.map((key) => ({ title: say(`fields.${key}`), isNumber: key === 'variance' }))}
      >
        {supersedes.map(({ id, kind, createdAt, author, variance }) => (
          <tr key={id}>
            <th scope="row">
              <TextLink to={`${home}/${id}`}>{dateTimeText(createdAt)}</TextLink>
            </th>
            <td>{say(`values.kind.${kind}`)}</td>
            <td>{author}</td>
            {heads.includes('variance') && <td data-number>{variance && groupDigits(variance)}</td>}
          </tr>
        ))}
      </Sheet>
    </section>
  )
}

const fields = ['item', 'counted', 'expected', 'difference', 'value']

function Take({ take, isAlone }: { take: CountDetail['takes'][number]; isAlone: boolean }) {
  const say = useTexts(texts)
  const name = isAlone ? say('lines') : say('take', { number: take.take, name: take.author })
  return (
    <section>
      <Title order={2} size="h4" mt="md">
        {name}
      </Title>
      {!isAlone && <p>{dateTimeText(take.takenAt)}</p>}
      {take.lines === null ? <p>{say('notShown')}</p> : <Lines label={name} lines={take.lines} />}
    </section>
  )
}

type Line = NonNullable<CountDetail['takes'][number]['lines']>[number]

function Lines({ label, lines }: { label: string; lines: readonly Line[] }) {
  const say = useTexts(texts)
  const isBlind = lines.every(({ expected }) => expected === null)
  const shown = isBlind ? fields.slice(0, 2) : fields
  const number = (value: string | null, exponent = 0) => (value === null ? '–' : amountText(value, exponent))
  return (
    <Sheet
      label={label}
      columns={shown.map((field) => ({ title: say(`fields.${field}`), isNumber: field !== 'item' }))}
    >
      {lines.map(({ itemId, code, flagCode, exponent, counted, expected, difference, value }) => (
        <tr key={itemId}>
          <th scope="row">
            <CurrencyLabel code={code} flagCode={flagCode} />
          </th>
          <td data-number>{amountText(counted, exponent)}</td>
          {!isBlind && (
            <>
              <td data-number>{number(expected, exponent)}</td>
              <td data-number data-down={difference?.startsWith('-') || undefined}>
                {number(difference, exponent)}
              </td>
              <td data-number>{number(value)}</td>
            </>
          )}
        </tr>
      ))}
    </Sheet>
  )
}
