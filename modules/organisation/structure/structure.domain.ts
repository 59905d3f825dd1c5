/** The levels at which a person can work; these numbers go over the wire. */
export const workspaceTypes = { Company: 0, Region: 1, Branch: 2, Counter: 3 } as const
export type WorkspaceType = (typeof workspaceTypes)[keyof typeof workspaceTypes]

interface Place {
  id: string
  name: string
}

/** The enabled part of a company, flat. */
export interface Tree {
  regions: readonly Place[]
  branches: readonly (Place & { regionId: string | null; isOnlyView: boolean })[]
  counters: readonly (Place & { branchId: string })[]
}

export type Reach =
  | 'all'
  | { regionIds: readonly string[]; branchIds: readonly string[]; counterIds: readonly string[] }

/** The part of the tree that a reach covers, with the branches and regions that lead to its counters. */
export function reachable(tree: Tree, reach: Reach): Tree {
  if (reach === 'all') return tree
  const counters = tree.counters.filter(({ id }) => reach.counterIds.includes(id))
  const branchIds = new Set([...reach.branchIds, ...counters.map((counter) => counter.branchId)])
  const branches = tree.branches.filter(({ id }) => branchIds.has(id))
  const regionIds = new Set([...reach.regionIds, ...branches.map((branch) => branch.regionId)])
  return { regions: tree.regions.filter(({ id }) => regionIds.has(id)), branches, counters }
}

/** What an assignment covers, going down: a region its branches, a branch its counters. */
export function reachOf(
  assigned: readonly {
    type: number
    regionId: string | null
    branchId: string | null
    counterId: string | null
  }[],
  branches: readonly { id: string; regionId: string | null }[],
  counters: readonly { id: string; branchId: string }[],
): Reach {
  if (assigned.some(({ type }) => type === workspaceTypes.Company)) return 'all'
  const regionIds = assigned.flatMap(({ regionId }) => (regionId ? [regionId] : []))
  const direct = new Set(assigned.map(({ branchId }) => branchId))
  const branchIds = branches
    .filter(({ id, regionId }) => direct.has(id) || (regionId !== null && regionIds.includes(regionId)))
    .map(({ id }) => id)
  const single = new Set(assigned.map(({ counterId }) => counterId))
  const counterIds = counters
    .filter(({ id, branchId }) => single.has(id) || branchIds.includes(branchId))
    .map(({ id }) => id)
  return { regionIds, branchIds, counterIds }
}

/** The branches below a company or region, those of its regions included. */
export const branchesOf = <N extends { type: number; children: readonly N[] }>(node: N): N[] =>
  node.children.flatMap((child) => (child.type === workspaceTypes.Branch ? [child] : branchesOf(child)))
