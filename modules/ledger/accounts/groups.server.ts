import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { type LedgerGroupDraft, ledgerGroups } from './groups.contract.ts'
import { isCircle } from './groups.domain.ts'
import * as queries from './groups.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const ledgerGroupsRouter = serve(ledgerGroups, {
  list: ({ db, input, language }) => queries.list(db, input, language),
  getById: (ctx) => one(ctx, ctx.input.id),
  create,
  update,
  delete: remove,
  listSelection: async ({ db, language }) =>
    (await queries.all(db, language)).map(({ id, path, class: kind }) => ({ id, name: path, class: kind })),
})

async function one({ db, language }: Pick<Ctx, 'db' | 'language'>, id: string) {
  const row = await queries.find(db, id, language)
  if (!row) throw notFound()
  return row
}

async function create(ctx: Ctx<LedgerGroupDraft>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  await checkParent(db, input)
  return one(ctx, (await rows.insert(db, input)).id)
}

async function update(ctx: Ctx<Key & LedgerGroupDraft>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  const { id, version, ...draft } = input
  const before = await rows.lock(db, { id, version })
  if (before.class !== draft.class && (await queries.countContents(db, id)) > 0)
    throw refuseField('class', 'GROUP_FILLED')
  await checkParent(db, draft)
  if (isCircle(await queries.all(db), id, draft.parentId)) throw refuseField('parentId', 'GROUP_CIRCLE')
  await rows.update(db, { id, version }, draft)
  return one(ctx, id)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  actOnWhole(actor.assigned)
  await rows.lock(db, input)
  if ((await queries.countContents(db, input.id)) > 0) throw new Refusal('GROUP_FILLED')
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

/** A group lies in one of its own class. */
async function checkParent(db: Db, draft: Pick<LedgerGroupDraft, 'class' | 'parentId'>): Promise<void> {
  if (draft.parentId === null) return
  const parent = await rows.get(db, draft.parentId)
  if (parent.class !== draft.class) throw refuseField('parentId', 'CLASS_OTHER')
}
