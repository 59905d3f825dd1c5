import type { Calendar } from '#kit/domain/periods.domain.ts'

/** What the server gives for a session; `expiresIn` is in tenths of a second. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  expiresIn: number
}

export interface UserInfo extends Tokens {
  firstName: string
  lastName: string
  tokenType: string
}

export interface SessionCompany {
  /** By which days and times are told; not there before the server was asked. */
  calendar?: Calendar
  companyId: string
  companyName: string
  userId: string
  permissions: string[]
  /** Parts of the product that the company does without. */
  absent?: string[]
  regions: { id: string; name: string }[]
  branches: { id: string; name: string; counterIds: string[] }[]
  counters: { id: string; name: string }[]
}

export interface Credentials {
  userInfo: UserInfo
  /** Milliseconds since 1970. */
  expiredAt: number
  company: SessionCompany
}

const credentialsKey = 'credentials'
const permissionsKey = 'PERMISSIONS'
/** Settings of this browser, not of the session, outlive it: the layout, and the columns of its tables. */
const isKept = (key: string) => key === 'LAYOUT_SETTINGS' || key.startsWith('agio.')

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/**
 * The session as this browser keeps it, under the specification's keys `credentials` and `PERMISSIONS`. Two tabs share one
 * store: call `changed()` on the browser's `storage` event.
 */
export function createSession(store: Store) {
  const watchers = new Set<() => void>()
  const enders = new Set<() => void>()
  /** The access token of the session that was last said to have ended; another tab may have signed in since. */
  let ended: string | undefined
  let cache: { raw: string | null; credentials: Credentials | undefined } = {
    raw: null,
    credentials: undefined,
  }

  const expiry = (tokens: Tokens) => Date.now() + tokens.expiresIn * 100
  const changed = () => watchers.forEach((watcher) => watcher())
  const put = (credentials: Credentials) => {
    store.setItem(credentialsKey, JSON.stringify(credentials))
    changed()
  }

  /** What is stored now, by whichever tab; the same object as long as nothing changed. */
  function read(): Credentials | undefined {
    const raw = store.getItem(credentialsKey)
    if (raw !== cache.raw) cache = { raw, credentials: credentialsIn(raw) }
    return cache.credentials
  }

  /** The codes as they were saved at sign-in; undefined when nothing that can be read is there. */
  function kept(): readonly string[] | undefined {
    const codes = parsed(store.getItem(permissionsKey))
    return Array.isArray(codes) ? (codes as string[]) : undefined
  }

  return {
    read,
    changed,
    isValid: () => (read()?.expiredAt ?? 0) >= Date.now(),
    save(login: { userInfo: UserInfo; company: SessionCompany }) {
      store.setItem(permissionsKey, JSON.stringify(login.company.permissions))
      put({ userInfo: login.userInfo, expiredAt: expiry(login.userInfo), company: login.company })
    },
    renew(tokens: Tokens) {
      const now = read()
      if (now) put({ ...now, userInfo: { ...now.userInfo, ...tokens }, expiredAt: expiry(tokens) })
    },
    /** Keeps what the server says now of the zones of the company and its places. */
    goBy(calendar: Calendar) {
      const now = read()
      if (now && JSON.stringify(now.company.calendar) !== JSON.stringify(calendar))
        put({ ...now, company: { ...now.company, calendar } })
    },
    /** Keeps what the company now does without. */
    goWithout(absent: string[]) {
      const now = read()
      if (now) put({ ...now, company: { ...now.company, absent } })
    },
    clear() {
      store.removeItem(credentialsKey)
      store.removeItem(permissionsKey)
      changed()
    },
    /** At start: without saved permissions nothing of an earlier session is trusted. */
    tidy() {
      if (kept()) return
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
      for (const key of keys) if (key !== null && !isKept(key)) store.removeItem(key)
      changed()
    },
    permissions: () => kept() ?? [],
    /** Called on every change of the stored session. */
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    /** Called once when the server no longer knows the session; again only after another sign-in. */
    onExpired(ender: () => void) {
      enders.add(ender)
      return () => void enders.delete(ender)
    },
    expire() {
      const token = read()?.userInfo.accessToken
      if (token === undefined || token === ended) return
      ended = token
      enders.forEach((ender) => ender())
    },
  }
}
export type Session = ReturnType<typeof createSession>

function parsed(raw: string | null): unknown {
  try {
    return raw === null ? undefined : JSON.parse(raw)
  } catch {
    return undefined
  }
}

/** What is stored, if it has the form of credentials: whatever else stands there counts as nobody signed in. */
function credentialsIn(raw: string | null): Credentials | undefined {
  const { userInfo, company } = (parsed(raw) ?? {}) as Partial<Credentials>
  const isWhole = typeof userInfo?.accessToken === 'string' && typeof company?.userId === 'string'
  return isWhole ? (parsed(raw) as Credentials) : undefined
}

/** Whether any one of the codes is held; a `manage_` code implies its `view_` code. An empty list asks for nothing. */
export const holdsAny = (held: readonly string[], codes: readonly string[]) =>
  codes.length === 0 ||
  codes.some((code) => held.includes(code) || held.includes(code.replace(/^view_/, 'manage_')))
