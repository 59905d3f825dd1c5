import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { numberOf } from '#kit/web/document/line-fields.web.tsx'
import { type HeadForm, LinesForm } from '#kit/web/document/lines-form.web.tsx'
import { groupDigits } from '#kit/web/format.web.ts'
import { Loaded } from '#kit/web/loaded.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { items } from '../items/items.contract.ts'
import { goodsReceipts, type Receipt, type ReceiptDetail } from './receipts.contract.ts'
import { receiptWorkflow } from './receipts.domain.ts'

const api = bindContract(goodsReceipts)
const itemApi = bindContract(items)
const branchApi = bindContract(branches)
const texts = 'retail:receipts'
const home = '/pos-retail/adjustments'
type Line = ReceiptDetail['lines'][number]

export const { List, Detail } = documentPages<Receipt, ReceiptDetail, typeof receiptWorkflow, Line>({
  texts,
  home,
  api,
  workflow: receiptWorkflow,
  tones: { posted: 'done' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 170 },
    { key: 'branch', width: 190 },
    { key: 'supplier', width: 200 },
    { key: 'invoice', width: 140 },
    { key: 'value', kind: 'number', width: 130 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 170 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'branch' },
    { key: 'supplier' },
    { key: 'invoice' },
    { key: 'businessDate', kind: 'date' },
    { key: 'value', kind: 'number' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number', 'supplier'],
  useChoices: () => ({ branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [] }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ itemId }) => itemId,
    columns: [
      { key: 'itemId', isHead: true, cell: ({ sku, name }) => `${sku} · ${name}` },
      { key: 'quantity', isNumber: true, cell: ({ quantity }) => groupDigits(quantity) },
      { key: 'cost', isNumber: true, cell: ({ cost }) => groupDigits(cost) },
    ],
  },
})

const blank = { itemId: '', quantity: '', cost: '' }
const emptyHead = { branchId: '', supplier: '', invoice: '' }

/** Goods that a supplier has delivered. */
export function ReceiptForm() {
  const say = useTexts(texts)
  const query = useQuery(itemApi.listSelection.queryOptions())
  return (
    <Loaded query={query} height={320}>
      {(all) => (
        <LinesForm<typeof emptyHead, typeof blank>
          texts={texts}
          title={say('create')}
          about={say('about.create')}
          home={home}
          initial={emptyHead}
          blank={blank}
          fields={(form) => <Head form={form} />}
          columns={[
            {
              key: 'itemId',
              kind: 'choice',
              width: 300,
              choices: all
                .filter(({ kind }) => kind === 'goods')
                .map(({ id, sku, name }) => ({ value: id, label: `${sku} · ${name}` })),
            },
            { key: 'quantity', kind: 'number', width: 120 },
            { key: 'cost', kind: 'number', width: 160 },
          ]}
          isFilled={({ itemId }) => itemId !== ''}
          submits={[
            {
              text: 'create',
              call: (head, lines) =>
                api.create.call({
                  ...head,
                  lines: lines.map(({ itemId, quantity, cost }) => ({
                    itemId,
                    quantity: numberOf(quantity),
                    cost: numberOf(cost),
                  })),
                }),
            },
          ]}
        />
      )}
    </Loaded>
  )
}

/** Where it came, from whom and by which invoice. */
function Head({ form: { head, set, faultAt, texts: label } }: { form: HeadForm<typeof emptyHead> }) {
  const query = useQuery(branchApi.listSelection.queryOptions())
  return (
    <>
      <Select
        label={label('fields.branchId')}
        w={240}
        searchable
        selectFirstOptionOnChange
        data={(query.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        value={head.branchId || null}
        error={faultAt('branchId')}
        onChange={(value) => set({ branchId: value ?? '' })}
      />
      {(['supplier', 'invoice'] as const).map((key) => (
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
