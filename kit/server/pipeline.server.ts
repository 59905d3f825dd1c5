import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import {
  type Endpoint,
  isForPeople,
  pathParams,
  permissionsOf,
  provenSeconds,
} from '#kit/contract/endpoint.contract.ts'
import type { Page } from '#kit/contract/list.contract.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { auditRefusal, type AuditEntry, writeAudit } from './audit.server.ts'
import type { Actor, Audited, Ctx, Services } from './context.server.ts'
import { type Db, inCompany, inTransaction, planIsOld, type Tx } from './database.server.ts'
import { mapError, report, shapeRefusal } from './errors.server.ts'
import { isFile, sendFile } from './files.server.ts'
import { once } from './idempotency.server.ts'
import { languageOf, shapeTexts } from './texts.server.ts'
import { type Router, servedBy } from './module.server.ts'
import { enterUpload, receiveUpload, type Upload } from './uploads.server.ts'

export interface Pipeline {
  services: Services
  authenticate: Authenticate
  /** Milliseconds within which the body of a limited entry must be here. */
  bodyTimeout?: number
}

/** Who is behind an access token or a key. */
export interface Authenticate {
  /**
   * Undefined when the token is unknown or expired, or its session has ended; `fresh` asks the database now. Throws where a program's
   * key is not accepted; `address` is where the call comes from.
   */
  (token: string, fresh?: boolean, address?: string): Promise<Actor | undefined>
  /** The session has changed: what is remembered of it no longer holds. */
  forget(sessionId: string): void
}

type AnyHandler = (ctx: Ctx) => Promise<unknown>

/**
 * Mounts every entry of a router. One request's journey: session, permission, proof, shape, idempotency key, transaction,
 * handler, audit row, output shape, reply. Capabilities write only the handler.
 */
export function mount(app: FastifyInstance, router: Router, pipeline: Pipeline): void {
  for (const [name, endpoint] of servedBy(router)) {
    const handler = router.handlers[name] as AnyHandler | undefined
    if (!handler) throw new Error(`No handler for '${name}' (${endpoint.path})`)
    app.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      ...(endpoint.limit ? limited(endpoint.limit, pipeline.bodyTimeout) : {}),
      handler: (request, reply) => travel(endpoint, handler, pipeline, request, reply),
    })
  }
}

/** A call counts for its address once its body is here, which is small and comes soon: an unfinished one takes nobody's place. */
const limited = ({ max, seconds }: NonNullable<Endpoint['limit']>, bodyTimeout = 10_000) => ({
  bodyLimit: 65_536,
  config: { rateLimit: { max, timeWindow: seconds * 1000, hook: 'preHandler' } } as object,
  onRequest: (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const timer = setTimeout(() => request.raw.destroy(), bodyTimeout)
    for (const over of ['end', 'close']) request.raw.once(over, () => clearTimeout(timer))
    done()
  },
})

async function travel(
  endpoint: Endpoint,
  handler: AnyHandler,
  { services, authenticate }: Pipeline,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const language = languageOf(request.headers['accept-language'])
  const entry = (outcome: AuditEntry['outcome'], code?: string | number): AuditEntry => ({
    act: endpoint.act,
    kind: endpoint.kind,
    outcome,
    code: code === undefined ? undefined : String(code),
    traceId: request.id,
    address: request.ip,
  })
  let caller: Actor | undefined
  let leave: (() => void) | undefined
  try {
    // A change is made with the rights and at the place of this moment, whatever another server has just altered.
    caller = await callerOf(request, authenticate, endpoint.writes || endpoint.stepUp === true)
    if (caller?.isProgram && isForPeople(endpoint))
      throw new Refusal('NOT_FOR_PROGRAMS', {}, { kind: 'forbidden' })
    checkPermission(endpoint, caller)
    checkProof(endpoint, caller)
    await checkFeature(endpoint, services, caller)
    // Nothing is awaited between this and the reading, so that an end in between is heard.
    if (endpoint.upload && caller) leave = enterUpload(request, endpoint.upload, caller)
    const file = endpoint.upload ? await receiveUpload(request, endpoint.upload) : undefined
    const input = checkedInput(endpoint, request, language, file)
    const { companyId } = caller ?? {}
    const made = { ...entry('done'), note: noteOf(input) }
    const ctx: Ctx = {
      input:
        companyId && endpoint.columns ? { ...input, calendar: () => services.calendar(companyId) } : input,
      db: services.db,
      caller,
      get actor() {
        return caller ?? refuseStranger()
      },
      now: services.now(),
      language,
      traceId: request.id,
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      raw: { body: (request as { rawBody?: string }).rawBody ?? '', headers: request.headers },
      services,
      log: request.log,
      file,
      actAs: (who, work) => transact(services.db, who.companyId, audited(who, made, work)),
      auditRefusal: (who, code) => auditRefusal(services.db, who, entry('refused', code), request.log),
    }
    const answer = await run(endpoint, handler, ctx, keyOf(endpoint, request), made)
    if (caller && endpoint.writes) authenticate.forget(caller.sessionId)
    if (endpoint.download) {
      if (!isFile(answer)) throw new Error(`${endpoint.path} did not answer a file`)
      return await sendFile(reply, services.files, answer)
    }
    const body = endpoint.output.parse(answer)
    if (endpoint.columns || endpoint.isBare)
      reply.header('x-pagination', paginationHeader(body as Page<unknown>))
    return endpoint.isBare ? (body as Page<unknown>).items : body
  } catch (error) {
    const mapped = mapError(error, language, request.id)
    const kept = mapped.unexpected || mapped.status === 403 || (endpoint.writes && mapped.status >= 409)
    if (caller && kept)
      await auditRefusal(
        services.db,
        caller,
        entry(mapped.unexpected ? 'failed' : 'refused', mapped.body.code),
        request.log,
      )
    report(error, mapped, request.log)
    if (mapped.retryAfter !== undefined) reply.header('retry-after', mapped.retryAfter)
    return reply.code(mapped.status).send(mapped.body)
  } finally {
    leave?.()
  }
}

const noteOf = (input: unknown) => {
  const { note, reason } = input as { note?: unknown; reason?: unknown }
  const why = note ?? reason
  return typeof why === 'string' && why ? why : undefined
}

const paginationHeader = ({ pagination: { pageNum, ...rest } }: Page<unknown>) =>
  JSON.stringify({ ...rest, pageNumber: pageNum })

/** The token of an `Authorization` header: the scheme in any case, one space or more after it (RFC 9110, 11.4). */
export const bearerOf = (header: string | undefined): string | undefined =>
  /^bearer +(\S+)\s*$/i.exec(header ?? '')?.[1]

async function callerOf(
  request: FastifyRequest,
  authenticate: Authenticate,
  fresh: boolean,
): Promise<Actor | undefined> {
  const token = bearerOf(request.headers.authorization)
  return token === undefined ? undefined : authenticate(token, fresh, request.ip)
}

/** Why the endpoint does not let this person through, if so: the same answer guards calls and lights buttons. */
export function barOf(
  endpoint: Pick<Endpoint, 'permission' | 'ofCompany'>,
  caller: Pick<Actor, 'permissions' | 'assigned'>,
): Refusal | undefined {
  const needed = permissionsOf(endpoint)
  if (needed.length > 0 && !needed.some((code) => caller.permissions.has(code)))
    return new Refusal('FORBIDDEN', {}, { kind: 'forbidden' })
  return endpoint.ofCompany && caller.assigned !== 'all' ? new Refusal('OUT_OF_SCOPE') : undefined
}

function checkPermission(endpoint: Endpoint, caller: Actor | undefined): void {
  if (endpoint.permission === 'anyone') return
  const bar = barOf(endpoint, caller ?? refuseStranger())
  if (bar) throw bar
}

function checkProof({ stepUp }: Endpoint, caller: Actor | undefined): void {
  // A clock that was set back makes no proof last longer.
  if (stepUp && Math.abs(caller?.provenFor ?? Infinity) > provenSeconds)
    throw new Refusal('STEP_UP_REQUIRED', {}, { kind: 'forbidden' })
}

async function checkFeature({ feature }: Endpoint, services: Services, caller: Actor | undefined) {
  const code = feature && caller && (await services.absent(caller.companyId)).get(feature)
  if (code) throw new Refusal(code)
}

const refuseStranger = (): never => {
  throw new Refusal('SESSION_EXPIRED', {}, { kind: 'unauthenticated' })
}

function checkedInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  language: ReturnType<typeof languageOf>,
  file: Upload | undefined,
): object {
  if (!endpoint.upload && request.isMultipart()) throw new Refusal('INVALID', {}, { kind: 'invalid' })
  const carried = file ? file.fields : endpoint.from === 'query' ? request.query : (request.body ?? {})
  if (typeof carried !== 'object' || carried === null || Array.isArray(carried))
    throw new Refusal('INVALID', {}, { kind: 'invalid' })
  const given = pathParams(endpoint.path).length ? { ...carried, ...(request.params as object) } : carried
  const checked = endpoint.input.safeParse(given, { error: shapeTexts(language) as z.core.$ZodErrorMap })
  if (!checked.success) throw shapeRefusal(checked.error)
  return checked.data
}

/** The `Idempotency-Key` of a change that moves value; a change of any other kind may send one too. */
function keyOf(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (!endpoint.writes) return undefined
  if (key === undefined) {
    if (endpoint.movesValue) throw new Refusal('IDEMPOTENCY_KEY_REQUIRED', {}, { kind: 'invalid' })
    return undefined
  }
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key))
    throw new Refusal('IDEMPOTENCY_KEY_INVALID', {}, { kind: 'invalid' })
  return key
}

async function run(
  endpoint: Endpoint,
  handler: AnyHandler,
  ctx: Ctx,
  key: string | undefined,
  entry: AuditEntry,
): Promise<unknown> {
  const { caller, services } = ctx
  // Without a caller no company is known yet: the handler says which one by `actAs`.
  if (!caller || endpoint.permission === 'anyone') return handler(ctx)
  if (endpoint.ownTransaction) return inCompany(caller.companyId, () => handler(ctx))
  if (!endpoint.writes) return inCompany(caller.companyId, () => handler(ctx))
  const act = (tx: Tx) => handler(Object.create(ctx, { db: { value: tx } }) as Ctx)
  if (!key || endpoint.showsSecret)
    return transact(services.db, caller.companyId, audited(caller, entry, act))
  // The whole request, also the file's content: the same key with another one is another request.
  const request = [ctx.input, ctx.file?.sha256]
  return transact(services.db, caller.companyId, (tx) =>
    once(
      tx,
      { key, userId: caller.userId, act: endpoint.act, request },
      () => act(tx),
      (db) => writeAudit(db, caller, entry),
    ),
  )
}

/** `work`, and then its audit row in the same transaction. */
const audited =
  <T>(who: Audited, entry: AuditEntry, work: (tx: Tx) => Promise<T>) =>
  async (tx: Tx): Promise<T> => {
    const answer = await work(tx)
    await writeAudit(tx, who, entry)
    return answer
  }

const attempts = 6
const retried = new Set(['40001', '40P01', planIsOld])

/** One transaction in one company; serialisation failures and deadlocks run it again, nowhere else. */
async function transact<T>(db: Db, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inCompany(companyId, () => inTransaction(db, work))
    } catch (error) {
      const { code } = error as { code?: string }
      if (attempt === attempts || code === undefined || !retried.has(code)) throw error
      await pause(Math.random() * 10 * 2 ** attempt)
    }
  }
}

/** Runs an act outside HTTP (a job, a command) with the same transaction, retry and audit row. */
export const runAct = <T>(
  db: Db,
  who: Audited,
  act: string,
  work: (tx: Tx) => Promise<T>,
  note?: string,
): Promise<T> => {
  const entry = { note, act, kind: 'UPDATE', outcome: 'done', traceId: `act-${process.pid}` } as const
  return transact(db, who.companyId, audited(who, entry, work))
}
