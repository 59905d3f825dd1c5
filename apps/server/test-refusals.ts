import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import { modules } from './modules.ts'
import { readOperations } from './openapi/document.ts'
import { ofAll, ofKeys } from './openapi/responses.ts'

let read: Promise<Map<string, ReadonlyMap<number, ReadonlySet<string>>>> | undefined

const labelOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** What the published document declares, read once in a run. */
const declared = () =>
  (read ??= readOperations(modules.flatMap(({ routers }) => routers)).then(
    ({ operations }) => new Map(operations.map(({ endpoint, refusals }) => [labelOf(endpoint), refusals])),
  ))

/** Throws where a call answers a status, or a code with it, that the published document does not name for it. */
export async function checkDeclared(endpoint: Endpoint, status: number, code: unknown): Promise<void> {
  // A failure of ours is no part of the contract: whoever provokes one expects it.
  if (status === 200 || status === 500) return
  if ([ofAll, ofKeys].some((codes) => codes[status]?.includes(String(code)))) return
  const refusals = (await declared()).get(labelOf(endpoint))
  if (!refusals || refusals.get(status)?.has(String(code))) return
  const named = [...(refusals.get(status) ?? [])].join(', ')
  throw new Error(
    `${labelOf(endpoint)} answers ${status} ${String(code)}; its document names for ${status}: ${named || 'nothing'}`,
  )
}
