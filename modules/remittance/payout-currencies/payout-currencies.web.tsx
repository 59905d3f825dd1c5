import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { payoutCurrencies } from './payout-currencies.contract.ts'

export const { List, Detail } = resource({
  texts: 'remittance:payoutCurrencies',
  home: '/settings/payout-currencies',
  api: bindContract(payoutCurrencies),
  name: ({ currency }) => currency,
  search: ['currency'],
  columns: [
    { key: 'currency', kind: 'code', width: 140 },
    { key: 'minimum', kind: 'number', width: 150 },
    { key: 'maximum', kind: 'number', width: 150 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'currency', kind: 'code' },
        { key: 'minimum', kind: 'number' },
        { key: 'maximum', kind: 'number' },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
