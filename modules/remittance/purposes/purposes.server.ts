import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import type { purposes } from './purposes.domain.ts'
import { refuseUnknown } from '../providers/known.server.ts'
import { type PurposeCodeDraft, purposeCodes } from './purposes.contract.ts'
import * as queries from './purposes.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const purposeCodesRouter = serve(purposeCodes, {
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

const present = (row: queries.PurposeCodeRow) => ({
  ...row,
  purpose: row.purpose as (typeof purposes)[number],
})

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return present(row)
}

async function create({ db, input, actor }: Ctx<PurposeCodeDraft>) {
  actOnWhole(actor.assigned)
  await refuseUnknown(db, input.providerId)
  return one(db, (await rows.insert(db, input)).id)
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & PurposeCodeDraft>) {
  actOnWhole(actor.assigned)
  await rows.lock(db, { id, version })
  await refuseUnknown(db, draft.providerId)
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
