import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { taxes } from '../taxes/taxes.contract.ts'
import { categories } from './categories.contract.ts'

const api = bindContract(categories)
const taxApi = bindContract(taxes)

export const { List, Detail } = resource({
  texts: 'retail:categories',
  home: '/pos-retail/categories',
  api,
  name: ({ name }) => name,
  search: ['code', 'name'],
  useChoices: () => ({
    parentId: useQuery(api.listSelection.queryOptions()).data ?? [],
    taxId: useQuery(taxApi.listSelection.queryOptions()).data ?? [],
  }),
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 220 },
    { key: 'parent', width: 180 },
    { key: 'tax', width: 160 },
    { key: 'sortOrder', kind: 'number', width: 90 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'parent' },
        { key: 'tax' },
        { key: 'sortOrder', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
