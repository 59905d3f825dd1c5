import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { publish } from '../base-rates/base-rates.queries.ts'
import { plainAmount } from '../effective/effective.domain.ts'
import { checkScope, namer } from '../effective/scope.server.ts'
import { type MarginDraft, marginRates } from './margin-rates.contract.ts'
import * as queries from './margin-rates.queries.ts'

export const marginRatesRouter = serve(marginRates, {
  list: async ({ db, input }) => {
    const [page, named] = [await queries.list(db, input), await namer(db)]
    return { ...page, items: page.items.map((row) => named(shown(row))) }
  },
  getById: ({ db, input }) => one(db, input.id),
  create: async (ctx) => {
    const { reason, ...draft } = ctx.input
    await check(ctx, draft)
    return one(ctx.db, await queries.insert(ctx.db, await publication(ctx, reason), fitted(draft)))
  },
  update: async (ctx) => {
    const { id, reason, ...draft } = ctx.input
    await inReach(ctx, id)
    await check(ctx, draft)
    const publicationId = await publication(ctx, reason)
    await queries.end(ctx.db, id, publicationId)
    return one(ctx.db, await queries.insert(ctx.db, publicationId, fitted(draft)))
  },
  delete: async (ctx) => {
    await inReach(ctx, ctx.input.id)
    await queries.end(ctx.db, ctx.input.id, await publication(ctx, ''))
    return done(ctx, 'removed')
  },
})

const shown = (row: queries.Row) => ({
  ...row,
  buy: plainAmount(row.buy),
  sell: plainAmount(row.sell),
  pipSize: row.pipSize === null ? null : plainAmount(row.pipSize),
  customerType: row.customerType as 1 | 2 | null,
})

async function one(db: Db, id: string) {
  const row = await queries.find(db, id)
  if (!row) throw notFound()
  return (await namer(db))(shown(row))
}

type Acting = Pick<Ctx, 'db' | 'actor' | 'now'>

/** Who may not act at its branch may not touch it. */
async function inReach({ db, actor }: Acting, id: string) {
  const row = await queries.find(db, id)
  if (!row) throw notFound()
  await checkScope(db, actor, row)
}

async function check({ db, actor }: Acting, draft: MarginDraft) {
  const fault = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })
  await checkScope(db, actor, draft)
  if (draft.kind === 'pips' && draft.pipSize === null) throw fault('pipSize', 'PIP_SIZE_REQUIRED')
  // A margin of the whole mid leaves nothing to pay.
  if (draft.kind === 'percent' && compareDecimals(draft.buy, '1') >= 0) throw fault('buy', 'MARGIN_TOO_WIDE')
}

/** A pip size belongs to pips. */
const fitted = (draft: MarginDraft): MarginDraft =>
  draft.kind === 'pips' ? draft : { ...draft, pipSize: null }

const publication = ({ db, actor, now }: Acting, reason: string) =>
  publish(db, { authorId: actor.userId, author: actor.name, reason, publishedAt: now.toISOString() })
