import type { CallOf, Contract, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'
import type { ErrorBody } from '#kit/contract/errors.contract.ts'
import { fileOf, pageOf } from './answers.web.ts'
import { arrival, exclusively, announceRenewal, wasRenewed } from './renewal.web.ts'
import type { Session, Tokens } from './session.web.ts'

/** What the client needs of an endpoint: no shapes, so that they need not be loaded to make a call. */
export type Route = Pick<
  Endpoint,
  'method' | 'path' | 'from' | 'permission' | 'movesValue' | 'download' | 'upload' | 'isBare'
>

/** A call that failed. `message` is meant for people; `status` is 0 when the server was not reached. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string | number
  readonly invalidParams: { field: string; message: string }[]
  readonly traceId: string

  constructor(status: number, message: string, body: Partial<ErrorBody> = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = body.code ?? ''
    this.invalidParams = body.invalidParams ?? []
    this.traceId = body.traceId ?? ''
  }
}

export interface ClientOptions {
  /** Where the paths begin, such as `/api`. */
  base: string
  session: Session
  refresh: () => Route
  language: () => string
  /** Asks the person to show again who they are; whether they did. */
  stepUp?: () => Promise<boolean>
  /** The three texts that the client itself says. */
  text: (key: 'offline' | 'failed' | 'denied') => string
  isOnline?: () => boolean
}

export interface CallOptions {
  signal?: AbortSignal
  /** Does not make buttons show that something is under way. */
  quiet?: boolean
}

type Renewal = 'renewed' | 'refused' | 'unreachable'
type Values = Record<string, unknown>
/** The proof of who is acting is too old for this call. */
const stepUpCode = 'STEP_UP_REQUIRED'
/** Statuses that say nothing about the session: the server is busy or not there. */
const passing = [0, 429, 502, 503, 504]

/**
 * The one way to the server. On 401 the tokens are renewed once for all waiting calls of all tabs, and each call is tried
 * once more; calls that need no session (sign-in, refresh) are not. Only the body of a 200 is passed on.
 */
export function createClient(options: ClientOptions) {
  const { base, session } = options
  const flight = counter()
  const keys = new Map<string, string>()
  let renewing: Promise<Renewal> | undefined

  async function call(route: Route, input: Values = {}, how: CallOptions = {}): Promise<unknown> {
    const token = session.read()?.userInfo.accessToken
    // What is on screen while the person leaves would ask once more, only to be refused.
    if (!token && route.permission !== 'anyone') throw new ApiError(401, options.text('failed'))
    const end = how.quiet ? () => {} : flight.begin()
    try {
      return await send(route, input, token, how.signal)
    } catch (error) {
      if (error instanceof ApiError && error.code === stepUpCode && (await options.stepUp?.()))
        return await again(route, input, how)
      const refused = error instanceof ApiError && error.status === 401
      if (!refused || !token || route.permission === 'anyone') throw error
      const outcome = await renew(token)
      if (outcome === 'refused') session.expire()
      if (outcome !== 'renewed') throw error
      return await again(route, input, how)
    } finally {
      end()
    }
  }

  async function again(route: Route, input: Values, how: CallOptions) {
    try {
      return await send(route, input, session.read()?.userInfo.accessToken, how.signal)
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) session.expire()
      throw error
    }
  }

  /** Other tokens than `used`: fetched by this call, or already there by the act of another call or another tab. */
  function renew(used: string): Promise<Renewal> {
    renewing ??= exclusively(async (): Promise<Renewal> => {
      if (await wasRenewed(used)) await arrival(() => session.read()?.userInfo.accessToken !== used)
      const now = session.read()
      if (!now) return 'refused'
      if (now.userInfo.accessToken !== used) return 'renewed'
      try {
        session.renew((await send(options.refresh(), { refreshToken: now.userInfo.refreshToken })) as Tokens)
        announceRenewal(used)
        return 'renewed'
      } catch (error) {
        return error instanceof ApiError && passing.includes(error.status) ? 'unreachable' : 'refused'
      }
    }).finally(() => (renewing = undefined))
    return renewing
  }

  async function send(route: Route, input: Values, token?: string, signal?: AbortSignal): Promise<unknown> {
    const { url, body } = encode(route, input)
    const print = route.movesValue ? `${url} ${JSON.stringify(input)}` : ''
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-language': options.language(),
    }
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    if (token) headers.authorization = `Bearer ${token}`
    if (print) headers['idempotency-key'] = keyFor(print)
    let response: Response
    try {
      response = await fetch(base + url, {
        method: route.method,
        headers,
        body: body ?? null,
        signal: signal ?? null,
      })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new ApiError(0, options.text((options.isOnline?.() ?? true) ? 'failed' : 'offline'))
    }
    if (response.status < 500) keys.delete(print)
    if (response.status !== 200) throw await failure(response)
    if (route.download) return fileOf(response)
    return route.isBare ? pageOf(response) : response.json()
  }

  /** The same act tried again, after an answer that never came, goes out under the same key. */
  function keyFor(print: string) {
    const key = keys.get(print) ?? newKey()
    keys.set(print, key)
    return key
  }

  async function failure(response: Response) {
    const body = await bodyOf(response)
    if (response.status === 403 && body.code !== stepUpCode)
      return new ApiError(403, options.text('denied'), body)
    const lines = (body.invalidParams ?? []).map(({ field, message }) => `- ${field}: ${message}`)
    const message = body.message ? [body.message, ...lines].join('\n') : options.text('failed')
    return new ApiError(response.status, message, body)
  }

  return {
    call,
    flight,
    /** Whether there is a session that the server has not refused; renews its tokens if they have run out, or are `stale`. */
    async ensureSession(stale?: string) {
      const token = session.read()?.userInfo.accessToken
      if (token === undefined || (session.isValid() && token !== stale)) return token !== undefined
      return (await renew(token)) !== 'refused'
    },
  }
}
export type Client = ReturnType<typeof createClient>

async function bodyOf(response: Response): Promise<Partial<ErrorBody>> {
  try {
    return ((await response.json()) ?? {}) as Partial<ErrorBody>
  } catch {
    return {}
  }
}

/** Path, query and body of a call: `{x}` in the path, the rest in query or body, uploads as multipart with `file` last. */
function encode(route: Route, input: Values) {
  const rest = { ...input }
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  if (route.upload) {
    const form = new FormData()
    for (const [name, value] of given) if (name !== 'file') form.append(name, plain(value))
    if (rest.file instanceof Blob) form.append('file', rest.file)
    return { url: path, body: form }
  }
  if (route.from === 'body') return { url: path, body: JSON.stringify(rest) }
  const query = new URLSearchParams(
    given.flatMap(([name, value]) => [value].flat().map((one) => [name, plain(one)])),
  ).toString()
  return { url: query ? `${path}?${query}` : path, body: undefined }
}

const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

// Not randomUUID: browsers offer it on secure origins only, and a branch may reach its server by plain http.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** How many calls are under way. */
function counter() {
  const watchers = new Set<() => void>()
  let count = 0
  const add = (step: number) => {
    count += step
    watchers.forEach((watcher) => watcher())
  }
  return {
    count: () => count,
    begin() {
      add(1)
      return () => add(-1)
    },
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}

type Maybe<I> = Record<string, never> extends I ? [input?: I] : [input: I]
/** An upload takes its file beside the other fields. */
type Sent<E> = (string extends keyof CallOf<E> ? unknown : CallOf<E>) & { file?: File }

/** What TanStack Query tells the function that reads. */
interface QueryContext {
  signal: AbortSignal
  client?: { getQueryData: (key: readonly unknown[]) => unknown }
  queryKey?: readonly unknown[]
}

/** One endpoint as a screen uses it. */
export interface Bound<E extends Endpoint> {
  call: (...args: [...Maybe<Sent<E>>, how?: CallOptions]) => Promise<OutputOf<E>>
  /** For `useQuery`. Keys begin with the resource, so that a change of it reaches all its reads. */
  queryOptions: (...args: Maybe<Sent<E>>) => {
    queryKey: readonly unknown[]
    queryFn: (context: QueryContext) => Promise<OutputOf<E>>
  }
  queryKey: readonly [resource: string, act: string]
  /** The endpoint as data: the built application has no shapes here. */
  endpoint: Omit<E, 'input' | 'output'>
}
export type Api<C extends Contract> = { [K in keyof C]: Bound<C[K]> }

/** `/a/b/list` as `['/a/b', 'list']`: what a path is about, and what it does with it. */
const keyOf = (path: string) => {
  const cut = path.lastIndexOf('/')
  return [path.slice(0, cut), path.slice(cut + 1)] as const
}

/** The calls of one contract: `api.list.queryOptions({ … })`, `api.close.call({ id })`. */
export const bindTo = <C extends Contract>(client: Client, contract: C) =>
  Object.fromEntries(
    Object.entries(contract).map(([name, endpoint]) => {
      const queryKey = keyOf(endpoint.path)
      const call = (input?: Values, how?: CallOptions) => client.call(endpoint, input, how)
      const bound = {
        call,
        queryOptions: (input?: Values) => ({
          queryKey: [...queryKey, input ?? {}],
          // What is fetched again behind what is already shown keeps nobody waiting.
          queryFn: ({ signal, client: cache, queryKey: key = [] }: QueryContext) =>
            call(input, { signal, quiet: cache?.getQueryData(key) !== undefined }),
        }),
        queryKey,
        endpoint,
      }
      return [name, bound]
    }),
  ) as unknown as Api<C>
