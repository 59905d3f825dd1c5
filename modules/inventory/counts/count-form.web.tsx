import { Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, EmptyState, PageHeader, ProcessingButton } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { CountEntry, useCountEntry } from '../items/count-entry.web.tsx'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { usePlaces } from '../places/places.web.tsx'
import { counts } from './counts.contract.ts'
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
          <Place key={at.id} at={at.at} />
        </>
      )}
    </SheetPage>
  )
}

function Place({ at: { branchId, counterId } }: { at: At }) {
  const items = useQuery(itemApi.listSelection.queryOptions())
  const held = useQuery(api.itemsAt.queryOptions({ branchId, ...(counterId !== null && { counterId }) }))
  return (
    <Loaded query={items} height={320}>
      {(all) => (
        <Loaded query={held} height={320}>
          {(ids) => <Form at={{ branchId, counterId }} items={all} held={ids} />}
        </Loaded>
      )}
    </Loaded>
  )
}

function Form({ at, items, held }: { at: At; items: readonly StockItem[]; held: readonly string[] }) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const counting = useCountEntry(items, held)
  const [note, setNote] = useState('')
  const save = useMutation({
    mutationFn: (isWhole: boolean) =>
      (isWhole ? api.createAndProcess : api.create).call({ ...at, note, lines: counting.lines() }),
    onSuccess: ({ id, state }) => {
      snackbar.success(texts(`said.${state}`))
      void navigate({ to: `${home}/${id}` })
    },
  })
  return (
    <>
      <CountEntry counting={counting} />
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
          onClick={() => save.mutate(false)}
        >
          {texts('keep')}
        </BusyButton>
        <ProcessingButton
          busy={save.isPending}
          disabled={counting.isFaulty}
          onClick={() => save.mutate(true)}
        >
          {texts('actions.process')}
        </ProcessingButton>
      </footer>
    </>
  )
}
