import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from './accounts.contract.ts'

const api = bindContract(bankAccounts)
const branchApi = bindContract(branches)

export const { List, Detail } = resource({
  texts: 'bank:accounts',
  home: '/accounting/bank-account',
  api,
  name: ({ code, name }) => `${code} ${name}`,
  search: ['code', 'name', 'number'],
  useChoices: () => ({
    currencyId: useQuery(api.choices.queryOptions()).data?.currencies ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  columns: [
    { key: 'code', kind: 'code', width: 110 },
    { key: 'name', width: 190 },
    { key: 'bankName', width: 170 },
    { key: 'number', kind: 'code', width: 200 },
    { key: 'currencyId', width: 100, cell: (_, { currency }) => currency },
    { key: 'balance', kind: 'number', width: 140 },
    { key: 'value', kind: 'number', width: 140 },
    { key: 'branchId', width: 160, cell: (_, { branch }) => branch },
    { ...enabled, width: 120 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'bankName' },
        { key: 'bic', kind: 'code' },
        { key: 'number', kind: 'code' },
        { key: 'currency' },
        { key: 'branch' },
        { key: 'isShared', kind: 'yesNo' },
        { key: 'ledger' },
      ],
    },
    {
      name: 'balance',
      facts: [
        { key: 'balance', kind: 'number' },
        { key: 'value', kind: 'number' },
        { key: 'openingAmount', kind: 'number' },
        { key: 'openingValue', kind: 'number' },
        { key: 'openedOn', kind: 'date' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
