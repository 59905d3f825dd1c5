import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { bindContract, can } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { useTexts } from '#kit/web/texts.web.ts'
import { company } from '../company/company.contract.ts'
import { regions } from '../regions/regions.contract.ts'
import { type Branch, branches } from './branches.contract.ts'

const api = bindContract(branches)
const regionApi = bindContract(regions)
const companyApi = bindContract(company)
const texts = 'organisation:branches'

/** The time that a branch without its own keeps. */
function CompanyZone() {
  const t = useTexts(texts)
  const own = useQuery({
    ...companyApi.getDetail.queryOptions(),
    enabled: can('view_company_information'),
  }).data
  return own ? t('companyZone', { zone: own.timeZone }) : null
}

/** The screens of branches; a branch's counters go below its facts. */
export const branchPages = (below: (branch: Branch) => ReactNode) =>
  resource({
    texts,
    home: '/account-management/branch',
    api,
    name: ({ name }) => name,
    search: ['code', 'name'],
    useChoices: () => ({ regionId: useQuery(regionApi.listSelection.queryOptions()).data ?? [] }),
    columns: [
      { key: 'code', kind: 'code', width: 110 },
      { key: 'name', width: 220 },
      { key: 'regionName', width: 180 },
      { key: 'phone', kind: 'code', width: 150 },
      { key: 'counterCount', kind: 'number', width: 110 },
      { key: 'isOnlyView', kind: 'yesNo', width: 110 },
      { ...enabled, width: 130 },
      { key: 'createdAt', kind: 'dateTime', width: 190, hidden: true },
    ],
    groups: [
      {
        name: 'facts',
        facts: [
          { key: 'code', kind: 'code' },
          { key: 'name' },
          { key: 'regionName' },
          { key: 'isOnlyView', kind: 'yesNo' },
          { key: 'isHeadOffice', kind: 'yesNo' },
          { key: 'timeZone', cell: (zone) => zone ?? <CompanyZone /> },
          { key: 'createdAt', kind: 'dateTime' },
        ],
      },
      {
        name: 'contact',
        facts: [{ key: 'address' }, { key: 'phone', kind: 'code' }, { key: 'receiptHeader' }],
      },
    ],
    below,
  })
