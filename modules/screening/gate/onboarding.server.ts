import { answer } from '#kit/server/hooks.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import { enqueue } from '#kit/server/outbox.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import {
  customersChanged,
  customersMerged,
  customerUnblocking,
  partyLeaving,
} from '#modules/customers/public.server.ts'
import { follow } from './gate.queries.ts'
import { hasConfirmedHit, outdate, overview } from '../standings/standings.queries.ts'
import { isScreening, screenCustomers } from './gate.server.ts'

/** So many customers are screened while whoever made them waits; more are screened right afterwards. */
const mostAtOnce = 20
const batch = 200
const job = 'screening.customers'

/** A new customer is screened before the first deal, and again whenever who they are has changed. */
export const onboarding = answer(customersChanged, async (db, { ids, isNew, by, now }) => {
  const cause = isNew ? 'onboarding' : 'object_updated'
  if (!(await isScreening(db))) await outdate(db, ids)
  else if (ids.length <= mostAtOnce) await screenCustomers(db, ids, { cause, by, now })
  else
    for (let at = 0; at < ids.length; at += batch)
      await enqueue(db, job, { ids: ids.slice(at, at + batch), cause, by })
})

/** Whoever takes a name out of a company takes what was found of it out of the company's deals: that is for compliance. */
export const leaving = answer(partyLeaving, async (db, { holderId, permissions }) => {
  if (permissions.has('manage_screening') || !(await isScreening(db))) return
  if ((await overview(db, [holderId])).against.length > 0) throw new Refusal('ASK_COMPLIANCE')
})

/** Whoever was confirmed to be on a list stays blocked until a second person has let them go. */
export const unblocking = answer(customerUnblocking, async (db, { customerId }) => {
  if ((await isScreening(db)) && (await hasConfirmedHit(db, customerId))) throw new Refusal('ASK_COMPLIANCE')
})

export const merging = answer(customersMerged, (db, { fromId, toId }) => follow(db, fromId, toId))

export const onboardingJob: Job = {
  name: job,
  run: async (payload, { services: { db, now } }) => {
    const {
      ids,
      cause,
      by,
      companyId = '',
    } = payload as unknown as {
      ids: string[]
      cause: 'onboarding' | 'object_updated'
      by: { id: string | null; name: string }
      companyId?: string
    }
    await runAct(db, { companyId, userId: by.id, name: by.name }, 'screening.customers', async (tx) => {
      await screenCustomers(tx, ids, { cause, by, now: now() })
    })
  },
}
