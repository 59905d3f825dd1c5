import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import type { LineField } from '#kit/web/document/line-fields.web.tsx'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm, type LinesFormProps } from '#kit/web/document/lines-form.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { itemField, piecesSent, piecesUnder } from './pieces-under.web.tsx'
import { readUnits, sizeOf, type Tracking } from '../units/units.domain.ts'
import { places as placeList } from '../places/places.contract.ts'

const itemApi = bindContract(stockItems)
const api = bindContract(placeList)

/** From one place to another; each `<branch>` or `<branch>/<counter>`. */
export interface MoveHead {
  from: string
  to: string
  note: string
  bag: string
  carrier: string
  insuredValue: string
  expectedAt: string
}

/** One item, as an amount or by its notes and coins, which make the amount. */
export interface MoveLine {
  itemId: string
  quantity: string
  pieces: ReadonlyMap<string, string> | null
  /** Of goods that are kept one by one. */
  serials: string
  batches: string
}

export const blankLine: MoveLine = { itemId: '', quantity: '', pieces: null, serials: '', batches: '' }
const emptyHead: MoveHead = {
  from: '',
  to: '',
  note: '',
  bag: '',
  carrier: '',
  insuredValue: '',
  expectedAt: '',
}

const valueOf = (place: { branchId: string; counterId: string | null } | undefined) =>
  place ? [place.branchId, place.counterId].filter((id) => id !== null).join('/') : ''
const endOf = (place: string) => {
  const [branchId = '', counterId = null] = place.split('/')
  return { branchId, counterId }
}

/** What is sent to the server of the two places and the lines. */
export function movedOf(head: MoveHead, lines: readonly MoveLine[], items: readonly StockItem[]) {
  const [from, to] = [endOf(head.from), endOf(head.to)]
  return {
    fromBranchId: from.branchId,
    fromCounterId: from.counterId,
    toBranchId: to.branchId,
    toCounterId: to.counterId,
    note: head.note,
    lines: lines.map(({ itemId, quantity, pieces, ...typed }) => {
      const tracking = items.find(({ id }) => id === itemId)?.tracking
      const named = tracking === 'serial' ? typed.serials : typed.batches
      const units = tracking && readUnits(named, tracking, numberOf(quantity))
      return {
        itemId,
        quantity: units && quantity.trim() === '' ? sizeOf(units) : numberOf(quantity),
        pieces: piecesSent(items, itemId, pieces),
        ...units,
      }
    }),
  }
}

interface MoveFormProps extends Pick<LinesFormProps<MoveHead, MoveLine>, 'home' | 'texts'> {
  /** What comes to where the person sits, instead of what leaves from there. */
  isAsking?: boolean
  initial?: Partial<MoveHead>
  begin?: readonly MoveLine[]
  /** The further inputs of the head. */
  more?: (form: HeadForm<MoveHead>) => ReactNode
  submit: (head: MoveHead, lines: readonly MoveLine[], items: readonly StockItem[]) => Promise<{ id: string }>
}

/** What moves from one place to another, typed as amounts or note by note: the form of transfers and of what is asked for. */
export function MoveForm(props: MoveFormProps) {
  const items = useQuery(itemApi.listSelection.queryOptions())
  const places = useQuery(api.list.queryOptions())
  return (
    <Loaded query={items} height={320}>
      {(all) => (
        <Loaded query={places} height={320}>
          {(found) => (
            <MoveSheet {...props} items={all.filter(({ isEnabled }) => isEnabled)} places={found} />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Places = readonly Awaited<ReturnType<typeof api.list.call>>[number][]

const columnsOf = (items: readonly StockItem[]): readonly LineField<MoveLine>[] => [
  itemField<MoveLine>(items),
  {
    key: 'quantity',
    kind: 'number',
    width: items.some(({ tracking }) => tracking) ? 100 : 180,
    isFixed: ({ pieces }) => pieces !== null,
  },
  ...unitField(items, 'serials', 'serial'),
  ...unitField(items, 'batches', 'batch'),
]

/** Serials and batches are asked for where any item is kept by them. */
const unitField = (
  items: readonly StockItem[],
  key: 'batches' | 'serials',
  wanted: Tracking,
): LineField<MoveLine>[] =>
  items.some(({ tracking }) => tracking === wanted)
    ? [
        {
          key,
          kind: 'text',
          width: wanted === 'serial' ? 190 : 130,
          isOff: ({ itemId }) => items.find(({ id }) => id === itemId)?.tracking !== wanted,
        },
      ]
    : []

/** From or to where the person sits: a drawer with its vault, a vault with the first other place. */
function beginAt(places: Places, choices: readonly { value: string }[], isAsking = false) {
  const own = valueOf(places.find(({ isCurrent }) => isCurrent) ?? places.find(({ isOwn }) => isOwn))
  const [branch] = own.split('/')
  const other = own === branch ? (choices.find(({ value }) => value !== own)?.value ?? '') : (branch ?? '')
  return isAsking ? { from: other, to: own } : { from: own, to: other }
}

interface MoveSheetProps extends MoveFormProps {
  items: readonly StockItem[]
  places: Places
  /** Goods lie in stores, and in no vault. */
  isOfStores?: boolean
}

/** The form itself, of items and places that are known. */
export function MoveSheet(props: MoveSheetProps) {
  const { items, places, more } = props
  const texts = useTexts(props.texts)
  const home = useTexts('inventory:stock')(props.isOfStores ? 'store' : 'vault')
  const choices = places.map((place) => ({
    value: valueOf(place),
    label: `${place.branch} · ${place.counter ?? home}`,
  }))
  const begin = beginAt(places, choices, props.isAsking)
  const place = (form: HeadForm<MoveHead>, side: 'from' | 'to') => (
    <Select
      label={texts(`fields.${side}Branch`)}
      w={260}
      searchable
      selectFirstOptionOnChange
      data={choices}
      value={form.head[side] || null}
      error={form.faultAt(`${side}CounterId`) ?? form.faultAt(`${side}BranchId`)}
      onChange={(value) => form.set({ [side]: value ?? '' })}
    />
  )
  return (
    <LinesForm<MoveHead, MoveLine>
      texts={props.texts}
      home={props.home}
      title={texts('create')}
      about={texts('about.create')}
      initial={{ ...emptyHead, ...begin, ...props.initial }}
      blank={blankLine}
      {...(props.begin && { begin: props.begin })}
      fields={(form) => (
        <>
          {place(form, 'from')}
          {place(form, 'to')}
          {more?.(form)}
        </>
      )}
      columns={columnsOf(items)}
      isFilled={({ itemId }) => itemId !== ''}
      under={piecesUnder<MoveLine>(items, props.texts)}
      foot={(form) => (
        <TextInput
          label={texts('fields.note')}
          maxLength={500}
          value={form.head.note}
          onChange={(event) => form.set({ note: event.currentTarget.value })}
        />
      )}
      submits={[{ text: 'create', call: (head, lines) => props.submit(head, lines, items) }]}
    />
  )
}
