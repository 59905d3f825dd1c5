import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { versionsText } from '#modules/ledger/public.web.tsx'
import { taxes } from './taxes.contract.ts'
import { taxKinds } from './taxes.domain.ts'

export const { List, Detail } = resource({
  texts: 'retail:taxes',
  home: '/pos-retail/taxes',
  api: bindContract(taxes),
  name: ({ name }) => name,
  search: ['code', 'name'],
  useChoices: () => ({ kind: taxKinds }),
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 220 },
    { key: 'kind', kind: 'value', width: 140 },
    { key: 'isIncluded', kind: 'yesNo', width: 130 },
    { key: 'isDefault', kind: 'yesNo', width: 130 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        { key: 'name' },
        { key: 'kind', kind: 'value' },
        { key: 'isIncluded', kind: 'yesNo' },
        { key: 'isDefault', kind: 'yesNo' },
        { key: 'versions', cell: (versions) => versionsText(versions) || null },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
