import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import { modules } from './modules.ts'
import { readOperations } from './openapi/document.ts'
import { ofKeys } from './openapi/responses.ts'

let read: Promise<Map<string, ReadonlyMap<number, ReadonlySet<string>>>> | undefined

const labelOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** What the published document declares, read once in a run. */
const declared = () =>
  (read ??= readOperations(modules.flatMap(({ routers }) => routers)).then(
    ({ operations }) => new Map(operations.map(({ endpoint, refusals }) => [labelOf(endpoint), refusals])),
  ))

/** Throws where a call answers a status that the published document does not name for it. */
export async function checkDeclared(endpoint: Endpoint, status: number, code: unknown): Promise<void> {
  // A failure of ours is no part of the contract: whoever provokes one expects it.
  if (status === 200 || status === 500) return
  // Every call can meet a database that is away; the document says so of changes.
  if (code === 'UNAVAILABLE' || code === 'DISK_FULL') return
  if (ofKeys[status]?.includes(String(code))) return
  const refusals = (await declared()).get(labelOf(endpoint))
  if (!refusals || refusals.has(status)) return
  throw new Error(
    `${labelOf(endpoint)} answers ${status} ${String(code)}; its document does not name ${status}`,
  )
}
