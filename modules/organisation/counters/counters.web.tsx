import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { branches } from '../branches/branches.contract.ts'
import { counters } from './counters.contract.ts'

const branchApi = bindContract(branches)

export const { List, Detail } = resource({
  texts: 'organisation:counters',
  home: '/account-management/counter',
  api: bindContract(counters),
  name: ({ name }) => name,
  search: ['code', 'name'],
  useChoices: () => ({ branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [] }),
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 220 },
    { key: 'branchName', width: 240 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'branchName' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
