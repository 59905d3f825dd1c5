import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import type { WorkspaceType } from '#modules/organisation/structure/structure.domain.ts'

/** Who is acting, as read once per session and second: the person, what they may do, and where. */
export interface Actor {
  userId: string
  companyId: string
  sessionId: string
  /** First and last name, as the audit shows them. */
  name: string
  /** A program with a key: it is asked for no proof and no approval. */
  isProgram?: boolean
  /** Everybody whom this one counts as where a second person is asked for: themselves, and the keys that they have made or kept. */
  selves: ReadonlySet<string>
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

/** Whether an authorise limit covers so much; absence means not at all, and null is an amount that nobody knows. */
export const covers = (limit: string | undefined, amount: string | null): boolean =>
  limit === 'unlimited' || (amount !== null && compareDecimals(amount, limit ?? '0') <= 0)

/** Whether a person is among these users, or one of the keys is for which they answer. */
export const isAmong = (userIds: Iterable<string | null>, { selves }: Pick<Actor, 'selves'>): boolean =>
  [...userIds].some((id) => id !== null && selves.has(id))

/** The maker is never the checker: the code that keeps a maker from deciding on what they made. */
export const barOfMaker = (makerIds: Iterable<string | null>, actor: Pick<Actor, 'selves'>) =>
  isAmong(makerIds, actor) ? 'MAKER_IS_CHECKER' : undefined

/** The same for what is asked for a user: neither that user decides on it, nor who asked. */
export const barOfParty = (
  { userId, askedById }: { userId: string | null; askedById: string },
  actor: Pick<Actor, 'selves' | 'userId'>,
) => (userId === actor.userId ? 'NOT_YOURSELF' : barOfMaker([askedById], actor))

declare module '#kit/contract/endpoint.contract.ts' {
  interface Vocabulary {
    actor: Actor
  }
}
