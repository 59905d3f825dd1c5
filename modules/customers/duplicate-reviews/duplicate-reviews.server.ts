import { notFound } from '#kit/domain/refusal.domain.ts'
import { allowedActions, decide as decideOn } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { type Pending, pendingDocuments } from '#modules/approvals/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { type DuplicateReview, duplicateReviews } from './duplicate-reviews.contract.ts'
import { type ReviewState, reviewWorkflow } from './duplicate-reviews.domain.ts'
import * as queries from './duplicate-reviews.queries.ts'

const { rows } = queries
type Row = NonNullable<Awaited<ReturnType<typeof queries.get>>>
type Deciding = Ctx<{ id: string; version: number; note?: string | undefined }>

export const duplicateReviewsRouter = serve(duplicateReviews, {
  list: async ({ db, input, actor }) => {
    const { items, pagination } = await queries.list(db, input)
    return { items: items.map((row) => shown(row, actor)), pagination }
  },
  getById: (ctx) => detail(ctx, ctx.input.id),
  confirm: (ctx) => decide(ctx, 'confirm'),
  reject: (ctx) => decide(ctx, 'reject'),
})

const shown = (
  { companyId: _company, askedById, decidedById: _decider, registrarIds, ...row }: Row,
  actor: Ctx['actor'],
): DuplicateReview => {
  const judged = { state: row.state as ReviewState, askedById, registrarIds }
  return { ...row, state: judged.state, can: allowedActions(reviewWorkflow, judged, actor) }
}

async function detail({ db, actor }: Pick<Ctx, 'db' | 'actor'>, id: string): Promise<DuplicateReview> {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return shown(row, actor)
}

async function decide(ctx: Deciding, action: 'confirm' | 'reject'): Promise<DuplicateReview> {
  const { db, actor, now } = ctx
  const { note = '', ...key } = ctx.input
  await rows.lock(db, key)
  const row = await queries.get(db, key.id)
  if (!row) throw notFound()
  const record = { ...row, state: row.state as ReviewState }
  const { next } = decideOn(reviewWorkflow, record, { act: action, note }, { actor, now })
  await rows.update(db, key, {
    ...next,
    note,
    decidedById: actor.userId,
    decidedBy: actor.name,
    decidedAt: now.toISOString(),
  })
  return detail(ctx, key.id)
}

/** Nobody works off more in a day; the list of pairs has them all. */
const mostShown = 200

/** For the module's manifest: pairs are pending with who may decide on them. */
export const pendingReviews = answer(pendingDocuments, async (db, { actor }) => {
  if (!actor.permissions.has('merge_customers')) return []
  return (await queries.listOpen(db, mostShown)).flatMap((row): Pending[] => {
    const judged = {
      state: row.state as ReviewState,
      askedById: row.askedById,
      registrarIds: row.registrarIds,
    }
    if (!allowedActions(reviewWorkflow, judged, actor).includes('confirm')) return []
    return [
      {
        subject: { type: 'duplicateReview', id: row.id },
        name: row.customerName,
        kind: 'duplicate',
        since: new Date(row.askedAt).toISOString(),
        permission: 'merge_customers',
        roles: [],
        inStead: null,
        page: `/customer/duplicates/${row.id}`,
        by: row.askedBy || null,
        about: row.otherName,
        value: null,
      },
    ]
  })
})

interface Asking {
  /** Why they are said to differ; empty where nobody has said so, after a merge. */
  reason: string
  by: { id: string | null; name: string }
  now: Date
  /** They came in by a file, and the reason is its name. */
  isImported?: boolean
}

/** Asks a second person whether each pair are different people, and says so to the reviewers. */
export async function askReviews(
  db: Db,
  pairs: readonly { customerId: string; otherId: string }[],
  { reason, by, now, isImported = false }: Asking,
): Promise<void> {
  const asker = { reason, askedById: by.id, askedBy: by.name, askedAt: now.toISOString() }
  const ids = await queries.open(db, pairs, asker)
  const [id] = ids
  if (id === undefined) return
  const to = { roles: ['branch_manager', 'compliance_officer'] as const }
  const one = await queries.get(db, id)
  const number = ids.length
  if (!one || (isImported && number > 1)) {
    await notify(db, { to, type: 'WARNING', text: 'duplicates.imported', values: { number, reason } })
    return
  }
  const asked = number > 1 ? 'duplicates.askedSeveral' : 'duplicates.asked'
  await notify(db, {
    to,
    type: 'WARNING',
    text: reason === '' ? 'duplicates.merged' : asked,
    values: { name: one.customerName, other: one.otherName, number, by: by.name, reason },
    data: { duplicateReviewId: id },
  })
}

/** Asks likewise about new individuals who came in by a file, where somebody confirmed them. */
export async function askAboutImported(db: Db, ids: readonly string[], asking: Asking): Promise<void> {
  if (ids.length > 0)
    await askReviews(db, await queries.listLookingAlike(db, ids), { ...asking, isImported: true })
}

/** Asks about a customer who looks like others by what a merge took, each pair that nobody was asked about. */
export async function askAboutMerged(db: Db, id: string, asking: Omit<Asking, 'reason'>): Promise<void> {
  const alike = (await queries.listLookingAlike(db, [id])).map(({ otherId }) => otherId)
  for (const otherId of await queries.listUnreviewed(db, id, alike, false))
    await askReviews(db, [{ customerId: id, otherId }], { ...asking, reason: '' })
}
