import { useQuery } from '@tanstack/react-query'
import { bindContract } from '#kit/web/api.web.ts'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import { branchesOf } from '#modules/organisation/structure/structure.domain.ts'

const api = bindContract(structure)

export interface Drawer {
  id: string
  /** With its branch where there is more than one. */
  name: string
  branchId: string
  /** The person works at it now. */
  isCurrent: boolean
}

/** The branches and counters that the person is assigned to; nothing until they are fetched. */
export function usePlaces(): { branches: { id: string; name: string }[]; drawers: Drawer[] } | undefined {
  const { data } = useQuery(api.get.queryOptions())
  if (!data) return undefined
  const branches = branchesOf(data)
  const drawers = branches.flatMap(({ id: branchId, name: branch, children }) =>
    children.map(({ id, name, isCurrent }) => ({
      id,
      branchId,
      isCurrent,
      name: branches.length > 1 ? `${branch} · ${name}` : name,
    })),
  )
  return { branches: branches.map(({ id, name }) => ({ id, name })), drawers }
}
