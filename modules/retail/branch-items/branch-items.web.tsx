import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { taxes } from '../taxes/taxes.contract.ts'
import { branchItems } from './branch-items.contract.ts'

const api = bindContract(branchItems)
const taxApi = bindContract(taxes)
const branchApi = bindContract(branches)

export const { List, Detail } = resource({
  texts: 'retail:branchItems',
  home: '/pos-retail/branch-item-setting',
  api,
  name: ({ item, branch }) => `${item} · ${branch}`,
  search: ['sku', 'item'],
  useChoices: () => ({
    taxId: useQuery(taxApi.listSelection.queryOptions()).data ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  columns: [
    { key: 'branch', width: 200 },
    { key: 'sku', kind: 'code', width: 120 },
    { key: 'item', width: 220 },
    { key: 'price', kind: 'number', width: 110 },
    { key: 'holds', width: 160 },
    { key: 'setBy', kind: 'value', width: 140 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'branch' },
        { key: 'sku', kind: 'code' },
        { key: 'item' },
        { key: 'price', kind: 'number' },
        { key: 'tax' },
        { key: 'holds' },
        { key: 'setBy', kind: 'value' },
        { key: 'reorderLevel', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
      ],
    },
  ],
})
