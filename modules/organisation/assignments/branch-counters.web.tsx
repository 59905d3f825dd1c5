import { useQuery } from '@tanstack/react-query'
import { bindContract, can } from '#kit/web/api.web.ts'
import { usePermissionFlags } from '#kit/web/flags.web.ts'
import { type Branch, branches } from '../branches/branches.contract.ts'
import { branchPages } from '../branches/branches.web.tsx'
import { counters } from '../counters/counters.contract.ts'
import { Members } from './assign.web.tsx'

const api = bindContract(branches)
const counterApi = bindContract(counters)

/** The screens of branches, each with its counters. */
export const { List, Detail } = branchPages((branch) =>
  can('view_counters') ? <BranchCounters branch={branch} /> : null,
)

function BranchCounters({ branch: { id, version } }: { branch: Branch }) {
  const { canUpdate } = usePermissionFlags(api)
  const own = useQuery(counterApi.getListByBranch.queryOptions({ branchId: id }))
  const all = useQuery({
    ...counterApi.list.queryOptions({
      pageSize: 1000,
      filters: [{ key: 'branchId', operator: 'NotEquals', value: id }],
    }),
    enabled: canUpdate,
  })
  const elsewhere = all.data?.items.map((counter) => ({
    id: counter.id,
    name: `${counter.branchName} / ${counter.name}`,
  }))
  return (
    <Members
      texts="organisation:branches"
      query={own}
      to="/account-management/counter"
      assign={
        canUpdate &&
        elsewhere && {
          choices: elsewhere,
          chosen: [],
          save: (counterIds) => api.assignCounters.call({ id, version, counterIds }),
        }
      }
    />
  )
}
