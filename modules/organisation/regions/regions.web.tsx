import type { ReactNode } from 'react'
import { bindContract } from '#kit/web/api.web.ts'
import { enabled, resource } from '#kit/web/resource/resource.web.tsx'
import { type Region, regions } from './regions.contract.ts'

const api = bindContract(regions)

/** The screens of regions; a region's branches go below its facts. */
export const regionPages = (below: (region: Region) => ReactNode) =>
  resource({
    texts: 'organisation:regions',
    home: '/account-management/region',
    api,
    name: ({ name }) => name,
    search: ['code', 'name'],
    columns: [
      { key: 'code', kind: 'code', width: 120 },
      { key: 'name', width: 260 },
      { key: 'branchCount', kind: 'number', width: 110 },
      { ...enabled, width: 130 },
      { key: 'createdAt', kind: 'dateTime', width: 190 },
    ],
    groups: [
      {
        name: 'facts',
        facts: [{ key: 'code', kind: 'code' }, { key: 'name' }, { key: 'createdAt', kind: 'dateTime' }],
      },
    ],
    below,
  })
