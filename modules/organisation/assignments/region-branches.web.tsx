import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { branches } from '../branches/branches.contract.ts'
import { type Region, regions } from '../regions/regions.contract.ts'
import { regionPages } from '../regions/regions.web.tsx'
import { Members } from './assign.web.tsx'

const api = bindContract(regions)
const branchApi = bindContract(branches)

/** The screens of regions, each with its branches. */
export const { List, Detail } = regionPages((region) =>
  can('view_branches') ? <RegionBranches region={region} /> : null,
)

function RegionBranches({ region: { id, version } }: { region: Region }) {
  const own = useQuery(branchApi.getListByRegion.queryOptions({ regionId: id }))
  const all = useQuery(branchApi.listSelection.queryOptions())
  const { canUpdate } = usePermissionFlags(api)
  return (
    <Members
      texts="organisation:regions"
      query={own}
      to="/account-management/branch"
      assign={
        canUpdate &&
        own.data &&
        all.data && {
          choices: [...own.data, ...all.data],
          chosen: own.data.map((branch) => branch.id),
          save: (branchIds) => api.assignBranches.call({ id, version, branchIds }),
        }
      }
    />
  )
}
