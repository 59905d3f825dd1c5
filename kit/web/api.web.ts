import { useSyncExternalStore } from 'react'
import type { Contract } from '#kit/contract/endpoint.contract.ts'
import { calendar } from './calendar.web.ts'
import { bindTo, createClient, type Route } from './client.web.ts'
import { kitText, languageTag } from './i18n.web.ts'
import { createSession, holdsAny } from './session.web.ts'

export { ApiError } from './client.web.ts'

/** This browser's session. */
export const session = createSession(localStorage)
addEventListener('storage', (event) => {
  if (event.key === null || event.key === 'credentials') session.changed()
})
const goByCalendar = () => calendar.set(session.read()?.company.calendar)
session.watch(goByCalendar)
goByCalendar()

let refreshRoute: Route
/** Said once at start: how tokens are renewed. */
export const renewBy = (route: Route) => {
  refreshRoute = route
}

let askProof: (() => Promise<boolean>) | undefined
/** Said once at start: how a person is asked to show again who they are. */
export const stepUpBy = (ask: () => Promise<boolean>) => {
  askProof = ask
}

export const client = createClient({
  base: '/api',
  session,
  refresh: () => refreshRoute,
  stepUp: async () => (await askProof?.()) ?? false,
  language: languageTag,
  text: (key) => kitText(`errors.${key}`),
  isOnline: () => navigator.onLine,
})

/**
 * The calls of a contract: `const api = bindContract(branches)`, then `useQuery(api.list.queryOptions({ … }))`,
 * `await api.close.call({ id })`. In the built application the contract arrives without its shapes (see vite.config.ts), so binding one costs next to nothing.
 */
export const bindContract = <C extends Contract>(contract: C) => bindTo(client, contract)

/** Whether any call is under way: what a processing button shows. */
export const useInFlight = () => useSyncExternalStore(client.flight.watch, () => client.flight.count() > 0)

/** Who is signed in, or nobody. */
export const useSession = () => useSyncExternalStore(session.watch, session.read)

/** Whether the person holds any one of the codes. The server decides; this only hides what it would refuse. */
export const can = (...codes: readonly string[]) => holdsAny(session.permissions(), codes)

/** Whether the company does without a part of the product. */
export const lacks = (feature: string | undefined) =>
  feature !== undefined && session.read()?.company.absent?.includes(feature) === true

/** Forgets who is signed in, and tells the parts that kept something for that person. */
export function leave() {
  session.clear()
  dispatchEvent(new CustomEvent('logout-success'))
}
