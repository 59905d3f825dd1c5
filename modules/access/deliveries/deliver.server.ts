import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { isTakenFrom } from '#kit/domain/workflow.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { tellPerson } from '../factors/telling.server.ts'
import { holdersOf } from '../sessions/sessions.server.ts'
import { peopleOf } from '../users/users.queries.ts'
import { webhookWorkflow } from '../webhooks/webhooks.domain.ts'
import { rows } from '../webhooks/webhooks.queries.ts'
import { secretsOf } from '../webhooks/webhooks.server.ts'
import { type DeliveryError, isGivenUp, nextAttempt } from './deliveries.domain.ts'
import * as queries from './deliveries.queries.ts'
import { deliverName, wake } from './emit.server.ts'
import { signedHeaders } from './signature.server.ts'

const timeout = 10_000
/** So much of an answer is read, and so much of that is kept. */
const mostRead = 4096
const mostKept = 500
/** So many are sent before another webhook has its turn. */
const atOnce = 50

type Webhook = Awaited<ReturnType<typeof rows.get>>

/** Sends to a webhook what is due there, and looks each minute for what is due anywhere. */
export const deliveryJobs: readonly Job[] = [
  {
    name: deliverName,
    isOutgoing: true,
    sameBy: 'webhookId',
    run: async ({ companyId, webhookId }, { services }) => {
      if (companyId) await deliverDue(services, companyId, String(webhookId))
    },
  },
  {
    name: 'access.retryDeliveries',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id: companyId } of await companies(db))
        await inCompany(companyId, async () => {
          for (const webhookId of await queries.withDue(db, now())) await wake(db, webhookId)
        })
    },
  },
  {
    name: 'access.forgetDeliveries',
    cron: '27 3 * * *',
    run: async (_payload, { services }) => {
      await sql`select access.forget_deliveries(interval '30 days')`.execute(services.db)
    },
  },
]

/** Sends what is due, one after the other, until nothing is or nobody answers: whoever does not answer is not asked on and on. */
async function deliverDue(services: Services, companyId: string, webhookId: string): Promise<void> {
  const { db, now } = services
  if (!(await queries.lease(db, webhookId))) return
  let sent = 0
  try {
    for (; sent < atOnce; sent += 1) {
      const one = await queries.due(db, webhookId, now())
      const webhook = one && (await rows.find(db, webhookId))
      if (!webhook) break
      await queries.extendLease(db, webhookId)
      const attempt = await tryOnce(services, webhook, one)
      const isAccepted = attempt.error === null
      const next = isAccepted ? undefined : nextAttempt(one.attempts + 1, now())
      await queries.record(db, one, attempt, now(), next)
      const failingSince = await queries.note(db, webhookId, isAccepted, now())
      if (failingSince !== null && isGivenUp(attempt.status, failingSince, now()))
        await giveUp(db, companyId, webhookId, now())
      if (attempt.status === null && !isAccepted) break
    }
  } finally {
    await queries.endLease(db, webhookId)
  }
  if (sent === atOnce) await wake(db, webhookId)
}

async function tryOnce(
  services: Services,
  webhook: Webhook,
  { eventId, body }: { eventId: string; body: string },
): Promise<queries.Attempt> {
  const failed = (error: DeliveryError): queries.Attempt => ({ status: null, error, answer: '' })
  const at = services.now()
  const secrets = secretsOf(services, webhook, at)
  if (secrets.length === 0) return failed('SECRET_UNREADABLE')
  const signal = AbortSignal.timeout(timeout)
  try {
    const headers = signedHeaders(eventId, body, secrets, at)
    const reply = await services.post(webhook.url, webhook.companyId, { body, headers, signal })
    const status = reply.statusCode ?? 0
    const isInside = services.isOperators(webhook.url, webhook.companyId)
    // What answers inside the house is nobody's to read.
    const answer = isInside ? reply.resume() && '' : await beginning(reply)
    const isRedirect = status >= 300 && status < 400
    return {
      status,
      answer,
      error: status >= 200 && status < 300 ? null : isRedirect ? 'REDIRECT' : 'STATUS',
    }
  } catch (error) {
    if (error instanceof Refusal)
      return failed(error.code === 'ADDRESS_INSECURE' ? 'ADDRESS_INSECURE' : 'ADDRESS_INSIDE')
    return failed(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE')
  }
}

/** The beginning of an answer as text that can be kept; the rest is not read. */
async function beginning(reply: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of reply as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    if (length >= mostRead) break
  }
  const text = Buffer.concat(parts).subarray(0, mostRead).toString('utf8')
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, '').slice(0, mostKept)
}

/** Pauses a webhook that has not answered for days, and tells who may resume it. */
async function giveUp(db: Db, companyId: string, id: string, now: Date): Promise<void> {
  const who = { companyId, userId: null, name: 'Agio' }
  await runAct(db, who, 'webhook.giveUp', async (tx) => {
    const webhook = await rows.find(tx, id)
    const act = webhookWorkflow.actions.giveUp
    if (!webhook || !isTakenFrom(act, webhook.state)) return
    const { version, name, url } = webhook
    await rows.update(tx, { id, version }, { state: act.to, pausedAt: now.toISOString() })
    const ids = (await holdersOf(tx, ['manage_webhooks'])).map(({ userId }) => userId)
    // Nobody asks, so nobody's language is known.
    for (const person of await peopleOf(tx, ids))
      await tellPerson(tx, { language: 'en' }, person, 'webhookPaused', { name, url })
  })
}
