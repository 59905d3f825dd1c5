import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import { can, client } from './api.web.ts'
import type { Route } from './client.web.ts'
import { queryClient } from './queries.web.ts'

/** What the person may do on a screen, one flag for each permission type; specification 000, 6. */
export interface PermissionFlags {
  canView: boolean
  canCreate: boolean
  canUpdate: boolean
  canDelete: boolean
  canReject: boolean
  canApprove: boolean
  canCancel: boolean
  canPrint: boolean
  canHold: boolean
  canReleaseHold: boolean
}

const defaults: PermissionFlags = {
  canView: true,
  canCreate: true,
  canUpdate: true,
  canDelete: true,
  canReject: true,
  canApprove: true,
  canCancel: true,
  canPrint: true,
  canHold: false,
  canReleaseHold: false,
}

/** By the name of a call in its contract: an act is asked about where it stands, whatever type its route has. */
const flagOf = {
  view: 'canView',
  create: 'canCreate',
  update: 'canUpdate',
  delete: 'canDelete',
  reject: 'canReject',
  approve: 'canApprove',
  cancel: 'canCancel',
  print: 'canPrint',
  hold: 'canHold',
  releaseHold: 'canReleaseHold',
} as const satisfies Record<string, keyof PermissionFlags>
type Act = keyof typeof flagOf

/** A bound entry, as a component that asks for its flag needs it. */
export interface GuardedEntry {
  endpoint: Pick<Endpoint, 'path' | 'permission'>
}
/** A bound contract, of which the calls that stand for a flag are asked about. */
export type GuardedApi = Partial<Record<Act, GuardedEntry>>

/** The server's answer by route key, as `activeUser/check` gives it. */
type Activation = Record<string, { isActivated: boolean }>

const key = '/user/activeUser/check'
const staleTime = 60_000
/** The check takes so many paths at once. */
const most = 200

let checkRoute: Route
/** Said once at start: the call that says which routes are activated. */
export const checkFlagsBy = (route: Route) => {
  checkRoute = route
}

let batch: { paths: Set<string>; answer: Promise<Activation> } | undefined
/** Whether this path is activated; what all parts of a screen ask in one moment goes out as one call. */
async function ask(path: string): Promise<boolean> {
  if (!batch || batch.paths.size >= most) {
    const paths = new Set<string>()
    const soon = new Promise((resolve) => setTimeout(resolve))
    const answer = soon.then(() => {
      if (batch?.paths === paths) batch = undefined
      return client.call(checkRoute, { apis: [...paths] }, { quiet: true }) as Promise<Activation>
    })
    batch = { paths, answer }
  }
  batch.paths.add(path)
  return (await batch.answer)[path]?.isActivated ?? false
}

/** Each path has its own place in the cache, so that no two screens ask about it within a minute. */
const activationOf = (path: string) =>
  queryClient.fetchQuery({ queryKey: [key, path], queryFn: () => ask(path), staleTime })

/**
 * Answers for any call whether the server lets the person make it now, asked together and once a minute; undefined before the
 * answer, and where it cannot be asked. A call without an endpoint, or none at all, is not asked about.
 */
export function useActivation(
  entries: readonly (Partial<GuardedEntry> | undefined)[],
): (entry: Partial<GuardedEntry> | undefined) => boolean | undefined {
  const joined = [...new Set(entries.flatMap((one) => one?.endpoint?.path ?? []))].toSorted().join(' ')
  const { data } = useQuery({
    queryKey: [key, 'screen', joined],
    queryFn: async () => {
      const paths = joined.split(' ')
      const answers = await Promise.all(paths.map(activationOf))
      return Object.fromEntries(paths.map((path, index) => [path, answers[index]]))
    },
    enabled: joined !== '',
    staleTime,
  })
  return useMemo(() => (entry) => (entry?.endpoint ? data?.[entry.endpoint.path] : undefined), [data])
}

/**
 * Before the answer the codes held since sign-in count. The specification would let everybody through there; the server refuses
 * the call itself either way.
 */
const holds = ({ permission }: GuardedEntry['endpoint']) =>
  permission === 'anyone' || permission === 'signedIn' || can(...[permission].flat())

const acts = Object.keys(flagOf) as Act[]

/** What the person may do on a screen that works with `api`; what it does not have stays as the specification begins. */
export function usePermissionFlags(api: GuardedApi | undefined): PermissionFlags {
  const activated = useActivation(acts.map((act) => api?.[act]))
  return useMemo(() => {
    const flags = { ...defaults }
    for (const act of acts) {
      const entry = api?.[act]
      if (entry) flags[flagOf[act]] = activated(entry) ?? holds(entry.endpoint)
    }
    return flags
  }, [api, activated])
}

/** Whether the person may make this call; true where there is none to ask about. */
export function useIsAllowed(entry: GuardedEntry | undefined): boolean {
  const activated = useActivation([entry])
  return entry === undefined || (activated(entry) ?? holds(entry.endpoint))
}
