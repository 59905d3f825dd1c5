import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { countryName } from '../recipients/country.web.ts'
import { purposeCodes } from './purposes.contract.ts'

const providerApi = bindContract(providers)

export const { List, Detail } = resource({
  texts: 'remittance:purposes',
  home: '/settings/payout-partners',
  api: bindContract(purposeCodes),
  name: ({ provider, country, purpose }) => `${provider} · ${country} · ${purpose}`,
  search: ['code'],
  useChoices: () => ({ providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [] }),
  columns: [
    { key: 'providerId', width: 200, cell: (_, { provider }) => provider },
    { key: 'country', width: 160, cell: countryName },
    { key: 'purpose', kind: 'value', width: 170 },
    { key: 'code', kind: 'code', width: 140 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'provider' },
        { key: 'country', cell: countryName },
        { key: 'purpose', kind: 'value' },
        { key: 'code', kind: 'code' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
