import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { providers } from '../providers/providers.contract.ts'
import {
  type StatementDifference,
  type StatementDifferenceDetail,
  statementDifferences,
} from './statement-differences.contract.ts'
import { differenceKinds, differenceStates, differenceWorkflow } from './statement-differences.domain.ts'

const api = bindContract(statementDifferences)
const branchApi = bindContract(branches)
const providerApi = bindContract(providers)
const money = { kind: 'money', currency: 'currency' } as const

/** What the books and statements of partners do not say alike, and what was decided on it. */
export const { List, Detail } = documentPages<
  StatementDifference,
  StatementDifferenceDetail,
  typeof differenceWorkflow,
  never
>({
  texts: 'remittance:differences',
  home: '/remittance/statement-differences',
  api,
  workflow: differenceWorkflow,
  tones: { open: 'attention', disputed: 'waiting', accepted: 'done', explained: 'ended' },
  title: ({ provider, reference, day }) => `${provider} · ${reference || day}`,
  columns: [
    { key: 'reference', kind: 'code', width: 190 },
    { key: 'providerId', width: 180, cell: (_, { provider }) => provider },
    { key: 'kind', kind: 'value', width: 210 },
    { key: 'movement', kind: 'value', width: 130 },
    { key: 'ours', ...money, width: 170 },
    { key: 'theirs', ...money, width: 170 },
    { key: 'amount', ...money, width: 170 },
    { key: 'state', kind: 'badge', width: 140 },
    { key: 'day', kind: 'date', width: 130 },
    { key: 'foundAt', kind: 'dateTime', place: 'branchId', width: 190, hidden: true },
  ],
  facts: [
    { key: 'provider' },
    { key: 'kind', kind: 'value' },
    { key: 'reference' },
    { key: 'movement', kind: 'value' },
    { key: 'day', kind: 'date' },
    { key: 'ours', ...money },
    { key: 'theirs', ...money },
    { key: 'amount', ...money },
    { key: 'reason' },
    { key: 'branch' },
    { key: 'foundAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['reference'],
  useChoices: () => ({
    state: differenceStates,
    kind: differenceKinds,
    providerId: useQuery(providerApi.listSelection.queryOptions()).data ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
})
