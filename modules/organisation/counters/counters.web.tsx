import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { bindContract } from '#kit/web/api.web.ts'
import { DetailPage, FactList } from '#kit/web/detail/detail-page.web.tsx'
import { RowActs, useRowActs } from '#kit/web/detail/row-acts.web.tsx'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import type { Fact } from '#kit/web/values.web.tsx'
import { branches } from '../branches/branches.contract.ts'
import { type Counter, type CounterDetail, counters } from './counters.contract.ts'

const api = bindContract(counters)
const branchApi = bindContract(branches)
const texts = 'organisation:counters'
const home = '/account-management/counter'

const facts: readonly Fact<CounterDetail>[] = [
  { key: 'code', kind: 'code' },
  { key: 'name' },
  { key: 'branchName' },
  { key: 'createdAt', kind: 'dateTime' },
]
const enabled: Fact<CounterDetail> = {
  key: 'isEnabled',
  kind: 'badge',
  tones: { true: 'done', false: 'ended' },
}
const columns: readonly ListColumn<CounterDetail>[] = [
  { key: 'code', kind: 'code', width: 120 },
  { key: 'name', width: 220 },
  { key: 'branchName', width: 240 },
  { key: 'isEnabled', kind: 'badge', tones: { true: 'done', false: 'ended' }, width: 130 },
  { key: 'createdAt', kind: 'dateTime', width: 190 },
]

const acting = {
  texts,
  api,
  list: home,
  edit: ({ id }: Counter) => `${home}/update/${id}`,
  name: ({ name }: Counter) => name,
}

const useBranches = () => useQuery(branchApi.listSelection.queryOptions()).data

export function CounterList() {
  const acts = useRowActs(acting)
  const branchId = useBranches() ?? []
  return (
    <ListPage
      texts={texts}
      list={api.list}
      columns={columns}
      search={['code', 'name']}
      choices={{ branchId }}
      create={{ to: `${home}/create`, api }}
      open={({ id }) => `${home}/${id}`}
      panel={(row) => <FactList texts={texts} row={row} facts={[...facts, enabled]} />}
      menu={acts}
    />
  )
}

export function CounterDetail() {
  const { id = '' } = useParams({ strict: false })
  const acts = useRowActs(acting)
  return (
    <DetailPage
      texts={texts}
      get={api.getById}
      id={id}
      title={({ name }) => name}
      back={home}
      badge={enabled}
      groups={[{ name: 'facts', facts }]}
      actions={(row) => <RowActs acts={acts(row)} />}
    />
  )
}
