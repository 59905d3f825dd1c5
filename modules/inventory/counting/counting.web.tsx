import { TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
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

export type DraftLines = NonNullable<CountDetail['takes'][number]['lines']>

interface PlaceProps {
  at: At
  draft?: DraftLines
  children: (counting: Counting) => ReactNode
}

/** What lies at a place to be counted, with what was typed before. */
export function Place({ at: { branchId, counterId }, draft = [], children }: PlaceProps) {
  const items = useQuery(itemApi.listSelection.queryOptions({ withGoods: `${counterId !== null}` }))
  const held = useQuery(api.itemsAt.queryOptions({ branchId, ...(counterId !== null && { counterId }) }))
  return (
    <Loaded query={items} height={320}>
      {(all) => (
        <Loaded query={held} height={320}>
          {(ids) => (
            <CountSheet items={all} held={ids} draft={draft}>
              {children}
            </CountSheet>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

interface CountSheetProps extends Pick<PlaceProps, 'children'> {
  items: readonly StockItem[]
  held: readonly string[]
  draft: DraftLines
}

/** What lies somewhere to be counted, and what follows it. */
export function CountSheet({ items, held, draft, children }: CountSheetProps) {
  const counting = useCountEntry(items, held, enteredOf(draft, items))
  return (
    <>
      <CountEntry counting={counting} />
      {children(counting)}
    </>
  )
}

interface Counted {
  note: string
  lines: ReturnType<Counting['lines']>
  isZeroConfirmed: true
}

interface HandInProps {
  counting: Counting
  isFull: boolean
  /** Where its page is. */
  home?: string
  /** What was noted so far; where it is not given, there is neither a note nor a draft. */
  note?: string
  /** Hands it in, or keeps it as a draft. */
  send: (counted: Counted, isHandedIn: boolean) => Promise<{ id: string; state: string }>
}

/** What the person who counts adds, and the count kept as a draft or handed in; then it is said in words, on its page. */
export function HandIn({ counting, isFull, home: list = home, note: noted, send }: HandInProps) {
  const texts = useTexts(place)
  const navigate = useNavigate()
  const [note, setNote] = useState(noted ?? '')
  const save = useMutation({
    // Nothing is blank, and a zero was typed.
    mutationFn: (isHandedIn: boolean) =>
      send({ note, lines: counting.lines(), isZeroConfirmed: true }, isHandedIn),
    onSuccess: ({ id, state }) => {
      snackbar.success(texts(`said.${state}`))
      void navigate({ to: `${list}/${id}` })
    },
  })
  const common = { busy: save.isPending, disabled: counting.isFaulty }
  return (
    <>
      {noted !== undefined && (
        <TextInput
          label={texts('fields.note')}
          maw={540}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      )}
      <footer className={css.foot}>
        {noted !== undefined && (
          <BusyButton variant="default" {...common} onClick={() => save.mutate(false)}>
            {texts('keep')}
          </BusyButton>
        )}
        <ProcessingButton {...common} onClick={() => (!isFull || counting.isComplete()) && save.mutate(true)}>
          {texts('handIn')}
        </ProcessingButton>
      </footer>
    </>
  )
}
