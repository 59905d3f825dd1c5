import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import type { Services } from '#kit/server/context.server.ts'
import type { ReportKind } from '../partners/reports.domain.ts'
import type { PartnerAdapter, PartnerAnswer, SentPayout } from './adapter.domain.ts'
import { signedHeaders } from './signature.server.ts'

const timeout = 10_000
const mostRead = 1_000_000

const Amount = z.string().regex(/^\d{1,16}(\.\d{1,4})?$/)
/** With an offset: a time without one is nobody's. */
const At = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const statuses = [
  'accepted',
  'ready',
  'paid',
  'rejected',
  'returned',
  'cancelled',
  'cancelRefused',
  'notFound',
] as const

/** What a partner says of an order, in an answer or in a report. */
const PartnerStatus = z.object({
  status: z.enum(statuses),
  amount: Amount.nullish(),
  reason: z.string().max(500).nullish(),
  occurredAt: At.nullish(),
})
const Signed = z.string().regex(/^-?\d{1,16}(\.\d{1,4})?$/)
const Balance = z.object({ amount: Signed, at: At })
const Statement = z.object({
  balance: Signed.nullish(),
  lines: z
    .array(
      z.object({
        reference: z.string().max(100),
        kind: z.enum(['payout', 'return', 'topUp', 'fee']),
        amount: Signed,
      }),
    )
    .max(100_000),
})

interface Partner {
  companyId: string
  endpoint: string
  keys: readonly string[]
}

/** What came back of a call: an HTTP status with its text, or nothing. */
type Reply = { status: number; text: string } | { status: null; fault: string }

/** A partner that speaks the contract of `docs/partners.md`: signed requests by POST, JSON both ways. */
export function httpPartner(
  services: Pick<Services, 'now' | 'post'>,
  partner: Partner,
  heard: (fault: string | null) => void = () => undefined,
): PartnerAdapter {
  const ask = async (path: string, content: object): Promise<Reply> => {
    const reply = await call(services, partner, path, JSON.stringify(content))
    heard(reply.status === null ? reply.fault : reply.status >= 500 ? `HTTP ${reply.status}` : null)
    return reply
  }
  const read = async <T>(path: string, content: object, shape: z.ZodType<T>): Promise<T | null> => {
    const reply = await ask(path, content)
    return reply.status !== null && isFine(reply.status) ? parsed(reply.text, shape) : null
  }
  return {
    create: async (payout: SentPayout) => answerOf(await ask('create', payout), 'create'),
    query: async (reference) => answerOf(await ask('query', { reference }), 'query'),
    cancel: async (reference) => answerOf(await ask('cancel', { reference }), 'cancel'),
    balance: () => read('balance', {}, Balance),
    statement: async (day) => {
      const said = await read('statement', { day }, Statement)
      return said && { lines: said.lines, balance: said.balance ?? null }
    },
  }
}

const isFine = (status: number) => status >= 200 && status < 300

/**
 * What a reply says. Only a status in words, or a plain refusal of what was sent (400, 422), is an answer; all else leaves the order
 * unknown, a second *create* of the same reference (409) too.
 */
function answerOf(reply: Reply, asked: 'cancel' | 'create' | 'query'): PartnerAnswer {
  if (reply.status === null) return { kind: 'unknown', reason: reply.fault }
  const said = parsed(reply.text, PartnerStatus)
  if (isFine(reply.status) && said) {
    const { status, amount = null, reason, occurredAt = null } = said
    return { kind: status, amount, reason: reason ?? '', occurredAt }
  }
  const reason = `HTTP ${reply.status}`
  if (reply.status === 409) return { kind: 'duplicate', reason }
  if (asked === 'query' && reply.status === 404) return { kind: 'notFound', reason }
  const isRefused = reply.status === 400 || reply.status === 422
  if (isRefused && asked === 'create')
    return { kind: said?.status === 'rejected' ? said.status : 'rejected', reason: said?.reason ?? reason }
  if (isRefused && asked === 'cancel') return { kind: 'cancelRefused', reason: said?.reason ?? reason }
  return { kind: 'unknown' satisfies ReportKind, reason }
}

function parsed<T>(text: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

async function call(
  { post, now }: Pick<Services, 'now' | 'post'>,
  { companyId, endpoint, keys }: Partner,
  path: string,
  body: string,
): Promise<Reply> {
  const signal = AbortSignal.timeout(timeout)
  try {
    const address = `${endpoint.replace(/\/+$/, '')}/${path}`
    const reply = await post(address, companyId, { body, headers: signedHeaders(body, keys, now()), signal })
    const text = await textOf(reply)
    return text === undefined
      ? { status: null, fault: 'ANSWER_TOO_LONG' }
      : { status: reply.statusCode ?? 0, text }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNREACHABLE'
    return { status: null, fault: signal.aborted ? 'TIMEOUT' : code }
  }
}

async function textOf(reply: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of reply as AsyncIterable<Buffer>) {
    length += part.length
    if (length > mostRead) {
      reply.destroy()
      return undefined
    }
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
