import { type FieldFault, notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { traded } from '#modules/currencies/public.server.ts'
import { latest, publish } from '../base-rates/base-rates.queries.ts'
import { effectiveRate, plainAmount } from '../effective/effective.domain.ts'
import { partsOf, perUnit } from '../effective/effective.server.ts'
import { checkScope, namer } from '../effective/scope.server.ts'
import { checkAgainstEffective } from '../validation/validation.domain.ts'
import { rules } from '../validation/validation.server.ts'
import { type CustomDraft, customRates } from './custom-rates.contract.ts'
import * as queries from './custom-rates.queries.ts'

export const customRatesRouter = serve(customRates, {
  list: async ({ db, input }) => {
    const [page, named] = [await queries.list(db, input), await namer(db)]
    return { ...page, items: page.items.map((row) => named(shown(row))) }
  },
  getById: ({ db, input }) => one(db, input.id),
  create: async (ctx) => {
    const { reason, ...draft } = ctx.input
    const quoteUnit = await check(ctx, draft, reason)
    return one(ctx.db, await queries.insert(ctx.db, await publication(ctx, reason), { ...draft, quoteUnit }))
  },
  update: async (ctx) => {
    const { id, reason, ...draft } = ctx.input
    await inReach(ctx, id)
    const quoteUnit = await check(ctx, draft, reason)
    const publicationId = await publication(ctx, reason)
    await queries.end(ctx.db, id, publicationId)
    return one(ctx.db, await queries.insert(ctx.db, publicationId, { ...draft, quoteUnit }))
  },
  delete: async (ctx) => {
    await inReach(ctx, ctx.input.id)
    await queries.end(ctx.db, ctx.input.id, await publication(ctx, ''))
    return done(ctx, 'removed')
  },
})

const side = (rate: string | null) => (rate === null ? null : plainAmount(rate))
const shown = (row: queries.Row) => ({
  ...row,
  buy: side(row.buy),
  sell: side(row.sell),
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

/** The rules of the company, against what would hold without it; answers the units that the rates are for. */
async function check({ db, actor }: Acting, draft: CustomDraft, reason: string): Promise<number> {
  await checkScope(db, actor, draft)
  const fields: FieldFault[] = []
  if (draft.buy === null && draft.sell === null) fields.push({ field: 'buy', code: 'RATE_NEEDS_A_SIDE' })
  const currency = (await traded(db)).find(({ id }) => id === draft.currencyId)
  const unit = currency?.quoteUnit ?? 1
  const base = (await latest(db)).find(({ currencyId }) => currencyId === draft.currencyId)
  const usual = base
    ? effectiveRate(
        {
          ...(await partsOf(db, draft.customerType ?? 0)),
          currencyId: draft.currencyId,
          mid: perUnit(base.mid, base.quoteUnit, unit),
          prefersCustom: false,
        },
        { ...draft, customerType: draft.customerType ?? 0, amount: draft.amountFrom },
      )
    : { buy: null, sell: null }
  const found = checkAgainstEffective(draft, usual, await rules(db))
  for (const { rule, level, value } of found)
    if (level === 'block' || reason === '')
      fields.push({
        field: draft.buy === null ? 'sell' : 'buy',
        code: `RATE_${rule.toUpperCase()}`,
        data: { value },
      })
  const isBlocked = found.some(({ level }) => level === 'block') || fields[0]?.code === 'RATE_NEEDS_A_SIDE'
  if (fields.length > 0 && isBlocked) throw new Refusal('RATES_BLOCKED', {}, { fields })
  if (fields.length > 0)
    throw new Refusal(
      'REASON_REQUIRED',
      {},
      { fields: [...fields, { field: 'reason', code: 'REASON_REQUIRED' }] },
    )
  return unit
}

const publication = ({ db, actor, now }: Acting, reason: string) =>
  publish(db, { authorId: actor.userId, author: actor.name, reason, publishedAt: now.toISOString() })
