import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { BusyButton, ProcessingButton } from '#kit/web/parts.web.tsx'
import { snackbar } from '#kit/web/snackbars.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { type CountDetail, counts } from '../counts/counts.contract.ts'
import { CountEntry, type Counting, useCountEntry } from '../items/count-entry.web.tsx'
import { enteredOf } from '../items/entry.domain.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import css from '../items/count-entry.module.css'

const api = bindContract(counts)
const itemApi = bindContract(stockItems)
export const place = 'inventory:counts'
export const home = '/inventory/audit-or-count'

export interface At {
  branchId: string
  counterId: string | null
}

type DraftLines = NonNullable<CountDetail['takes'][number]['lines']>

interface PlaceProps {
  at: At
  draft?: DraftLines
  children: (counting: Counting) => ReactNode
}

/** What lies at a place to be counted, with what was typed before. */
export function Place({ at: { branchId, counterId }, draft = [], children }: PlaceProps) {
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
export function useDone() {
  const texts = useTexts(place)
  const navigate = useNavigate()
  return ({ id, state }: { id: string; state: string }) => {
    snackbar.success(texts(`said.${state}`))
    void navigate({ to: `${home}/${id}` })
  }
}

/** What the person who counts adds. */
export function Note({ value, onChange }: { value: string; onChange: (note: string) => void }) {
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

/** Kept as a draft, or handed in. */
export function Foot({ counting, busy, onKeep, onSend }: FootProps) {
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
