import { Checkbox, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CountEntry, type Counting, useCountEntry } from '../items/count-entry.web.tsx'
import { enteredOf } from '../items/entry.domain.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { usePlaces } from '../places/places.web.tsx'
import { type CountDetail, counts } from './counts.contract.ts'
import css from '../items/count-entry.module.css'

const api = bindContract(counts)
const itemApi = bindContract(stockItems)
const place = 'inventory:counts'
const home = '/inventory/audit-or-count'

interface At {
  branchId: string
  counterId: string | null
}

/** Counts a drawer in the middle of its day, or a vault. */
export function CountForm() {
  const texts = useTexts(place)
  const stock = useTexts('inventory:stock')
  const places = usePlaces()
  const [chosen, setChosen] = useState<string>()
  const data = places && [
    ...places.drawers.map(({ id, name, branchId }) => ({ id, name, at: { branchId, counterId: id } })),
    ...places.branches.map(({ id, name }) => ({
      id,
      name: `${name} · ${stock('vault')}`,
      at: { branchId: id, counterId: null },
    })),
  ]
  const at = data?.find(({ id }) => id === chosen) ?? data?.[0]
  return (
    <SheetPage>
      <PageHeader title={texts('create')} back={{ to: home }} />
      {data?.length === 0 && <EmptyState text={texts('nowhere')} />}
      {at && (
        <>
          <Select
            label={texts('fields.place')}
            maw={360}
            searchable
            selectFirstOptionOnChange
            allowDeselect={false}
            data={data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            value={at.id}
            onChange={(id) => setChosen(id ?? undefined)}
          />
          <Place key={at.id} at={at.at}>
            {(counting) => <Keep at={at.at} counting={counting} />}
          </Place>
        </>
      )}
    </SheetPage>
  )
}

/** Counts a vault as the second person, or once more what differed by too much: blind, with nothing filled in. */
export function RecountForm() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const stock = useTexts('inventory:stock')
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('again')} back={{ to: `${home}/${id}` }} />
      <Loaded query={query} height={320}>
        {(row) => (
          <>
            <p className={css.facts}>
              <span>{row.branchName}</span>
              <span>{row.counterName ?? stock('vault')}</span>
            </p>
            {row.can.includes('countAgain') ? (
              <>
                <p>{texts(`waits.${row.state}`)}</p>
                <Place key={row.version} at={row}>
                  {(counting) => <Again row={row} counting={counting} />}
                </Place>
              </>
            ) : (
              <EmptyState text={texts('notYours')} />
            )}
          </>
        )}
      </Loaded>
    </SheetPage>
  )
}

type DraftLines = NonNullable<CountDetail['takes'][number]['lines']>

interface PlaceProps {
  at: At
  draft?: DraftLines
  children: (counting: Counting) => ReactNode
}

function Place({ at: { branchId, counterId }, draft = [], children }: PlaceProps) {
  const items = useQuery(itemApi.listSelection.queryOptions())
  const held = useQuery(api.itemsAt.queryOptions({ branchId, ...(counterId !== null && { counterId }) }))
  return (
    <Loaded query={items} height={320}>
      {(all) => (
        <Loaded query={held} height={320}>
          {(ids) => (
            <Entry items={all} held={ids} draft={draft}>
              {children}
            </Entry>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface EntryProps extends Pick<PlaceProps, 'children'> {
  items: readonly StockItem[]
  held: readonly string[]
  draft: DraftLines
}

function Entry({ items, held, draft, children }: EntryProps) {
  const counting = useCountEntry(items, held, enteredOf(draft, items))
  return (
    <>
      <CountEntry counting={counting} />
      {children(counting)}
    </>
  )
}

/** What comes after a count was handed in, in words, and its page. */
function useDone() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  return ({ id, state }: { id: string; state: string }) => {
    snackbar.success(texts(`said.${state}`))
    void navigate({ to: `${home}/${id}` })
  }
}

function Again({ row, counting }: { row: CountDetail; counting: Counting }) {
  const { id, version } = row
  const texts = useTexts(place)
  const onSuccess = useDone()
  const start = () => {
    if (!row.isFull || counting.isComplete()) send.mutate()
  }
  const send = useMutation({
    mutationFn: () => api.countAgain.call({ id, version, lines: counting.lines(), isZeroConfirmed: true }),
    onSuccess,
  })
  return (
    <footer className={css.foot}>
      <ProcessingButton busy={send.isPending} disabled={counting.isFaulty} onClick={start}>
        {texts('handIn')}
      </ProcessingButton>
    </footer>
  )
}

/** Of a drawer everything there is counted, or chosen currencies alone; a vault is always counted whole. */
function Keep({ at, counting }: { at: At; counting: Counting }) {
  const texts = useTexts(place)
  const onSuccess = useDone()
  const [note, setNote] = useState('')
  const [isChosen, setChosen] = useState(false)
  const isFull = at.counterId === null || !isChosen
  const start = (isWhole: boolean) => {
    if (!isWhole || !isFull || counting.isComplete()) save.mutate(isWhole)
  }
  const save = useMutation({
    mutationFn: (isWhole: boolean) =>
      (isWhole ? api.createAndProcess : api.create).call({
        ...at,
        isFull,
        note,
        lines: counting.lines(),
        // Nothing is blank, and a zero was typed.
        isZeroConfirmed: true,
      }),
    onSuccess,
  })
  return (
    <>
      {at.counterId !== null && (
        <Checkbox
          label={texts('chosen')}
          description={texts('chosenText')}
          checked={isChosen}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
      )}
      <Note value={note} onChange={setNote} />
      <Foot
        counting={counting}
        busy={save.isPending}
        onKeep={() => start(false)}
        onSend={() => start(true)}
      />
    </>
  )
}

function Note({ value, onChange }: { value: string; onChange: (note: string) => void }) {
  const texts = useTexts(place)
  return (
    <TextInput
      label={texts('fields.note')}
      maw={540}
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface FootProps {
  counting: Counting
  busy: boolean
  onKeep: () => void
  onSend: () => void
}

function Foot({ counting, busy, onKeep, onSend }: FootProps) {
  const texts = useTexts(place)
  return (
    <footer className={css.foot}>
      <BusyButton variant="default" busy={busy} disabled={counting.isFaulty} onClick={onKeep}>
        {texts('keep')}
      </BusyButton>
      <ProcessingButton busy={busy} disabled={counting.isFaulty} onClick={onSend}>
        {texts('handIn')}
      </ProcessingButton>
    </footer>
  )
}

/** Goes on with a draft, on whatever device: what was typed is there, a zero as a zero and a blank as a blank. */
export function DraftForm() {
  const { id = '' } = useParams({ strict: false })
  const texts = useTexts(place)
  const query = useQuery(api.getById.queryOptions({ id }))
  return (
    <SheetPage>
      <PageHeader title={texts('draft')} back={{ to: `${home}/${id}` }} />
      <Loaded query={query} height={320}>
        {(row) =>
          row.can.includes('process') && row.takes[0]?.lines ? (
            <Place key={row.version} at={row} draft={row.takes[0].lines}>
              {(counting) => <Rewrite row={row} counting={counting} />}
            </Place>
          ) : (
            <EmptyState text={texts('notYours')} />
          )
        }
      </Loaded>
    </SheetPage>
  )
}

function Rewrite({ row, counting }: { row: CountDetail; counting: Counting }) {
  const { id, version, isFull } = row
  const onSuccess = useDone()
  const [note, setNote] = useState(row.note)
  const start = (isWhole: boolean) => {
    if (!isWhole || !isFull || counting.isComplete()) save.mutate(isWhole)
  }
  const save = useMutation({
    mutationFn: async (isWhole: boolean) => {
      const kept = await api.update.call({
        id,
        version,
        note,
        lines: counting.lines(),
        isZeroConfirmed: true,
      })
      return isWhole ? api.process.call({ id, version: kept.version }) : kept
    },
    onSuccess,
  })
  return (
    <>
      <Note value={note} onChange={setNote} />
      <Foot
        counting={counting}
        busy={save.isPending}
        onKeep={() => start(false)}
        onSend={() => start(true)}
      />
    </>
  )
}
