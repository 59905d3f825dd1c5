import { compareDecimals, Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import type { Service } from '../providers/providers.domain.ts'
import { rows as providerRows } from '../providers/providers.queries.ts'
import type { Method } from '../recipients/fields.domain.ts'
import { type PayoutRateDraft, payoutRates } from './payout-rates.contract.ts'
import { customerRate, termsOf } from './payout-rates.domain.ts'
import * as queries from './payout-rates.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const payoutRatesRouter = serve(payoutRates, {
  list: async ({ db, input }) => {
    const [page, present] = [await queries.list(db, input), await presenting(db)]
    return { ...page, items: page.items.map(present) }
  },
  getById: ({ db, input }) => one(db, input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
})

const plain = (text: string) => new Exact(text).toFixed()

function rateOf(row: queries.PayoutRateRow) {
  const terms = termsOf(row)
  return terms ? plain(customerRate(terms)) : null
}

async function presenting(db: Db) {
  const money = await localMoney(db)
  return (row: queries.PayoutRateRow) => ({
    ...row,
    method: row.method as Method | null,
    amountFrom: money(row.amountFrom),
    amountTo: row.amountTo && money(row.amountTo),
    costRate: row.costRate && plain(row.costRate),
    margin: plain(row.margin),
    fixedRate: row.fixedRate && plain(row.fixedRate),
    rate: rateOf(row),
  })
}

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return (await presenting(db))(row)
}

const refusalAt = (field: string, code: string) => new Refusal(code, {}, { fields: [{ field, code }] })

/** The partner must pay out there, and the customer is never given more than the partner pays. */
async function check(db: Db, draft: PayoutRateDraft): Promise<void> {
  const provider = await providerRows.find(db, draft.providerId)
  if (!provider) throw refusalAt('providerId', 'PROVIDER_UNKNOWN')
  const serves = (provider.services as unknown as Service[]).some(
    ({ country, currency, method }) =>
      country === draft.country &&
      currency === draft.currency &&
      (draft.method === null || method === draft.method),
  )
  if (!serves) throw refusalAt('country', 'CORRIDOR_NOT_SERVED')
  const { amountFrom, amountTo, fixedRate, costRate } = draft
  if (amountTo !== null && compareDecimals(amountTo, amountFrom) <= 0)
    throw refusalAt('amountTo', 'LIMITS_CROSSED')
  if (fixedRate !== null && costRate === null) throw refusalAt('costRate', 'FIELD_REQUIRED')
  if (fixedRate !== null && costRate !== null && compareDecimals(fixedRate, costRate) > 0)
    throw refusalAt('fixedRate', 'PAYOUT_RATE_BELOW_COST')
}

async function create({ db, input, actor }: Ctx<PayoutRateDraft>) {
  actOnWhole(actor.assigned)
  await check(db, input)
  return one(db, (await rows.insert(db, input)).id)
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & PayoutRateDraft>) {
  actOnWhole(actor.assigned)
  await rows.lock(db, { id, version })
  await check(db, draft)
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
  await rows.lock(ctx.db, ctx.input)
  if (await queries.isUsed(ctx.db, ctx.input.id)) throw new Refusal('PAYOUT_RATE_IN_USE')
  await rows.remove(ctx.db, ctx.input)
  return done(ctx, 'removed')
}
