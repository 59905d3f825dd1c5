import * as z from 'zod'
import { read } from '#kit/contract/endpoint.contract.ts'
import { Id } from '#kit/contract/shapes.contract.ts'
import { workspaceTypes } from './structure.domain.ts'

export const WorkspaceType = z.union([
  z.literal(workspaceTypes.Company),
  z.literal(workspaceTypes.Region),
  z.literal(workspaceTypes.Branch),
  z.literal(workspaceTypes.Counter),
])

const node = <C extends z.ZodType>(child: C) =>
  z.strictObject({
    id: Id,
    name: z.string(),
    type: WorkspaceType,
    isOnlyView: z.boolean(),
    isCurrent: z.boolean(),
    children: z.array(child),
  })
const CounterNode = node(z.never())
const BranchNode = node(CounterNode)
const RegionNode = node(BranchNode)

/** The company as this user may act in it: regions, branches (directly below it when in no region), counters. */
export const CompanyStructure = node(z.union([RegionNode, BranchNode]))
export type CompanyStructure = z.output<typeof CompanyStructure>
export type WorkspaceNode = Omit<CompanyStructure, 'children'> & { children: WorkspaceNode[] }

export const structure = {
  get: read({
    path: '/poscompany/organization/getCompanyStructureInfo',
    permission: 'signedIn',
    output: CompanyStructure,
  }),
}
