import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { lowLimits } from './low-limits.contract.ts'

const providerApi = bindContract(providers)

export const { List, Detail } = resource({
  texts: 'remittance:lowLimits',
  home: '/settings/provider-balance-settings',
  api: bindContract(lowLimits),
  name: ({ provider }) => provider,
  search: [],
  useChoices: () => ({ providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [] }),
  columns: [
    { key: 'providerId', width: 240, cell: (_, { provider }) => provider },
    { key: 'amount', kind: 'money', currency: 'currency', width: 180 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'provider' },
        { key: 'amount', kind: 'money', currency: 'currency' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
