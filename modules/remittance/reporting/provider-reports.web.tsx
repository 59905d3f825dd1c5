import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { type ListColumn, ListPage } from '#kit/web/list/list-page.web.tsx'
import { TextLink } from '#kit/web/parts.web.tsx'
import { outcomes, reportKinds, reportSources } from '../partners/reports.domain.ts'
import { providers } from '../providers/providers.contract.ts'
import { type ProviderReport, providerReports } from './provider-reports.contract.ts'

const api = bindContract(providerReports)
const providerApi = bindContract(providers)

const columns: readonly ListColumn<ProviderReport>[] = [
  { key: 'cameAt', kind: 'dateTime', width: 180 },
  { key: 'providerId', width: 180, cell: (_, { provider }) => provider },
  { key: 'reference', kind: 'code', width: 190 },
  { key: 'kind', kind: 'value', width: 160 },
  {
    key: 'outcome',
    kind: 'badge',
    tones: {
      applied: 'done',
      passed: 'ended',
      kept: 'waiting',
      conflict: 'attention',
      unknownReference: 'attention',
    },
    width: 190,
  },
  {
    key: 'order',
    width: 190,
    cell: (order, { orderId }) =>
      orderId === null ? null : <TextLink to={`/remittance/${orderId}`}>{order}</TextLink>,
  },
  { key: 'amount', kind: 'number', width: 150 },
  { key: 'reason', width: 220 },
  { key: 'source', kind: 'value', width: 130 },
  { key: 'occurredAt', kind: 'dateTime', width: 180 },
]

/** What providers have reported; what contradicts an order, or is of none, is looked into by a person. */
export function ProviderReports() {
  const choices = {
    providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
    kind: reportKinds,
    source: reportSources,
    outcome: outcomes,
  }
  return <ListPage texts="remittance:reports" list={api.list} columns={columns} choices={choices} />
}
