import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { refuseCrossed } from '../providers/known.server.ts'
import type { Method } from '../recipients/fields.domain.ts'
import { type RecipientRule, type RecipientRuleDraft, recipientRules } from './recipient-rules.contract.ts'
import * as queries from './recipient-rules.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const recipientRulesRouter = serve(recipientRules, {
  list: async ({ db, input }) => {
    const page = await queries.list(db, input)
    return { ...page, items: page.items.map(present) }
  },
  getById: async ({ db, input }) => present(await rows.get(db, input.id)),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
})

const present = ({ minimum, maximum, ...row }: Awaited<ReturnType<typeof rows.get>>) => ({
  ...row,
  minimum: minimum && new Exact(minimum).toFixed(row.decimals),
  maximum: maximum && new Exact(maximum).toFixed(row.decimals),
  method: row.method as Method,
  fields: row.fields as unknown as RecipientRule['fields'],
})

const stored = ({ fields, ...draft }: RecipientRuleDraft) => {
  refuseCrossed(draft)
  return { ...draft, fields: JSON.stringify(fields) }
}

async function create({ db, input, actor }: Ctx<RecipientRuleDraft>) {
  actOnWhole(actor.assigned)
  return present(await rows.insert(db, stored(input)))
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & RecipientRuleDraft>) {
  actOnWhole(actor.assigned)
  return present(await rows.update(db, { id, version }, stored(draft)))
}

async function turn({ db, input, actor }: Ctx<Key>, isEnabled: boolean) {
  actOnWhole(actor.assigned)
  return present(await rows.update(db, input, { isEnabled }))
}

async function remove(ctx: Ctx<Key>) {
  actOnWhole(ctx.actor.assigned)
  await rows.remove(ctx.db, ctx.input)
  return done(ctx, 'removed')
}
