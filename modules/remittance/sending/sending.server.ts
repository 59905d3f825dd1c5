import { randomUUID } from 'node:crypto'
import type { Services } from '#kit/server/context.server.ts'
import { inCompany } from '#kit/server/database.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { companies } from '#modules/organisation/public.server.ts'
import { senderFacts } from '#modules/customers/public.server.ts'
import {
  find,
  listDue,
  listExpired,
  listUnsent,
  listWithoutRate,
  lockOrder,
  type OrderRow,
} from '../order-rows/orders.queries.ts'
import { takeReport } from '../partners/reports.server.ts'
import type { ReportSource } from '../partners/reports.domain.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import { takeImplied } from '../queue/implied.server.ts'
import { readKept, travelOfOrder } from '../travel/travel.server.ts'
import { askName, freeRated, hashOf, isCalled, sendName, sentOrder } from '../queue/queue.server.ts'
import type { PartnerAdapter, PartnerAnswer, SentPayout } from './adapter.domain.ts'
import { isResting, noteCall } from '../providers/health.queries.ts'
import { httpPartner } from './http-partner.server.ts'

type Provider = Awaited<ReturnType<typeof providerRows.get>>
/** What the clock does is done by the house. */
const nobody = { userId: null, name: 'Agio' }

/** Sends orders to partners that are called, and asks about those that nothing was heard of. */
export const sendingJobs: readonly Job[] = [
  {
    name: sendName,
    isOutgoing: true,
    sameBy: 'orderId',
    run: async ({ companyId, orderId, isAgain }, { services }) => {
      if (companyId) await sendOne(services, companyId, String(orderId), isAgain === true)
    },
  },
  {
    name: askName,
    isOutgoing: true,
    sameBy: 'orderId',
    run: async ({ companyId, orderId }, { services }) => {
      if (companyId) await askAbout(services, companyId, String(orderId))
    },
  },
  {
    name: 'remittance.follow',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const { id: companyId } of await companies(db))
        await inCompany(companyId, async () => {
          for (const { id } of await listDue(db, now())) await enqueue(db, askName, { orderId: id })
          for (const { id } of await listWithoutRate(db))
            await runAct(db, { companyId, ...nobody }, 'remittance.lineUp', (tx) =>
              freeRated({ db: tx, now: now(), actor: nobody }, id),
            )
          for (const { id } of await listUnsent(db)) await enqueue(db, sendName, { orderId: id })
          const over = await listExpired(db, now())
          if (over.length === 0) return
          await runAct(db, { companyId, ...nobody }, 'remittance.expire', async (tx) => {
            for (const { id } of over) {
              const [row] = (await lockOrder(tx, id)) ? await find(tx, [id]) : []
              if (row && ['quoted', 'awaitingFunds'].includes(row.state))
                await takeImplied({ db: tx, now: now(), actor: nobody }, row, 'expire')
            }
          })
        })
    },
  },
]

/** The partner as it is called now; undefined where it rests, or the operator keeps no key of it. */
export async function partnerOf(services: Services, companyId: string, provider: Provider) {
  const { db, now } = services
  if (!isCalled(provider) || (await isResting(db, provider.id, now()))) return undefined
  const keys = services.partnerKeys(companyId, provider.code)
  if (keys.length === 0) {
    await noteCall(db, provider.id, 'KEY_MISSING', now())
    return undefined
  }
  const faults: (string | null)[] = []
  const adapter = httpPartner(services, { companyId, endpoint: provider.endpoint, keys }, (fault) =>
    faults.push(fault),
  )
  const note = async () => {
    for (const fault of faults.splice(0)) await noteCall(db, provider.id, fault, now())
  }
  return { adapter, note }
}

/**
 * Sends an order: that it is being sent, and under which reference, is written before the call, so that a report that comes first
 * finds it, and a process that ends in between sends nothing twice.
 */
async function sendOne(services: Services, companyId: string, id: string, isAgain: boolean): Promise<void> {
  const { db, now } = services
  const [before] = await find(db, [id])
  if (!before) return
  const provider = await providerRows.get(db, before.providerId)
  const partner = await partnerOf(services, companyId, provider)
  if (!partner) return
  const row = await runAct(db, { companyId, ...nobody }, 'remittance.send', async (tx) => {
    const [one] = (await lockOrder(tx, id)) ? await find(tx, [id]) : []
    if (!one) return undefined
    if (isAgain) return one.state === 'sent' && one.sentHash === hashOf(one, one.reference) ? one : undefined
    if (one.state !== 'queued' || one.isHeld) return undefined
    const hash = hashOf(one, one.reference)
    // The same reference never carries another amount, currency or recipient.
    if (one.sentHash !== '' && one.sentHash !== hash) return undefined
    return takeImplied({ db: tx, now: now(), actor: nobody }, one, 'send', {
      values: {
        sentAt: now().toISOString(),
        sentHash: hash,
        sendings: one.sendings + 1,
        queries: 0,
        notFoundAt: null,
        askAt: new Date(now().getTime() + provider.answersWithin * 1000).toISOString(),
      },
    })
  })
  if (!row) return
  const answer = await partner.adapter.create(await payoutOf(services, row))
  await partner.note()
  await takeAnswer(services, companyId, { row, provider, source: 'create' }, answer)
}

async function payoutOf({ db, now }: Services, row: OrderRow): Promise<SentPayout> {
  const day = row.businessDate ?? now().toISOString().slice(0, 10)
  const { payload: travelRule } = await travelOfOrder(db, readKept(row), day)
  return {
    ...sentOrder(row, row.reference),
    purpose: row.purposeCode || row.purpose,
    relationship: row.relationship,
    sourceOfFunds: row.sourceOfFunds,
    sender: await senderFacts(db, row.customerId),
    travelRule,
  }
}

/** Asks about an order of which nothing was heard, or that is to come back. */
async function askAbout(services: Services, companyId: string, id: string): Promise<void> {
  const { db } = services
  const [row] = await find(db, [id])
  if (!row || row.reference === '') return
  const provider = await providerRows.get(db, row.providerId)
  const partner = await partnerOf(services, companyId, provider)
  if (!partner) return
  const isRecall = row.state === 'cancelRequested'
  const asked: keyof Pick<PartnerAdapter, 'cancel' | 'query'> = isRecall ? 'cancel' : 'query'
  const answer = await partner.adapter[asked](row.reference)
  await partner.note()
  await takeAnswer(services, companyId, { row, provider, source: asked }, answer)
}

/** What a partner answered is a report like any other. */
async function takeAnswer(
  { db, now }: Services,
  companyId: string,
  { row, provider, source }: { row: OrderRow; provider: Provider; source: ReportSource },
  answer: PartnerAnswer,
): Promise<void> {
  await runAct(db, { companyId, userId: null, name: provider.name }, 'remittance.report', (tx) =>
    takeReport({ db: tx, now: now(), actor: { userId: null, name: provider.name } }, provider.id, {
      ...answer,
      eventId: `${source}:${randomUUID()}`,
      source,
      reference: row.reference,
    }),
  )
}
