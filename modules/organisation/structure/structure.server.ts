import type { Actor } from '#modules/actor.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { current } from '../company/company.queries.ts'
import { type CompanyStructure, structure } from './structure.contract.ts'
import { reachable, type Tree, workspaceTypes } from './structure.domain.ts'
import * as queries from './structure.queries.ts'

export const structureRouter = serve(structure, { get })

async function get({ db, actor }: Ctx): Promise<CompanyStructure> {
  const company = await current(db)
  return nest(
    { id: company.id, name: company.name },
    reachable(await queries.tree(db), actor.assigned),
    actor,
  )
}

function nest(company: { id: string; name: string }, tree: Tree, { workspace }: Actor): CompanyStructure {
  const branchNodes = (belongs: (regionId: string | null) => boolean) =>
    tree.branches
      .filter((branch) => belongs(branch.regionId))
      .map(({ id, name, isOnlyView }) => ({
        id,
        name,
        isOnlyView,
        type: workspaceTypes.Branch,
        isCurrent: id === workspace.branchId,
        children: tree.counters
          .filter((counter) => counter.branchId === id)
          .map((counter) => ({
            id: counter.id,
            name: counter.name,
            isOnlyView,
            type: workspaceTypes.Counter,
            isCurrent: counter.id === workspace.counterId,
            children: [],
          })),
      }))
  const shown = new Set(tree.regions.map(({ id }) => id))
  return {
    ...company,
    type: workspaceTypes.Company,
    isOnlyView: false,
    isCurrent: (workspace.counterId ?? workspace.branchId ?? workspace.regionId) === null,
    children: [
      ...tree.regions.map(({ id, name }) => ({
        id,
        name,
        isOnlyView: false,
        type: workspaceTypes.Region,
        isCurrent: id === workspace.regionId,
        children: branchNodes((regionId) => regionId === id),
      })),
      // A branch in no region, or in one that is switched off, stands directly below the company.
      ...branchNodes((regionId) => regionId === null || !shown.has(regionId)),
    ],
  }
}
