import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { categories } from '../categories/categories.contract.ts'
import { PrintLabels } from '../printing/print-labels.web.tsx'
import { taxes } from '../taxes/taxes.contract.ts'
import { commissionsText } from './commissions.web.ts'
import { items } from './items.contract.ts'
import { itemKinds } from './items.domain.ts'

const categoryApi = bindContract(categories)
const taxApi = bindContract(taxes)

export const { List, Detail } = resource({
  texts: 'retail:items',
  home: '/pos-retail/items',
  api: bindContract(items),
  name: ({ name }) => name,
  search: ['sku', 'name'],
  useChoices: () => ({
    kind: itemKinds,
    categoryId: useQuery(categoryApi.listSelection.queryOptions()).data ?? [],
    taxId: useQuery(taxApi.listSelection.queryOptions()).data ?? [],
  }),
  below: ({ id }) => <PrintLabels itemId={id} />,
  columns: [
    { key: 'sku', kind: 'code', width: 130 },
    { key: 'name', width: 240 },
    { key: 'kind', kind: 'value', width: 110 },
    { key: 'category', width: 160 },
    { key: 'tax', width: 140 },
    { key: 'price', kind: 'number', width: 120 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'sku', kind: 'code' },
        { key: 'name' },
        { key: 'kind', kind: 'value' },
        { key: 'unit' },
        { key: 'tracking', kind: 'value' },
        { key: 'soldOut', kind: 'value' },
        { key: 'category' },
        { key: 'supplier' },
        { key: 'barcodes', cell: (codes) => codes.map(barcodeText).join('\n') || null },
        { key: 'reorderLevel', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
    {
      name: 'price',
      facts: [
        { key: 'priceMode', kind: 'value' },
        { key: 'price', kind: 'number' },
        { key: 'leastPrice', kind: 'number' },
        { key: 'mostPrice', kind: 'number' },
        { key: 'tax' },
        { key: 'taxMode', kind: 'value' },
        { key: 'commissions', cell: (versions) => commissionsText(versions) || null },
        { key: 'principal' },
        { key: 'isUndiscounted', kind: 'yesNo' },
        { key: 'asksCustomer', kind: 'yesNo' },
        { key: 'isPrecious', kind: 'yesNo' },
      ],
    },
  ],
})

const barcodeText = ({ code, units }: { code: string; units: number }) =>
  units === 1 ? code : `${code} = ${units}`
