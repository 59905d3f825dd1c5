import type { ListInput } from '#kit/contract/list.contract.ts'
import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { inParts, sheet } from '#kit/server/tables/sheet.server.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import { checkTax } from '../taxes/using.server.ts'
import { categories, type CategoryDraft } from './categories.contract.ts'
import { isBelowItself } from './categories.domain.ts'
import * as queries from './categories.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }

export const categoriesRouter = serve(categories, {
  list: ({ db, input }) => queries.list(db, input),
  getById: ({ db, input }) => one(db, input.id),
  create,
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  listSelection: async ({ db }) =>
    (await queries.all(db)).filter(({ isEnabled }) => isEnabled).map(({ id, name }) => ({ id, name })),
  export: exported,
})

async function one(db: Db, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return row
}

/** What it stands under must be there, and not below it; and its tax. */
async function check(db: Db, draft: CategoryDraft, id = ''): Promise<void> {
  await checkTax(db, draft.taxId)
  if (draft.parentId === null) return
  const tree = new Map((await queries.lockTree(db)).map((row) => [row.id, row]))
  if (!tree.has(draft.parentId)) throw refuseField('parentId', 'CATEGORY_UNKNOWN')
  if (isBelowItself(tree, { id, parentId: draft.parentId })) throw refuseField('parentId', 'CATEGORY_CIRCLE')
}

async function create({ db, input, actor }: Ctx<CategoryDraft>) {
  actOnWhole(actor.assigned)
  await check(db, input)
  return one(db, (await rows.insert(db, input)).id)
}

async function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & CategoryDraft>) {
  actOnWhole(actor.assigned)
  await check(db, draft, id)
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
  if (await queries.isUsed(ctx.db, ctx.input.id)) throw new Refusal('CATEGORY_IN_USE')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}

function exported(ctx: Ctx<ListInput>) {
  return sheet(ctx, {
    name: 'categories',
    texts: 'retailCatalogue',
    columns: { code: 'text', name: 'text', parent: 'text', tax: 'text' },
    rows: inParts(ctx, (db, input, last: queries.CategoryRow | undefined) =>
      queries.part(db, input, last?.id),
    ),
  })
}
