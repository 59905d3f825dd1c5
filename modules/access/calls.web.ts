import { bindContract, session } from '#kit/web/api.web.ts'
import { queryClient } from '#kit/web/queries.web.ts'
import { structure } from '#modules/organisation/structure/structure.contract.ts'
import {
  branchesOf,
  type WorkspaceType,
  workspaceTypes,
} from '#modules/organisation/structure/structure.domain.ts'
import { preferredCounter } from './preferred.web.ts'
import { workspaces } from './workspaces/workspaces.contract.ts'

const api = { ...bindContract(workspaces), ...bindContract({ structure: structure.get }) }

/** For `useQuery`: where this session works now. */
export const currentWorkspace = {
  queryKey: ['/posworkspace', 'current'],
  async queryFn() {
    const current = await api.current.call()
    session.goBy(current.calendar)
    return current
  },
  staleTime: 60_000,
}

/** Asks by which calendar days and times are told, where this session does not know it yet; without an answer the browser's own holds. */
export async function askCalendar(): Promise<void> {
  if (!session.read()?.company.calendar) await queryClient.fetchQuery(currentWorkspace).catch(() => undefined)
}

/** For `useQuery`: the company as this person may act in it. */
export const companyStructure = {
  queryKey: ['/poscompany/organization', 'getCompanyStructureInfo'],
  queryFn: () => api.structure.call(),
  staleTime: 60_000,
}

/** What was fetched for the former place; a form that the user is filling in keeps its row. */
const forgetPlace = () =>
  void queryClient.resetQueries({ predicate: ({ queryKey: [first] }) => first !== 'form' })

// The place is that of the session, and so of all its tabs.
const otherTabs = new BroadcastChannel('workspace')
otherTabs.addEventListener('message', forgetPlace)

/** Works somewhere else from now on: what was fetched for the former place is forgotten, what is shown is fetched again. */
export async function switchWorkspace(type: WorkspaceType, workspaceId: string) {
  const current = await api.switch.call({ type, workspaceId })
  forgetPlace()
  queryClient.setQueryData(currentWorkspace.queryKey, current)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target; it reaches this origin only
  otherTabs.postMessage('switched')
}

/**
 * After sign-in: `several` when the person must choose. A single counter is taken at once; `none` when there is nothing to
 * take: no place at all, or a single branch without a counter, at which the server has the person anyhow.
 */
export async function enterWorkspace(): Promise<'several' | 'one' | 'none'> {
  const { regions = [], branches = [], counters = [] } = session.read()?.company ?? {}
  if (regions.length + branches.length + counters.length === 0) return 'none'
  const wanted = await preferredCounter()
  // A counter that was closed or taken away since is no reason to refuse: the person chooses.
  if (
    wanted &&
    (await switchWorkspace(workspaceTypes.Counter, wanted).then(
      () => true,
      () => false,
    ))
  )
    return 'one'
  const own = branchesOf(await queryClient.fetchQuery(companyStructure)).filter(
    (branch) => !branch.isOnlyView,
  )
  const ownCounters = own.flatMap((branch) => branch.children)
  if (own.length > 1 || ownCounters.length > 1) return 'several'
  const [only] = ownCounters
  // A branch without a counter is where its one person works already: only a counter is switched to.
  if (only) await switchWorkspace(only.type, only.id)
  return only ? 'one' : 'none'
}

/** Whether the person works at a counter now; false where that cannot be found out. */
export const isAtCounter = () =>
  queryClient.fetchQuery(currentWorkspace).then(
    ({ type, counterId }) => type === workspaceTypes.Counter && counterId !== null,
    () => false,
  )
