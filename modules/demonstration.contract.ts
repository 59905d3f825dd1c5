import type { CallOf, Contract, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'

/** Who works in the demonstration company, by the name they sign in with. */
export type Player = 'accountant' | 'admin' | 'manager' | 'teller'

/** A document of which an act gives the next version. */
export interface Versioned {
  id: string
  version: number
}

/** An act on a document: by whom, which, and what is said besides the document itself. */
export type Step = readonly [by: Player, act: string, said?: object]

/** What a module's part of the demonstration is made with: calls as people make them, each with the rights of its person. */
export interface Stage {
  now: Date
  /** What one unit of each currency is worth in local currency, by its code. */
  mids: ReadonlyMap<string, string>
  perform: <E extends Endpoint>(by: Player, endpoint: E, input: CallOf<E>) => Promise<OutputOf<E>>
  /** Uploads a file by a call that takes one. */
  upload: <E extends Endpoint>(by: Player, endpoint: E, name: string, bytes: Buffer) => Promise<OutputOf<E>>
  /** Acts on a document, one after another. */
  follow: (calls: Contract, row: Versioned, steps: readonly Step[]) => Promise<Versioned>
}
