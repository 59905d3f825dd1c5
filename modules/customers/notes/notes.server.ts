import type { Selectable } from 'kysely'
import type { DB } from '#db/types.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { rows as customers } from '../profiles/profiles.queries.ts'
import { comments, type InfoRequest, infoRequests } from './notes.contract.ts'
import { requestWorkflow } from './notes.domain.ts'
import * as queries from './notes.queries.ts'

const { requestRows } = queries
type Row = Selectable<DB['customers.infoRequest']>

/** The customer must be there, and not merged into another. */
async function checkOpen(db: Db, id: string) {
  const { mergedInto } = await customers.get(db, id)
  if (mergedInto) throw new Refusal('CUSTOMER_MERGED')
}

export const commentsRouter = serve(comments, {
  list: async ({ db, input }) => {
    await customers.get(db, input.customerId)
    return queries.commentsOf(db, input.customerId)
  },
  create: async ({ db, input, actor, now }) => {
    await checkOpen(db, input.customerId)
    return queries.addComment(db, { ...input, byName: actor.name, createdAt: now.toISOString() })
  },
})

export const infoRequestsRouter = serve(infoRequests, {
  list: async ({ db, input, actor }) => {
    await customers.get(db, input.customerId)
    return (await queries.requestsOf(db, input.customerId)).map((row) => shown(row, actor))
  },
  getById: async ({ db, input, actor }) => shown(await requestRows.get(db, input.id), actor),
  create: async ({ db, input, actor }) => {
    await checkOpen(db, input.customerId)
    return shown(await requestRows.insert(db, { ...input, askedByName: actor.name }), actor)
  },
  update: async ({ db, input: { id, version, ...draft }, actor }) => {
    const { state } = await requestRows.lock(db, { id, version })
    if (state !== 'open') throw new Refusal('ILLEGAL_TRANSITION', {}, { kind: 'conflict' })
    return shown(await requestRows.update(db, { id, version }, draft), actor)
  },
  reply: (ctx) => close(ctx, 'reply'),
  cancel: (ctx) => close(ctx, 'cancel'),
})

const shown = (row: Row, actor: Ctx['actor']): InfoRequest => ({
  ...row,
  state: row.state as InfoRequest['state'],
  can: allowedActions(requestWorkflow, row, actor),
})

async function close(
  { db, input, actor, now }: Ctx<{ id: string; version: number; note?: string | undefined }>,
  action: 'cancel' | 'reply',
) {
  const { note = '', ...key } = input
  const row = await requestRows.lock(db, key)
  const { next } = decide(requestWorkflow, row, { act: action, note }, { actor, now })
  const closed = { closedByName: actor.name, closedAt: now.toISOString() }
  return shown(await requestRows.update(db, key, { ...next, answer: note, ...closed }), actor)
}
