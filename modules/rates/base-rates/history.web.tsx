import { bindContract } from '#kit/web/api.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { CurrencyLabel } from '#modules/currencies/public.web.tsx'
import { useCurrencyChoices } from '../scoped-rates/scoped-rates.web.tsx'
import { baseRates, type RateVersion } from './base-rates.contract.ts'

const api = bindContract(baseRates)

const columns: readonly ListColumn<RateVersion>[] = [
  {
    key: 'currencyId',
    width: 120,
    cell: (_, { code, flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} />,
  },
  { key: 'publishedAt', kind: 'dateTime', width: 190 },
  { key: 'mid', kind: 'rate', width: 130 },
  { key: 'quoteUnit', kind: 'number', width: 110 },
  { key: 'source', kind: 'value', width: 180 },
  { key: 'author', width: 180 },
  { key: 'reason', width: 320 },
]

/** Every mid that was ever published, with who, when, why and from where; of one currency by a filter. */
export function BaseRateHistory() {
  const choices = { currencyId: useCurrencyChoices().data ?? [] }
  return <ListPage texts="rates:history" list={api.history} columns={columns} choices={choices} />
}
