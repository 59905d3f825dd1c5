import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { companyCurrencies } from '../company-currencies/company-currencies.contract.ts'
import { CurrencyLabel } from '../iso/flag.web.tsx'
import { type SubCurrency, subCurrencies, subCurrencyKinds } from './sub-currencies.contract.ts'

const currencyApi = bindContract(companyCurrencies)

const currency = {
  key: 'currencyCode',
  cell: (code, { flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} />,
} as const satisfies Fact<SubCurrency>

export const { List, Detail } = resource({
  texts: 'currencies:subCurrencies',
  home: '/settings/sub-currency-setting',
  api: bindContract(subCurrencies),
  name: ({ name }) => name,
  search: ['code', 'name'],
  useChoices: () => ({
    currencyId: (useQuery(currencyApi.getSettings.queryOptions()).data ?? []).map(({ id, code }) => ({
      value: id,
      label: code,
    })),
    kind: subCurrencyKinds,
  }),
  columns: [
    { key: 'code', kind: 'code', width: 120 },
    { key: 'name', width: 220 },
    { ...currency, width: 110 },
    { key: 'kind', kind: 'value', width: 140 },
    { key: 'hasOwnStock', kind: 'yesNo', width: 120 },
    { ...enabled, width: 130 },
    { key: 'createdAt', kind: 'dateTime', width: 190 },
  ],
  groups: [
    {
      name: 'facts',
      facts: [
        { key: 'code', kind: 'code' },
        currency,
        { key: 'kind', kind: 'value' },
        { key: 'hasOwnStock', kind: 'yesNo' },
        { key: 'faceValues', cell: (values) => values.join(' ') || null },
        { key: 'createdAt', kind: 'dateTime' },
      ],
    },
  ],
})
