import type { CallOf, Contract, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'
import type { Player, Step } from './demonstration.domain.ts'

/** What a module's part of the demonstration is made with: calls as people make them, each with the rights of its person. */
export interface Stage {
  now: Date
  /** The day it is where the company is. */
  today: string
  /** What one unit of each currency is worth in local currency, by its code. */
  mids: ReadonlyMap<string, string>
  /** Customers who come often. */
  regulars: readonly string[]
  perform: <E extends Endpoint>(by: Player, endpoint: E, input: CallOf<E>) => Promise<OutputOf<E>>
  /** Uploads a file by a call that takes one, with what is said besides. */
  upload: <E extends Endpoint>(
    by: Player,
    endpoint: E,
    name: string,
    bytes: Uint8Array<ArrayBuffer>,
    said?: object,
  ) => Promise<OutputOf<E>>
  /** Acts on a document, one after another. */
  follow: (
    calls: Contract,
    row: { id: string; version: number },
    steps: readonly Step[],
  ) => Promise<{ id: string; version: number }>
}
