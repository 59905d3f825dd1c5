import { compareDecimals } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { type ProviderDraft, providers } from './providers.contract.ts'
import type { Service } from './providers.domain.ts'
import * as queries from './providers.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const providersRouter = serve(providers, {
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
  listSelection: async ({ db }) => (await queries.enabled(db)).map(({ id, name }) => ({ id, name })),
})

async function presenting(db: Db) {
  const money = await localMoney(db)
  return (row: queries.ProviderRow) => ({
    ...row,
    services: row.services as unknown as Service[],
    holidays: row.holidays as unknown as string[],
    channel: row.channel as 'api' | 'file',
    minimum: row.minimum && money(row.minimum),
    maximum: row.maximum && money(row.maximum),
  })
}

async function one(db: Db, id: string) {
  const row = await rows.get(db, id)
  return (await presenting(db))(row)
}

function stored({ minimum, maximum, services, holidays, ...draft }: ProviderDraft) {
  if (minimum !== null && maximum !== null && compareDecimals(minimum, maximum) > 0)
    throw new Refusal('LIMITS_CROSSED', {}, { fields: [{ field: 'maximum', code: 'LIMITS_CROSSED' }] })
  return {
    ...draft,
    minimum,
    maximum,
    services: JSON.stringify(services),
    holidays: JSON.stringify(holidays),
  }
}

async function create({ db, input, actor }: Ctx<ProviderDraft>) {
  actOnWhole(actor.assigned)
  return one(db, (await rows.insert(db, stored(input))).id)
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & ProviderDraft>) {
  actOnWhole(actor.assigned)
  await rows.update(db, { id, version }, stored(draft))
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
  if (await queries.isUsed(ctx.db, ctx.input.id)) throw new Refusal('PROVIDER_IN_USE')
  await rows.remove(ctx.db, ctx.input)
  return done(ctx, 'removed')
}
