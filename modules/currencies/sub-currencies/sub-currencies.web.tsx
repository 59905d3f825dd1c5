import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { companyCurrencies } from '../company-currencies/company-currencies.contract.ts'
import { CurrencyLabel } from '../iso/flag.web.tsx'
import { type SubCurrency, subCurrencies } from './sub-currencies.contract.ts'

const api = bindContract(subCurrencies)
const currencyApi = bindContract(companyCurrencies)
const place = 'currencies:subCurrencies'
const home = '/settings/sub-currency-setting'

const shared = [
  { key: 'kind', kind: 'value' },
  { key: 'hasOwnStock', kind: 'yesNo' },
  { key: 'faceValues', cell: (values) => values.join(' ') || null },
  { key: 'createdAt', kind: 'dateTime' },
] as const satisfies readonly Fact<SubCurrency>[]
const currency: Fact<SubCurrency> = {
  key: 'currencyCode',
  cell: (code, { flagCode }) => <CurrencyLabel code={code} flagCode={flagCode} />,
}
const code: Fact<SubCurrency> = { key: 'code', kind: 'code' }
const enabled: Fact<SubCurrency> = {
  key: 'isEnabled',
  kind: 'badge',
  tones: { true: 'done', false: 'ended' },
}
const columns: readonly ListColumn<SubCurrency>[] = [
  { key: 'code', kind: 'code', width: 120 },
  { key: 'name', width: 220 },
  { ...(currency as ListColumn<SubCurrency>), width: 110 },
  { key: 'kind', kind: 'value', width: 140 },
  { key: 'hasOwnStock', kind: 'yesNo', width: 120 },
  { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' }, width: 130 },
  { key: 'createdAt', kind: 'dateTime', width: 190 },
]

const acting = {
  texts: place,
  api,
  list: home,
  edit: ({ id }: SubCurrency) => `${home}/update/${id}`,
  name: ({ name }: SubCurrency) => name,
}

export function SubCurrencyList() {
  const acts = useRowActs(acting)
  const currencies = useQuery(currencyApi.getSettings.queryOptions()).data ?? []
  return (
    <ListPage
      texts={place}
      list={api.list}
      columns={columns}
      search={['code', 'name']}
      choices={{
        currencyId: currencies.map((one) => ({ value: one.id, label: one.code })),
        kind: ['largeNotes', 'smallNotes', 'oldSeries', 'coins', 'other'],
      }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={place} row={row} facts={[code, currency, ...shared, enabled]} />}
      menu={acts}
    />
  )
}

export function SubCurrencyDetail() {
  const { id = '' } = useParams({ strict: false })
  const acts = useRowActs(acting)
  return (
    <DetailPage
      texts={place}
      get={api.getById}
      id={id}
      title={({ name }) => name}
      back={home}
      badge={enabled}
      groups={[{ name: 'facts', facts: [code, currency, ...shared] }]}
      actions={(row) => <RowActs acts={acts(row)} />}
    />
  )
}
