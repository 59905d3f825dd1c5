import type { IncomingMessage, RequestOptions } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Contract, Endpoint, InputOf, OutputOf, Vocabulary } from '#kit/contract/endpoint.contract.ts'
import type { Calendar } from '#kit/domain/periods.domain.ts'
import type * as z from 'zod'
import type { Db, Tx } from './database.server.ts'
import type { FileStore } from './files.server.ts'
import type { Upload } from './uploads.server.ts'
import type { Language } from './texts.server.ts'

type Sent = RequestOptions & { body: string | Uint8Array }

interface AnyActor {
  userId: string
  companyId: string
  sessionId: string
  name: string
  /** No person, but a program with a key. */
  isProgram?: boolean
  /** Seconds since the person last showed who they are. */
  provenFor: number
  permissions: ReadonlySet<string>
  /** Where the person is assigned: the whole of the company, or places of it. */
  assigned: 'all' | object
  workspace: { branchId: string | null; counterId: string | null }
}

/** Who is acting, as the product declares it. */
export type Actor = Vocabulary extends { actor: infer A extends AnyActor } ? A : AnyActor

/** Who an audit row speaks of; a failed sign-in has no session, a command no user. */
export type Audited = Pick<Actor, 'companyId' | 'name'> &
  Partial<Pick<Actor, 'sessionId' | 'workspace'>> & { userId: string | null }

/** What the running program offers to every handler. */
export interface Services {
  db: Db
  files: FileStore
  /** Where people reach the web app, without a trailing slash; links in mails begin with it. */
  publicUrl: string
  /** Signs access tokens and whatever else must not be forged. */
  secret: Buffer
  /** Where anchors of the books are written, to be carried where nobody of this machine can change them. */
  anchorFolder: string
  /** The business clock. */
  now: () => Date
  /** Where a day begins and ends for the people of a company and of its places. */
  calendar: (companyId: string) => Promise<Calendar>
  /** The parts of the product that a company does without, each with the code that refuses their calls. */
  absent: (companyId: string) => Promise<ReadonlyMap<string, string>>
  /** Where outside data is fetched, by the name of its source. */
  addresses: Readonly<Record<string, string>>
  /** Asks an address of the internet; ADDRESS_INSIDE where it leads into the house and the operator did not name it. */
  fetch: (
    address: string,
    options: { etag?: string | undefined; accept?: string; signal: AbortSignal },
  ) => Promise<{ status: number; etag: string | null; body: Readable }>
  /** Sends to an address that people of a company have typed, guarded as `fetch` is, and led on nowhere. */
  post: (address: string, companyId: string, sent: Sent) => Promise<IncomingMessage>
  /** Throws ADDRESS_INSIDE or ADDRESS_INSECURE for an address to which `post` would not send now. */
  mayPost: (address: string, companyId: string) => Promise<void>
  /** Whether the operator has named an address for a company; what answers there may be inside the house. */
  isOperators: (address: string, companyId: string) => boolean
  /** The keys of a company's partner that are good now: from a file that the operator keeps, never from the database. */
  partnerKeys: (companyId: string, partner: string) => readonly string[]
  /** The authority that stamps the time (RFC 3161), where the operator has named one. */
  timestamp: { address: string; post: (address: string, sent: Sent) => Promise<IncomingMessage> } | undefined
  /** Every endpoint that is served. */
  endpoints: readonly Endpoint[]
}

/** What a handler is given: the checked input, the database (in a change: its transaction), and who asks. */
export interface Ctx<I = unknown> {
  input: I
  db: Db
  /** The person acting; asking for it where nobody is signed in is a 401. */
  actor: Actor
  /** The person acting, if any: for entries open to anyone. */
  caller: Actor | undefined
  now: Date
  language: Language
  traceId: string
  address: string
  userAgent: string
  /** The body as it came, before any parser, and the headers: for entries whose caller signs it. */
  raw: { body: string; headers: Readonly<Record<string, string | string[] | undefined>> }
  services: Services
  log: FastifyBaseLogger
  /** The uploaded file of an entry that declares one. */
  file: Upload | undefined
  /** For entries open to anyone, once the company is known: runs `work` in a transaction there and leaves the audit row. */
  actAs<T>(who: Audited, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Leaves an audit row of a refusal where nobody is signed in yet. */
  auditRefusal(who: Audited, code: string | number): Promise<void>
}

export type Handler<E extends Endpoint> = (ctx: Ctx<InputOf<E>>) => Promise<Answer<E>>

/** A download answers a stored file; everything else answers what the contract's output takes. */
type Answer<E> =
  E extends Endpoint<z.ZodObject, infer O> ? (OutputOf<E> extends Blob ? unknown : z.input<O>) : never

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> }
