import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type LineField, numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm, type LinesFormProps } from '#kit/web/document/lines-form.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { itemField, piecesSent, piecesUnder } from '../moves/pieces-under.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { adjustments } from './adjustments.contract.ts'
import type { AdjustmentKind } from './adjustments.domain.ts'

const api = bindContract(adjustments)
const itemApi = bindContract(stockItems)
const seatApi = bindContract(workspaces)
const place = 'inventory:adjustments'
const vault = 'vault'

/** What is chosen; what is not goes by where the person sits. */
interface Head {
  branchId?: string | undefined
  from: string
  to?: string | undefined
  note: string
}
interface Line {
  itemId: string
  quantity: string
  cost: string
  /** Notes and coins as typed, where the line is counted by them: they make its quantity. */
  pieces: ReadonlyMap<string, string> | null
}
const blank: Line = { itemId: '', quantity: '', cost: '', pieces: null }

export const FloatForm = () => <Page kind="float" />
export const OpeningForm = () => <Page kind="opening" />

function Page({ kind }: { kind: AdjustmentKind }) {
  const items = useQuery(itemApi.listSelection.queryOptions())
  return (
    <Loaded query={items} height={320}>
      {(all) => <Form kind={kind} items={all.filter(({ isEnabled }) => isEnabled)} />}
    </Loaded>
  )
}

/** Where it is: of the branch, the vault and the drawer of whoever sits there; to another's drawer it is a transfer. */
function useStand() {
  const stock = useTexts('inventory:stock')
  const places = usePlaces()
  const seat = useQuery(seatApi.current.queryOptions()).data?.counterId
  const own = places?.drawers.find(({ id }) => id === seat)
  return (head: Head) => {
    const branchId = head.branchId ?? own?.branchId ?? places?.branches[0]?.id ?? ''
    const drawer = own?.branchId === branchId ? own : undefined
    const ends = [
      { value: vault, label: stock('vault') },
      ...(drawer ? [{ value: drawer.id, label: drawer.name.split(' · ').at(-1) ?? drawer.name }] : []),
    ]
    const branches = places?.branches.map(({ id, name }) => ({ value: id, label: name })) ?? []
    return { branchId, branches, ends, to: head.to ?? drawer?.id ?? vault }
  }
}

type Stand = ReturnType<typeof useStand>
const counterOf = (end: string) => (end === vault ? null : end)

function Form({ kind, items }: { kind: AdjustmentKind; items: readonly StockItem[] }) {
  const texts = useTexts(place)
  const standOf = useStand()
  return (
    <LinesForm<Head, Line>
      texts={place}
      home="/inventory/openings"
      title={texts(`new.${kind}`)}
      about={texts(`about.${kind}`)}
      initial={{ from: vault, note: '' }}
      blank={blank}
      fields={(form) => <HeadFields kind={kind} form={form} stand={standOf(form.head)} />}
      columns={columnsOf(kind, items)}
      isFilled={({ itemId }) => itemId !== ''}
      {...(kind === 'float' && { under: piecesUnder<Line>(items, place) })}
      foot={(form) => (
        <TextInput
          label={texts('fields.note')}
          maw={540}
          maxLength={500}
          value={form.head.note}
          onChange={(event) => form.set({ note: event.currentTarget.value })}
        />
      )}
      submits={submitsOf(kind, items, standOf)}
    />
  )
}

const columnsOf = (kind: AdjustmentKind, items: readonly StockItem[]): readonly LineField<Line>[] => [
  itemField<Line>(items),
  { key: 'quantity', kind: 'number', width: 180, isFixed: ({ pieces }) => pieces !== null },
  ...(kind === 'opening'
    ? [
        {
          key: 'cost',
          kind: 'number',
          width: 180,
          isOff: ({ itemId }: Line) => items.find(({ id }) => id === itemId)?.isLocal ?? false,
        } as const,
      ]
    : []),
]

/** Opening stock above a limit can be asked for, once it was refused. */
function submitsOf(
  kind: AdjustmentKind,
  items: readonly StockItem[],
  standOf: Stand,
): LinesFormProps<Head, Line>['submits'] {
  const open = async (head: Head, lines: readonly Line[], askApproval: boolean) => {
    const made = await api.createOpening.call({
      branchId: standOf(head).branchId,
      note: head.note,
      askApproval,
      lines: lines.map(({ itemId, quantity, cost }) => ({
        itemId,
        quantity: numberOf(quantity),
        ...(cost.trim() && { cost: numberOf(cost) }),
      })),
    })
    return { ...made, said: made.state === 'requested' ? 'requested' : kind }
  }
  const move = async (head: Head, lines: readonly Line[]) => {
    const { branchId, to } = standOf(head)
    const made = await api.createFloat.call({
      branchId,
      note: head.note,
      fromCounterId: counterOf(head.from),
      toCounterId: counterOf(to),
      lines: lines.map(({ itemId, quantity, pieces }) => ({
        itemId,
        quantity: numberOf(quantity),
        pieces: piecesSent(items, itemId, pieces),
      })),
    })
    return { ...made, said: kind }
  }
  if (kind === 'float') return [{ text: 'post', call: move }]
  return [
    {
      text: 'askApproval',
      after: (code) => code.endsWith('_ASK'),
      call: (head, lines) => open(head, lines, true),
    },
    { text: 'post', call: (head, lines) => open(head, lines, false) },
  ]
}

interface HeadFieldsProps {
  kind: AdjustmentKind
  form: HeadForm<Head>
  stand: ReturnType<Stand>
}

function HeadFields({ kind, form: { head, set, faultAt, texts }, stand }: HeadFieldsProps) {
  const end = (side: 'from' | 'to', value: string) => (
    <Select
      label={texts(`fields.${side}Counter`)}
      w={200}
      data={stand.ends}
      value={value}
      error={faultAt(`${side}CounterId`)}
      onChange={(chosen) => set({ [side]: chosen ?? undefined })}
    />
  )
  return (
    <>
      <Select
        label={texts('fields.branchName')}
        w={240}
        searchable
        selectFirstOptionOnChange
        data={stand.branches}
        value={stand.branchId}
        error={faultAt('branchId')}
        onChange={(id) => set({ branchId: id ?? undefined, from: vault, to: undefined })}
      />
      {kind === 'float' && (
        <>
          {end('from', head.from)}
          {end('to', stand.to)}
        </>
      )}
    </>
  )
}
