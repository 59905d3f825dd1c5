import type { FastifyBaseLogger } from 'fastify'
import type * as z from 'zod'
import type { ErrorBody } from '#kit/contract/errors.contract.ts'
import { type FieldFault, notFound, Refusal, type RefusalKind } from '#kit/domain/refusal.domain.ts'
import { noteFull, wasFullLately } from './room.server.ts'
import { isNoRoom, StartRefusal } from './start-refusal.server.ts'
import { type Language, text } from './texts.server.ts'

/** The HTTP status by which each kind of refusal is answered. */
export const statusOf: Record<RefusalKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  business: 422,
  tooMany: 429,
  unavailable: 503,
}

export interface Mapped {
  status: number
  body: ErrorBody
  /** Seconds after which to try again. */
  retryAfter: number | undefined
  /** Something of ours is broken: log it whole, show nothing. */
  unexpected: boolean
}

/** The one place where an error becomes a reply. Whatever is not a known refusal is a 500 that says only its trace id. */
export function mapError(error: unknown, language: Language, traceId: string): Mapped {
  try {
    return mappedOf(error, language, traceId)
  } catch {
    // What was thrown and cannot even be read must not be answered by Fastify, which shows it.
    const body = { code: 'UNEXPECTED', message: '', invalidParams: [], traceId }
    return { status: 500, unexpected: true, retryAfter: undefined, body }
  }
}

function mappedOf(error: unknown, language: Language, traceId: string): Mapped {
  const refusal = asRefusal(error)
  const status = refusal ? statusOf[refusal.kind] : 500
  const code =
    refusal?.code === 'UNAVAILABLE' && wasFullLately() ? 'DISK_FULL' : (refusal?.code ?? 'UNEXPECTED')
  return {
    status,
    unexpected: !refusal,
    retryAfter: refusal?.retryAfter,
    body: {
      code,
      message: text(language, `refusals.${code}`, { ...refusal?.data, traceId }),
      invalidParams: (refusal?.fields ?? []).map((fault) => ({
        field: fault.field,
        message: faultText(fault, language),
      })),
      traceId,
    },
  }
}

/** Logs what the operator of the server must hear of, and remembers that a disk is full. */
export function report(error: unknown, { unexpected, body }: Mapped, log: FastifyBaseLogger): void {
  if (body.code === 'DISK_FULL' && isNoRoom(error)) noteFull()
  if (unexpected) log.error({ err: error }, 'unexpected')
  else if (outageOf(error)) log.error({ err: error }, 'cannot serve')
}

/** Which outage an error tells of, if any: of the disk, or of the database. */
export function outageOf(error: unknown): string | undefined {
  const refusal = error instanceof Refusal ? undefined : asRefusal(error)
  return refusal?.kind === 'unavailable' && refusal.code !== 'BUSY' ? String(refusal.code) : undefined
}

/** A fault whose code is `TEXT` carries its text in `data`: what the shape check said, already in the reader's language. */
const faultText = ({ code, data }: FieldFault, language: Language) =>
  code === 'TEXT' ? String(data?.['text']) : text(language, `refusals.${code}`, data)

/** The refusal that an error amounts to: our own, or one that the database or Fastify stands for; otherwise undefined. */
function asRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return undefined
  const { code, constraint, table, statusCode } = error as Error & {
    code?: string
    constraint?: string
    table?: string
    statusCode?: number
  }
  if (code === '23505') return duplicate(constraint, table)
  if (code === '23503')
    return error.message.startsWith('insert or update') ? notFound() : new Refusal('IN_USE')
  // Run again until the last try, it still met another change.
  if (code === '40001' || code === '40P01') return new Refusal('BUSY', {}, { kind: 'unavailable' })
  if (code === '23514' || code?.startsWith('22')) return new Refusal('INVALID', {}, { kind: 'invalid' })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('BODY_TOO_LARGE', {}, { kind: 'invalid' })
  if (isNoRoom(error)) return new Refusal('DISK_FULL', {}, { kind: 'unavailable' })
  if (statusCode === 429) return new Refusal('TOO_MANY', {}, { kind: 'tooMany' })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Refusal('INVALID', {}, { kind: 'invalid' })
  if (error instanceof StartRefusal || code?.startsWith('53'))
    return new Refusal('UNAVAILABLE', {}, { kind: 'unavailable' })
  if (isDatabaseAway(error)) return new Refusal('UNAVAILABLE', {}, { kind: 'unavailable' })
  return undefined
}

// The database shuts down, starts up, or is not there; or the socket to it breaks.
const away = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE'])
const lost = /^timeout exceeded when trying to connect$|^Connection terminated|is not queryable$/

/** Whether an error says that the database could not be reached, and nothing about what was asked of it. */
export function isDatabaseAway(error: Error & { code?: string; syscall?: string }): boolean {
  return error.syscall === 'connect' || away.has(error.code ?? '') || lost.test(error.message)
}

/** A unique key is named `<table>_<column>_key`; the column is the field that the person must change. */
function duplicate(constraint = '', table = ''): Refusal {
  const column = constraint.replace(new RegExp(`^${table}_`), '').replace(/_key$/, '')
  const field = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return new Refusal('DUPLICATE', {}, { kind: 'conflict', fields: [{ field, code: 'TAKEN' }] })
}

/** The refusal for a body, query or path of the wrong shape; each fault at its field. */
export function shapeRefusal(error: z.ZodError): Refusal {
  const fields = error.issues.flatMap((issue): FieldFault[] => {
    const path = issue.path.join('.')
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ field: path ? `${path}.${key}` : key, code: 'UNKNOWN_FIELD' }))
    return [{ field: path, code: 'TEXT', data: { text: issue.message } }]
  })
  return new Refusal('INVALID', {}, { kind: 'invalid', fields: fields.slice(0, 50) })
}
