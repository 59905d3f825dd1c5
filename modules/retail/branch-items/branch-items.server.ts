import { notFound, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { actOnly, branchRows, refuseDecimals, requireVisible } from '#modules/organisation/public.server.ts'
import { find as findItems } from '../items/items.queries.ts'
import { checkTax } from '../taxes/using.server.ts'
import { type BranchItemDraft, branchItems } from './branch-items.contract.ts'
import * as queries from './branch-items.queries.ts'
import { taxingAt } from './taxing.server.ts'

const { rows } = queries
type Key = { id: string; version: number }
type Reading = Pick<Ctx, 'actor' | 'db'>

export const branchItemsRouter = serve(branchItems, {
  list: async ({ db, input, actor }) => {
    const page = await queries.list(db, actor.scope, input)
    return { ...page, items: await presented(db, page.items) }
  },
  getById: (ctx) => one(ctx, ctx.input.id),
  create,
  update,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  delete: async (ctx) => {
    await mine(ctx, ctx.input.id)
    await rows.remove(ctx.db, ctx.input)
    return replyMessage(ctx, 'removed')
  },
})

/** Rows with the tax that holds in their branch, and who says so. */
async function presented(db: Db, found: readonly queries.BranchItemRow[]) {
  if (found.length === 0) return []
  const money = await localMoney(db)
  const items = new Map(
    (
      await findItems(
        db,
        found.map(({ itemId }) => itemId),
      )
    ).map((item) => [item.id, item]),
  )
  const taxings = new Map<string, Awaited<ReturnType<typeof taxingAt>>>()
  for (const { branchId } of found)
    if (!taxings.has(branchId)) taxings.set(branchId, await taxingAt(db, branchId))
  return found.map((row) => {
    const item = items.get(row.itemId)
    const held = item && taxings.get(row.branchId)?.(item, row.taxId)
    return {
      ...row,
      price: row.price && money(row.price),
      reorderLevel: row.reorderLevel && row.reorderLevel.replace(/\..*$/, ''),
      holds: held?.tax.name ?? null,
      setBy: held?.from ?? null,
    }
  })
}

async function one({ db, actor }: Reading, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  requireVisible(actor.scope, 'branchIds', { id: row.branchId })
  const [shown] = await presented(db, [row])
  if (!shown) throw notFound()
  return shown
}

/** Throws where a row is of a branch in which this person may not act. */
async function mine(ctx: Reading, id: string): Promise<void> {
  const { branchId } = await one(ctx, id)
  actOnly(ctx.actor.assigned, 'branchIds', branchId, 'branchId')
}

async function check({ db, actor }: Reading, { branchId, itemId, taxId, price }: BranchItemDraft) {
  requireVisible(actor.scope, 'branchIds', await branchRows.get(db, branchId))
  actOnly(actor.assigned, 'branchIds', branchId, 'branchId')
  await refuseDecimals(db, { price })
  await checkTax(db, taxId)
  if ((await findItems(db, [itemId])).length === 0) throw refuseField('itemId', 'ITEM_GONE')
}

async function create(ctx: Ctx<BranchItemDraft>) {
  await check(ctx, ctx.input)
  return one(ctx, (await rows.insert(ctx.db, ctx.input)).id)
}

async function update(ctx: Ctx<Key & BranchItemDraft>) {
  const { id, version, ...draft } = ctx.input
  await mine(ctx, id)
  await rows.lock(ctx.db, { id, version })
  await check(ctx, draft)
  await rows.update(ctx.db, { id, version }, draft)
  return one(ctx, id)
}

async function turn(ctx: Ctx<Key>, isEnabled: boolean) {
  await mine(ctx, ctx.input.id)
  await rows.update(ctx.db, ctx.input, { isEnabled })
  return one(ctx, ctx.input.id)
}
