import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type LineField, numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { stockItems } from '../items/items.contract.ts'
import type { StockItem } from '../items/items.domain.ts'
import { itemField, piecesSent, piecesUnder } from '../moves/pieces-under.web.tsx'
import { usePlaces } from '../places/places.web.tsx'
import { corrections } from './corrections.contract.ts'
import { type Reason, reasons, waysOf } from './corrections.domain.ts'

const api = bindContract(corrections)
const itemApi = bindContract(stockItems)
const texts = 'inventory:corrections'
const vault = 'vault'

interface Head {
  reason: Reason
  branchId: string
  counterId: string
  note: string
  serials: string
  broughtBy: string
  reference: string
  dealNumber: string
}
interface Line {
  itemId: string
  way: 'in' | 'out'
  quantity: string
  cost: string
  pieces: ReadonlyMap<string, string> | null
}
const blank: Line = { itemId: '', way: 'out', quantity: '', cost: '', pieces: null }

/** A new adjustment of stock: its reason says which lines it may have, and what is asked besides. */
export function CorrectionForm() {
  const items = useQuery(itemApi.listSelection.queryOptions())
  return (
    <Loaded query={items} height={320}>
      {(all) => <Form items={all.filter(({ isEnabled }) => isEnabled)} />}
    </Loaded>
  )
}

function Form({ items }: { items: readonly StockItem[] }) {
  const say = useTexts(texts)
  const places = usePlaces()
  const branchId = places?.branches[0]?.id
  if (branchId === undefined) return null
  const sent = (head: Head, lines: readonly Line[]) => ({
    ...head,
    counterId: head.counterId === vault ? null : head.counterId,
    lines: lines.map(({ itemId, way, quantity, cost, pieces }) => ({
      itemId,
      way,
      quantity: numberOf(quantity),
      cost: cost === '' ? null : numberOf(cost),
      pieces: piecesSent(items, itemId, pieces),
    })),
  })
  return (
    <LinesForm<Head, Line>
      texts={texts}
      home="/inventory/adjustments"
      title={say('create')}
      about={say('about.create')}
      initial={{
        reason: 'counterfeit',
        branchId,
        counterId: vault,
        note: '',
        serials: '',
        broughtBy: '',
        reference: '',
        dealNumber: '',
      }}
      blank={blank}
      fields={(form) => <HeadFields form={form} />}
      columns={(head) => columnsOf(head, items, say)}
      isFilled={({ itemId }) => itemId !== ''}
      under={piecesUnder<Line>(items, texts)}
      foot={(form) => <FootFields form={form} />}
      submits={[
        { text: 'create', call: (head, lines) => api.create.call(sent(head, lines)) },
        {
          text: 'createAndProcess',
          said: 'createAndProcess',
          call: (head, lines) => api.createAndProcess.call(sent(head, lines)),
        },
      ]}
    />
  )
}

function columnsOf(
  head: Head,
  items: readonly StockItem[],
  say: (key: string) => string,
): readonly LineField<Line>[] {
  return [
    itemField<Line>(items),
    {
      key: 'way',
      kind: 'choice',
      width: 130,
      choices: waysOf[head.reason].map((value) => ({ value, label: say(`values.way.${value}`) })),
    },
    { key: 'quantity', kind: 'number', isFixed: ({ pieces }) => pieces !== null },
    ...(head.reason === 'correction'
      ? [{ key: 'cost', kind: 'number', isOff: ({ way }: Line) => way === 'out' } as const]
      : []),
  ]
}

function HeadFields({ form: { head, set, faultAt, texts: say } }: { form: HeadForm<Head> }) {
  const places = usePlaces()
  const stock = useTexts('inventory:stock')
  const drawers = (places?.drawers ?? []).filter((one) => one.branchId === head.branchId)
  const select = (
    key: 'branchId' | 'counterId' | 'reason',
    data: { value: string; label: string }[],
    onChange: (value: string) => void,
  ) => (
    <Select
      label={say(`fields.${key}`)}
      w={220}
      searchable
      selectFirstOptionOnChange
      data={data}
      value={head[key]}
      error={faultAt(key)}
      onChange={(value) => value !== null && onChange(value)}
    />
  )
  return (
    <>
      {select(
        'reason',
        reasons.map((value) => ({ value, label: say(`values.reason.${value}`) })),
        (value) => set({ reason: value as Reason }),
      )}
      {select(
        'branchId',
        (places?.branches ?? []).map(({ id, name }) => ({ value: id, label: name })),
        (value) => set({ branchId: value, counterId: vault }),
      )}
      {select(
        'counterId',
        [
          { value: vault, label: stock('vault') },
          ...drawers.map(({ id, name }) => ({ value: id, label: name.split(' · ').at(-1) ?? name })),
        ],
        (value) => set({ counterId: value }),
      )}
    </>
  )
}

const ofCounterfeits = ['serials', 'broughtBy', 'reference', 'dealNumber'] as const

function FootFields({ form: { head, set, faultAt, texts: say } }: { form: HeadForm<Head> }) {
  return (
    <>
      {(head.reason === 'counterfeit' ? (['note', ...ofCounterfeits] as const) : (['note'] as const)).map(
        (key) => (
          <TextInput
            key={key}
            label={say(`fields.${key}`)}
            withAsterisk={key === 'note'}
            maxLength={key === 'serials' ? 1000 : 200}
            value={head[key]}
            error={faultAt(key)}
            onChange={(event) => set({ [key]: event.currentTarget.value })}
          />
        ),
      )}
    </>
  )
}
