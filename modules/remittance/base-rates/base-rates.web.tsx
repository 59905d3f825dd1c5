import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { payoutBaseRates } from './base-rates.contract.ts'

export const { List, Detail } = resource({
  texts: 'remittance:payoutBaseRates',
  home: '/settings/payout-base-rate',
  api: bindContract(payoutBaseRates),
  name: ({ currency }) => currency,
  search: ['currency'],
  columns: [
    { key: 'currency', kind: 'code', width: 140 },
    { key: 'rate', kind: 'rate', width: 160 },
    { key: 'validTo', kind: 'date', width: 140 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'currency', kind: 'code' },
        { key: 'rate', kind: 'rate' },
        { key: 'validTo', kind: 'date' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
