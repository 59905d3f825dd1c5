import { useQuery } from '@tanstack/react-query'
import { groupDigits } from '#kit/domain/digits.domain.ts'
import { bindContract } from '#kit/web/api.web.ts'
import { documentPages } from '#kit/web/document/document-pages.web.tsx'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { principals } from '../principals/principals.contract.ts'
import { type Settlement, type SettlementDetail, settlements } from './settlements.contract.ts'
import { settlementStates, settlementWorkflow } from './settlements.domain.ts'

const api = bindContract(settlements)
const branchApi = bindContract(branches)
const principalApi = bindContract(principals)
const home = '/pos-retail/principal-settlements'
type Line = SettlementDetail['lines'][number]

export const { List, Detail } = documentPages<Settlement, SettlementDetail, typeof settlementWorkflow, Line>({
  texts: 'retail:settlements',
  home,
  api,
  workflow: settlementWorkflow,
  tones: { pending: 'waiting', posted: 'done', rejected: 'ended', cancelled: 'ended' },
  title: (row) => row.number,
  columns: [
    { key: 'number', kind: 'code', width: 200 },
    { key: 'principal', width: 220 },
    { key: 'until', kind: 'date', width: 150 },
    { key: 'branch', width: 190 },
    { key: 'amount', kind: 'number', width: 130 },
    { key: 'state', kind: 'badge', width: 150 },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId', width: 190 },
    { key: 'author', width: 150 },
  ],
  facts: [
    { key: 'principal' },
    { key: 'until', kind: 'date' },
    { key: 'branch' },
    { key: 'mode' },
    { key: 'amount', kind: 'number' },
    { key: 'businessDate', kind: 'date' },
    { key: 'reference' },
    { key: 'author' },
    { key: 'createdAt', kind: 'dateTime', place: 'branchId' },
  ],
  search: ['number'],
  useChoices: () => ({
    state: settlementStates,
    principalId: useQuery(principalApi.listSelection.queryOptions()).data ?? [],
    branchId: useQuery(branchApi.listSelection.queryOptions()).data ?? [],
  }),
  place: (row) => row.branchId,
  makes: [{ text: 'create', entry: 'create', to: `${home}/create` }],
  lines: {
    of: ({ lines }) => lines,
    rowKey: ({ branchId }) => branchId,
    columns: [
      { key: 'branch', isHead: true },
      { key: 'amount', isNumber: true, cell: ({ amount }) => groupDigits(amount) },
    ],
  },
})
