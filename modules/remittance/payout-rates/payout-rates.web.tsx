import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { providers } from '../providers/providers.contract.ts'
import { countryName } from '../recipients/country.web.ts'
import { payoutRates } from './payout-rates.contract.ts'

const providerApi = bindContract(providers)

export const { List, Detail } = resource({
  texts: 'remittance:payoutRates',
  home: '/settings/payout-rates',
  api: bindContract(payoutRates),
  name: ({ provider, country, currency }) => `${provider} · ${country} ${currency}`,
  search: ['country', 'currency'],
  useChoices: () => ({ providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [] }),
  columns: [
    { key: 'providerId', width: 180, cell: (_, { provider }) => provider },
    { key: 'country', width: 150, cell: countryName },
    { key: 'currency', kind: 'code', width: 110 },
    { key: 'method', kind: 'value', width: 130 },
    { key: 'rate', kind: 'rate', width: 130 },
    { key: 'costRate', kind: 'rate', width: 130 },
    { key: 'margin', kind: 'percent', width: 100 },
    { key: 'amountFrom', kind: 'number', width: 120 },
    { key: 'amountTo', kind: 'number', width: 120 },
    { key: 'validTo', kind: 'date', width: 120 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'provider' },
        { key: 'country', cell: countryName },
        { key: 'currency', kind: 'code' },
        { key: 'method', kind: 'value' },
        { key: 'rate', kind: 'rate' },
        { key: 'costRate', kind: 'rate' },
        { key: 'margin', kind: 'percent' },
        { key: 'fixedRate', kind: 'rate' },
        { key: 'amountFrom', kind: 'number' },
        { key: 'amountTo', kind: 'number' },
        { key: 'validTo', kind: 'date' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
