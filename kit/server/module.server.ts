import type { Contract, Endpoint } from '#kit/contract/endpoint.contract.ts'
import type { Declared } from '#kit/domain/open-list.domain.ts'
import type { HookAnswer } from './hooks.server.ts'
import type { Job } from './jobs.server.ts'
import type { Handlers } from './context.server.ts'

/** A contract with its handlers: what `serve` returns and the HTTP shell mounts. */
export interface Router {
  contract: Contract
  handlers: Record<string, (ctx: never) => Promise<unknown>>
  /** The part of the product that its calls belong to, where a company may do without that part. */
  feature?: string
}

/** Binds each entry of a contract to its handler; a missing, unknown or wrongly typed handler does not compile. */
export const serve = <C extends Contract>(contract: C, handlers: Handlers<C>): Router => ({
  contract,
  handlers: handlers as Router['handlers'],
})

/** The same routers, whose calls belong to a part of the product that a company may do without. */
export const partOf = (feature: string, routers: Router[]) => routers.map((one) => ({ ...one, feature }))

/** The entries of a router as they are served: each knows the part of the product that it belongs to. */
export const servedBy = ({ contract, feature }: Router): [name: string, endpoint: Endpoint][] =>
  Object.entries(contract).map(([name, one]) => [name, feature ? { ...one, feature } : one])

/** One module as the server sees it. `dependsOn` is the truth about its imports; the house check compares. */
export interface ServerModule {
  name: string
  dependsOn: readonly string[]
  routers: readonly Router[]
  jobs?: readonly Job[]
  /** Answers to hooks that lower modules declare. */
  answers?: readonly HookAnswer[]
  /** What it adds to the open lists of lower modules, or its own. */
  declares?: readonly Declared[]
}

/** What a module says of itself in `sample.server.ts`, so that every endpoint can be tried; no part of what runs. */
export interface Sample {
  /** By path: what its shape takes besides what its types say. */
  bodies?: Readonly<Record<string, Record<string, unknown>>>
  /** SQL by the owner of the tables: a row of each kind that the demonstration does not make. */
  rows?: readonly string[]
  /** SQL likewise: so many rows of each company that a list needs its indexes. */
  crowd?: readonly string[]
}

/** The same in English, Traditional Chinese, Simplified Chinese and Vietnamese. */
export type InFour = readonly [en: string, hant: string, hans: string, vi: string]

/** What the published document says of a module's calls, in its `openapi.server.ts`; only what no rule says. */
export interface ApiWords {
  /** The nouns of a contract that is not the plural of one row: one, and many. */
  nouns?: Readonly<Record<string, readonly [one: string, many: string]>>
  /** Ids of operations whose entry is named for the screen, by `contract.entry`. */
  operations?: Readonly<Record<string, string>>
  /** What the rows of a contract are called: one with its article and many in English, and in each other language. */
  resources?: Readonly<Record<string, readonly [one: string, ...InFour]>>
  /** What a read does that is none of the plain ones, by the id of its operation. */
  reads?: Readonly<Record<string, InFour>>
  /** The comments of its contracts in the other languages, by the English: a test names a line that differs from it. */
  descriptions?: Readonly<Record<string, readonly [hant: string, hans: string, vi: string]>>
}

/**
 * With which codes the calls of a module refuse, in its `refusals.server.ts`: by `contract.entry`, or `contract.*` for all of a contract,
 * with a sort of 'no' after a colon where it is not the usual one (`RESET_OF_LOCKED:conflict`). Left out: what any call that names a row has.
 */
export type ApiRefusals = Readonly<Record<string, string>>
