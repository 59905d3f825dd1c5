import type { Selectable } from 'kysely'
import type * as z from 'zod'
import type { DB } from '#db/types.ts'
import type { InputOf } from '#kit/contract/endpoint.contract.ts'
import { allowedActions, decide as decideOn } from '#kit/domain/document.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { screenedCustomers } from '#modules/customers/public.server.ts'
import { todayOf } from '#modules/organisation/public.server.ts'
import { hashNow } from '#modules/watchlists/public.server.ts'
import { screeningWorkflow } from '../screenings/screening-workflow.domain.ts'
import { outdate } from '../standings/standings.queries.ts'
import { factsHash, subjectOf } from '../screenings/subjects.server.ts'
import { rows as screeningRows } from '../screenings/screenings.queries.ts'
import { whitelist, type WhitelistPair } from './whitelist.contract.ts'
import { pairWorkflow } from './whitelist.domain.ts'
import * as queries from './whitelist.queries.ts'

const { rows } = queries

type Pair = Selectable<DB['screening.whitelist']>
type Deciding = Ctx<InputOf<typeof whitelist.approve>>

export const whitelistRouter = serve(whitelist, {
  list: async ({ db, input, actor }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map((row) => shown(row, actor)) }
  },
  getById: async ({ db, input, actor }) => shown(await rows.get(db, input.id), actor),
  propose,
  approve: (ctx) => decide(ctx, 'approve'),
  reject: (ctx) => decide(ctx, 'reject'),
  end: (ctx) => decide(ctx, 'end'),
})

const shown = (row: Pair, actor: Ctx['actor']): z.input<typeof WhitelistPair> => ({
  ...row,
  reopenedBecause: row.reopenedBecause as WhitelistPair['reopenedBecause'],
  can: allowedActions(pairWorkflow, row, actor),
})

const mostDays = 366

async function propose(ctx: Ctx<InputOf<typeof whitelist.propose>>) {
  const { db, input, actor, now } = ctx
  const candidate = await queries.candidate(db, input.id)
  if (!candidate) throw notFound()
  const { customerId, list, entryId } = candidate
  const screening = await screeningRows.get(db, candidate.screeningId)
  const judged = { ...screening, decided: [], isCleared: candidate.state === 'no_hit' }
  decideOn(screeningWorkflow, judged, { act: 'whitelist' }, { actor, now })
  if (customerId === null) throw notFound()
  const today = await todayOf(ctx)
  const last = new Date(Date.parse(today) + mostDays * 86_400_000).toISOString().slice(0, 10)
  if (input.expiresOn <= today || input.expiresOn > last)
    throw new Refusal(
      'INVALID',
      {},
      { kind: 'invalid', fields: [{ field: 'expiresOn', code: 'WITHIN_A_YEAR' }] },
    )
  const [customer] = await screenedCustomers(db, [customerId])
  const facts = customer && factsHash(subjectOf(customer))
  // What was decided on must be what there is: else it is another pair, which nobody has looked at.
  const asked = factsHash({
    entityType: candidate.entityType,
    query: candidate.query as unknown as Parameters<typeof factsHash>[0]['query'],
  })
  if (!facts || facts !== asked || (await hashNow(db, list, entryId)) !== candidate.contentHash)
    throw new Refusal('PAIR_HAS_CHANGED', {}, { kind: 'conflict' })
  const pair = await rows.insert(db, {
    customerId,
    customerName: candidate.name,
    list,
    entryId,
    entryName: candidate.entryName,
    contentHash: candidate.contentHash,
    factsHash: facts,
    screeningId: candidate.screeningId,
    reason: input.note,
    expiresOn: input.expiresOn,
    authorId: actor.userId,
    author: actor.name,
    createdAt: now.toISOString(),
  })
  return shown(pair, actor)
}

async function decide({ db, input, actor, now }: Deciding, act: 'approve' | 'reject' | 'end') {
  const { note, ...key } = input
  const row = await rows.lock(db, key)
  const { next, event } = decideOn(pairWorkflow, row, { act, note }, { actor, now })
  const pair = await rows.update(db, key, {
    ...next,
    decidedById: event.byId,
    decidedBy: event.byName,
    decidedAt: event.at,
    decisionNote: note,
  })
  // What it silenced is asked about again before the next deal.
  if (row.state === 'approved') await outdate(db, [row.customerId])
  return shown(pair, actor)
}
