import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { confirm } from '#kit/web/dialogs.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CountEntry, type Counting, useCountEntry, useZeroWords } from '../items/count-entry.web.tsx'
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

interface PlaceProps {
  at: At
  children: (counting: Counting) => ReactNode
}

function Place({ at: { branchId, counterId }, children }: PlaceProps) {
  const items = useQuery(itemApi.listSelection.queryOptions())
  const held = useQuery(api.itemsAt.queryOptions({ branchId, ...(counterId !== null && { counterId }) }))
  return (
    <Loaded query={items} height={320}>
      {(all) => (
        <Loaded query={held} height={320}>
          {(ids) => (
            <Entry items={all} held={ids}>
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
}

function Entry({ items, held, children }: EntryProps) {
  const counting = useCountEntry(items, held)
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

function Again({ row: { id, version }, counting }: { row: CountDetail; counting: Counting }) {
  const texts = useTexts(place)
  const onSuccess = useDone()
  const zero = useZeroWords(counting)
  const start = async () => {
    if (!zero || (await confirm(zero))) send.mutate()
  }
  const send = useMutation({
    mutationFn: () => api.countAgain.call({ id, version, lines: counting.lines(), isZeroConfirmed: true }),
    onSuccess,
  })
  return (
    <footer className={css.foot}>
      <ProcessingButton busy={send.isPending} disabled={counting.isFaulty} onClick={() => void start()}>
        {texts('handIn')}
      </ProcessingButton>
    </footer>
  )
}

function Keep({ at, counting }: { at: At; counting: Counting }) {
  const texts = useTexts(place)
  const onSuccess = useDone()
  const [note, setNote] = useState('')
  const zero = useZeroWords(counting)
  const start = async (isWhole: boolean) => {
    if (!zero || (await confirm(zero))) save.mutate(isWhole)
  }
  const save = useMutation({
    mutationFn: (isWhole: boolean) =>
      (isWhole ? api.createAndProcess : api.create).call({
        ...at,
        note,
        lines: counting.lines(),
        // What is empty was asked about.
        isZeroConfirmed: true,
      }),
    onSuccess,
  })
  return (
    <>
      <TextInput
        label={texts('fields.note')}
        maw={540}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <footer className={css.foot}>
        <BusyButton
          variant="default"
          busy={save.isPending}
          disabled={counting.isFaulty}
          onClick={() => void start(false)}
        >
          {texts('keep')}
        </BusyButton>
        <ProcessingButton busy={save.isPending} disabled={counting.isFaulty} onClick={() => void start(true)}>
          {texts('handIn')}
        </ProcessingButton>
      </footer>
    </>
  )
}
