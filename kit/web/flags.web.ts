import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint, PermissionKind } from '#kit/contract/endpoint.contract.ts'
import { can, client } from './api.web.ts'
import type { Route } from './client.web.ts'

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

const flagOf: Record<PermissionKind, keyof PermissionFlags> = {
  VIEW: 'canView',
  CREATE: 'canCreate',
  UPDATE: 'canUpdate',
  DELETE: 'canDelete',
  REJECT: 'canReject',
  APPROVE: 'canApprove',
  CANCEL: 'canCancel',
  PRINT: 'canPrint',
}

/** A call as its flag needs it. */
type Guarded = Pick<Endpoint, 'path' | 'kind' | 'permission'>
/** A bound entry, as whoever asks for its flag needs it. */
export interface GuardedEntry {
  endpoint: Guarded
}
/** A bound contract, of which the calls that make, change and delete rows are asked about. */
export type GuardedApi = Partial<Record<'create' | 'update' | 'delete', GuardedEntry>>

/** The server's answer by route key, as `activeUser/check` gives it. */
type Activation = Record<string, { isActivated: boolean }>

/**
 * The flags of a screen with these calls: each as the server answered; before it has, or where it cannot be asked, by the codes
 * held since sign-in. The specification would let everybody through there; the server refuses the call itself either way.
 */
function flagsOf(calls: readonly Guarded[], answer: Activation | undefined): PermissionFlags {
  const flags = { ...defaults }
  for (const { path, kind, permission } of calls)
    flags[flagOf[kind]] &&= answer?.[path]?.isActivated ?? holds(permission)
  return flags
}

const holds = (permission: Guarded['permission']) =>
  permission === 'anyone' || permission === 'signedIn' || can(...[permission].flat())

let checkRoute: Route
/** Said once at start: the call that says which routes are activated. */
export const checkFlagsBy = (route: Route) => {
  checkRoute = route
}

/** What the person may do on a screen that works with `api`; asked of the server once a minute. */
export function usePermissionFlags(api: GuardedApi | undefined): PermissionFlags {
  const calls = useMemo(
    () => [api?.create, api?.update, api?.delete].flatMap((one) => (one ? [one.endpoint] : [])),
    [api],
  )
  const apis = calls.map(({ path }) => path)
  const { data } = useQuery({
    queryKey: ['/user/activeUser/check', apis],
    queryFn: () => client.call(checkRoute, { apis }, { quiet: true }) as Promise<Activation>,
    enabled: apis.length > 0,
    staleTime: 60_000,
  })
  return useMemo(() => flagsOf(calls, data), [calls, data])
}

/** Whether the person may make this call; true where there is none to ask about. */
export function useIsAllowed(entry: GuardedEntry | undefined): boolean {
  const api = useMemo(() => (entry ? { update: entry } : undefined), [entry])
  const flags = usePermissionFlags(api)
  return entry === undefined || flags[flagOf[entry.endpoint.kind]]
}
