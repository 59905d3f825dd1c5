import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole, exponentOf } from '#modules/organisation/public.server.ts'
import { refuseCrossed } from '../providers/known.server.ts'
import { type PayoutCurrencyDraft, payoutCurrencies } from './payout-currencies.contract.ts'
import * as queries from './payout-currencies.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const payoutCurrenciesRouter = serve(payoutCurrencies, {
  list: async ({ db, input }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map(present) }
  },
  getById: ({ db, input }) => one(db, input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
})

const present = ({ minimum, maximum, ...row }: queries.PayoutCurrencyRow) => ({
  ...row,
  minimum: minimum && new Exact(minimum).toFixed(exponentOf(row.currency)),
  maximum: maximum && new Exact(maximum).toFixed(exponentOf(row.currency)),
})

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return present(row)
}

async function create({ db, input, actor }: Ctx<PayoutCurrencyDraft>) {
  actOnWhole(actor.assigned)
  refuseCrossed(input)
  return one(db, (await rows.insert(db, input)).id)
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & PayoutCurrencyDraft>) {
  actOnWhole(actor.assigned)
  refuseCrossed(draft)
  await rows.update(db, { id, version }, draft)
  return one(db, id)
}

async function turn({ db, input, actor }: Ctx<Key>, isEnabled: boolean) {
  actOnWhole(actor.assigned)
  await rows.update(db, input, { isEnabled })
  return one(db, input.id)
}

async function remove(ctx: Ctx<Key>) {
  actOnWhole(ctx.actor.assigned)
  await rows.remove(ctx.db, ctx.input)
  return done(ctx, 'removed')
}
