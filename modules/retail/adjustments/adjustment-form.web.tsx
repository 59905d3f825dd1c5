import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type LineField, numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { places as placeList } from '#modules/inventory/places/places.contract.ts'
import { items } from '../items/items.contract.ts'
import type { Tracking } from '../items/items.domain.ts'
import { SerialSheet } from '../serials/serial-sheet.web.tsx'
import { readSerials } from '../serials/serials.domain.ts'
import { goodsAdjustments } from './adjustments.contract.ts'
import { type Reason, reasons, supplied } from './adjustments.domain.ts'

const api = bindContract(goodsAdjustments)
const itemApi = bindContract(items)
const placeApi = bindContract(placeList)
const texts = 'retail:adjustments'
const home = '/pos-retail/adjustments'

const blank = { itemId: '', quantity: '', cost: '', serials: '', batches: '', expiresOn: '' }
type Line = typeof blank
type Choice = { id: string; sku: string; name: string; kind: string; tracking: Tracking }
/** Its place is `<branch>` or `<branch>/<counter>`. */
const emptyHead = { place: '', reason: 'receipt' as Reason, supplier: '', invoice: '', note: '' }

/** Goods that come in or go out, and why. */
export function AdjustmentForm() {
  const say = useTexts(texts)
  const query = useQuery(itemApi.listSelection.queryOptions())
  const trackingOf = (itemId: string) => query.data?.find(({ id }) => id === itemId)?.tracking
  return (
    <Loaded query={query} height={320}>
      {(all) => (
        <LinesForm<typeof emptyHead, Line>
          texts={texts}
          title={say('create')}
          about={say('about.create')}
          home={home}
          initial={emptyHead}
          blank={blank}
          fields={(form) => <Head form={form} />}
          columns={columnsFor(all)}
          foot={(_, { filled, add }) =>
            all.some(({ tracking }) => tracking === 'serial') && (
              <SerialSheet add={(found) => add(found.map((one) => lineOf(one, all, filled.at(-1))))} />
            )
          }
          isFilled={({ itemId }) => itemId !== ''}
          submits={[
            {
              text: 'create',
              call: ({ place, ...head }, lines) =>
                api.create.call({
                  ...head,
                  ...endOf(place),
                  lines: lines.map((line) => sentLine(line, trackingOf(line.itemId))),
                }),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

/** Serials and batches are asked for where any item is kept by them. */
function columnsFor(all: readonly Choice[]): LineField<Line>[] {
  const goods = all.filter(({ kind }) => kind === 'goods')
  const isOff = (wanted: Tracking) => (line: Line) =>
    goods.find(({ id }) => id === line.itemId)?.tracking !== wanted
  const column = (key: keyof Line, width: number, wanted: Tracking): LineField<Line>[] =>
    goods.some(({ tracking }) => tracking === wanted)
      ? [{ key, kind: 'text', width, isOff: isOff(wanted) }]
      : []
  return [
    {
      key: 'itemId',
      kind: 'choice',
      width: 300,
      choices: goods.map(({ id, sku, name }) => ({ value: id, label: `${sku} · ${name}` })),
    },
    { key: 'quantity', kind: 'number', width: 120 },
    { key: 'cost', kind: 'number', width: 130 },
    ...column('serials', 220, 'serial'),
    ...column('batches', 120, 'batch'),
    ...column('expiresOn', 130, 'batch'),
  ]
}

/** The line of a serial of a sheet: of the item that it names, else of that of the last line. */
const lineOf = (
  { sku, serial }: { sku: string; serial: string },
  all: readonly Choice[],
  last: Line | undefined,
): Line => ({
  ...blank,
  itemId: all.find((item) => item.sku === sku)?.id ?? last?.itemId ?? '',
  quantity: '1',
  cost: last?.cost ?? '',
  serials: serial,
})

/** A line as it is sent: serials one on a line or apart by a semicolon, a batch with its last day. */
function sentLine(
  { itemId, quantity, cost, serials, batches, expiresOn }: Line,
  tracking: Tracking | undefined,
) {
  const named = tracking === 'serial' ? readSerials(serials) : []
  const units = quantity ? numberOf(quantity) : String(named.length)
  return {
    itemId,
    quantity: units,
    cost: cost ? numberOf(cost) : '0',
    serials: named,
    batches:
      tracking === 'batch' && batches.trim() !== ''
        ? [{ code: batches.trim(), quantity: units, expiresOn: expiresOn.trim() || null }]
        : [],
  }
}

function endOf(place: string) {
  const [branchId = '', counterId = null] = place.split('/')
  return { branchId, counterId }
}

/** Where, why, and with which supplier. */
function Head({ form: { head, set, faultAt, texts: label } }: { form: HeadForm<typeof emptyHead> }) {
  const stock = useTexts('inventory:stock')
  const query = useQuery(placeApi.list.queryOptions())
  const choices = (query.data ?? [])
    .filter(({ isOwn }) => isOwn)
    .map(({ branchId, branch, counterId, counter }) => ({
      value: counterId === null ? branchId : `${branchId}/${counterId}`,
      label: `${branch} · ${counter ?? stock('store')}`,
    }))
  const fields = supplied.includes(head.reason)
    ? (['supplier', 'invoice', 'note'] as const)
    : (['note'] as const)
  return (
    <>
      <Select
        label={label('fields.place')}
        w={260}
        searchable
        selectFirstOptionOnChange
        data={choices}
        value={head.place || null}
        error={faultAt('counterId') ?? faultAt('branchId')}
        onChange={(value) => set({ place: value ?? '' })}
      />
      <Select
        label={label('fields.reason')}
        w={200}
        data={reasons.map((value) => ({ value, label: label(`values.reason.${value}`) }))}
        value={head.reason}
        error={faultAt('reason')}
        onChange={(value) => set({ reason: reasons.find((one) => one === value) ?? 'receipt' })}
      />
      {fields.map((key) => (
        <TextInput
          key={key}
          label={label(`fields.${key}`)}
          w={200}
          maxLength={60}
          value={head[key]}
          error={faultAt(key)}
          onChange={(event) => set({ [key]: event.currentTarget.value })}
        />
      ))}
    </>
  )
}
