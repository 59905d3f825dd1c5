import { Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { EmptyState, PageHeader } from '#kit/web/parts.web.tsx'
import { SheetPage } from '#kit/web/sheet.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { counts } from '../counts/counts.contract.ts'
import type { Counting } from '../items/count-entry.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { type At, HandIn, home, Place, place } from './counting.web.tsx'

const api = bindContract(counts)

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

/** Of a drawer everything there is counted, or chosen currencies alone; a vault is always counted whole. */
function Keep({ at, counting }: { at: At; counting: Counting }) {
  const texts = useTexts(place)
  const [isChosen, setChosen] = useState(false)
  const isFull = at.counterId === null || !isChosen
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
      <HandIn
        {...{ counting, isFull }}
        note=""
        send={(counted, isHandedIn) =>
          (isHandedIn ? api.createAndProcess : api.create).call({ ...at, isFull, ...counted })
        }
      />
    </>
  )
}
