import * as z from 'zod'
import type { Columns } from './list.contract.ts'

/**
 * Words that the product adds to the kit by declaration merging: `permission` (the union of codes of its catalogue) and
 * `actor` (who is acting, with the workspace). Without them any string is a permission.
 */
export interface Vocabulary {}
export type Permission = Vocabulary extends { permission: infer P extends string } ? P : string

/** The permission types of the specification; these numbers go over the wire. */
export const permissionKinds = {
  VIEW: 0,
  CREATE: 1,
  UPDATE: 2,
  DELETE: 3,
  REJECT: 4,
  APPROVE: 5,
  CANCEL: 6,
  PRINT: 7,
} as const
export type PermissionKind = keyof typeof permissionKinds

/** `anyone`: without a session. `signedIn`: any session. Otherwise any one of the codes suffices. */
export type Access = 'anyone' | 'signedIn' | Permission | readonly Permission[]

export interface UploadRule {
  /** The most bytes one file may have. */
  maxBytes: number
  /** Media types found by the file's content, never by its name. */
  types: readonly string[]
}

export interface Endpoint<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api`; `{name}` is a path parameter and a key of `input`. */
  path: string
  kind: PermissionKind
  permission: Access
  /** One flat shape; the keys named in `path` travel there, the others in the body or, for GET and `from: 'query'`, in the query. */
  input: I
  from: 'body' | 'query'
  output: O
  /** Runs in a transaction and leaves an audit row. */
  writes: boolean
  /** Name of the act in the audit: the path's last two words, unless given. */
  act: string
  /** The handler opens its transactions by `actAs`: it must keep something (a count of attempts) though it refuses. */
  ownTransaction?: boolean
  /** Asks for a new proof of who is acting when the last one is older than `provenSeconds`. */
  stepUp?: boolean
  /** Changes who may do what, or what is asked of whom; see `controls`. */
  changesControl?: boolean
  /** Changes what belongs to the whole company: only for whoever is assigned to all of it. */
  ofCompany?: boolean
  /** Said by its router: the part of the product that it belongs to, where a company may do without that part. */
  feature?: string
  /** Moves value: `Idempotency-Key` is required, and the same key answers the same again. */
  movesValue: boolean
  /** Answers a secret that is shown once and kept nowhere: an idempotency key is not honoured. */
  showsSecret?: boolean
  /** Takes one file in the multipart field `file`. */
  upload?: UploadRule
  /** At most so many calls from one address in so many seconds; for entries open to anyone. */
  limit?: { max: number; seconds: number }
  /** Answers a stored file instead of JSON. */
  download: boolean
  /** Of a list: what can be filtered and sorted. */
  columns?: Columns
  /** Of a list: its rows travel alone, as an array, and their paging only in the header `x-pagination`. */
  isBare?: boolean
}

interface Declared<I extends z.ZodObject, O extends z.ZodType> {
  path: string
  permission: Access
  input?: I
  output: O
  method?: Endpoint['method']
  limit?: { max: number; seconds: number }
}

const Nothing = z.strictObject({})
type Nothing = typeof Nothing

/** Declares a read: GET with a query string, unless `method: 'POST'` (a list with filters). No transaction, no audit row. */
export function read<O extends z.ZodType, I extends z.ZodObject = Nothing>(
  declared: Declared<I, O> & {
    download?: boolean
    kind?: PermissionKind
    columns?: Columns
    isBare?: boolean
    upload?: UploadRule
  },
): Endpoint<I, O> {
  const method = declared.method ?? 'GET'
  return {
    kind: 'VIEW',
    download: false,
    ...declared,
    method,
    from: method === 'POST' || method === 'PUT' ? 'body' : 'query',
    input: declared.input ?? (Nothing as unknown as I),
    writes: false,
    movesValue: false,
    act: actOf(declared.path),
  }
}

/** Declares a change: POST with a body. It runs in one transaction with its audit row. */
export function write<O extends z.ZodType, I extends z.ZodObject = Nothing>(
  declared: Declared<I, O> & {
    kind: PermissionKind
    act?: string
    movesValue?: boolean
    download?: boolean
    ownTransaction?: boolean
    stepUp?: boolean
    ofCompany?: boolean
    showsSecret?: boolean
    upload?: UploadRule
    from?: 'body' | 'query'
  },
): Endpoint<I, O> {
  return {
    method: 'POST',
    from: 'body',
    movesValue: false,
    download: false,
    act: actOf(declared.path),
    ...declared,
    input: declared.input ?? (Nothing as unknown as I),
    writes: true,
  }
}

/** Seconds that a proof of who is acting is good for, where an entry asks for one. */
export const provenSeconds = 300

const changes = <C extends Record<string, Endpoint>>(contract: C, marks: Partial<Endpoint>): C =>
  Object.fromEntries(
    Object.entries(contract).map(([name, one]) => [name, one.writes ? { ...one, ...marks } : one]),
  ) as C

/**
 * The same entries, each change of which is of the class that asks for a new proof: those by which it changes who may do what, or what
 * the product asks of whom.
 */
export const controls = <C extends Record<string, Endpoint>>(contract: C): C =>
  changes(contract, { changesControl: true, stepUp: true })

/** The same entries, each change of which is of the whole company: only for whoever is assigned to all of it. */
export const reserveForCompany = <C extends Record<string, Endpoint>>(contract: C): C =>
  changes(contract, { ofCompany: true })

/** Whether only a person may call the entry: who it is has to be shown anew, it approves, it is about one's own account, or nobody is asked. */
export const isForPeople = ({ permission, stepUp, kind, writes }: Endpoint): boolean =>
  stepUp === true ||
  permission === 'anyone' ||
  (writes && (permission === 'signedIn' || kind === 'APPROVE' || kind === 'REJECT'))

const actOf = (path: string) =>
  path
    .split('/')
    .filter((part) => part && !part.startsWith('{'))
    .slice(-2)
    .join('.')

/** The names in `{…}` of a path. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] ?? '')

/** The permissions of which any one opens the endpoint; empty for `anyone` and `signedIn`. */
export const permissionsOf = (endpoint: Pick<Endpoint, 'permission'>): readonly string[] =>
  endpoint.permission === 'anyone' || endpoint.permission === 'signedIn' ? [] : [endpoint.permission].flat()

export type Contract = Record<string, Endpoint>
export type InputOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.output<I> : never
/** What a caller writes: defaults may be left out. */
export type CallOf<E> = E extends Endpoint<infer I, z.ZodType> ? z.input<I> : never
export type OutputOf<E> = E extends Endpoint<z.ZodObject, infer O> ? z.output<O> : never
