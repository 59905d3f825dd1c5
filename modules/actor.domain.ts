import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import type { WorkspaceType } from '#modules/organisation/structure/structure.domain.ts'

/** Who is acting, as read once per session and second: the person, what they may do, and where. */
export interface Actor {
  userId: string
  companyId: string
  sessionId: string
  /** First and last name, as the audit shows them. */
  name: string
  /** Seconds since the person last showed who they are, by signing in or asked again. */
  provenFor: number
  permissions: ReadonlySet<string>
  /** The roles of the product from which those of the person are made, such as `mlro`. */
  baseRoles: ReadonlySet<string>
  /** The person's authorise limits in local currency; 'unlimited' is explicit, absence means not allowed. */
  limits: ReadonlyMap<string, string | 'unlimited'>
  workspace: Workspace
  /** What the person may see. */
  scope: Scope
  /** Where the person is assigned: what they may act at. Narrower than `scope` for one who reads the whole company. */
  assigned: Scope
}

export interface Workspace {
  type: WorkspaceType
  regionId: string | null
  branchId: string | null
  counterId: string | null
}

/** The part of the company that a person may see and act in; `'all'` is the whole company. */
export type Scope =
  | 'all'
  | { regionIds: readonly string[]; branchIds: readonly string[]; counterIds: readonly string[] }

/** Whether an authorise limit covers so much; absence means not at all. */
export const covers = (limit: string | undefined, amount: string): boolean =>
  limit === 'unlimited' || compareDecimals(amount, limit ?? '0') <= 0

declare module '#kit/contract/endpoint.contract.ts' {
  interface Vocabulary {
    actor: Actor
  }
}
