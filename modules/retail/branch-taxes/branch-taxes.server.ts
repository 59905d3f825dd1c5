import { notFound, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnly, requireVisible } from '#modules/organisation/public.server.ts'
import { all as allTaxes } from '../taxes/taxes.queries.ts'
import { checkTax } from '../taxes/using.server.ts'
import { type BranchTaxDraft, branchTaxes } from './branch-taxes.contract.ts'
import * as queries from './branch-taxes.queries.ts'

type Reading = Pick<Ctx, 'actor' | 'db'>

export const branchTaxesRouter = serve(branchTaxes, {
  list: async ({ db, input, actor }) => {
    const [page, present] = [await queries.list(db, actor.scope, input), await presenting(db)]
    return { ...page, items: page.items.map(present) }
  },
  getById: (ctx) => one(ctx, ctx.input.id),
  update: async (ctx: Ctx<BranchTaxDraft & { id: string; version: number }>) => {
    const { db, input, actor } = ctx
    const before = await one(ctx, input.id)
    actOnly(actor.assigned, 'branchIds', input.id, 'id')
    if (before.version !== input.version) throw staleVersion()
    await checkTax(db, input.taxId)
    if (!(await queries.save(db, input))) throw staleVersion()
    return one(ctx, input.id)
  },
})

/** A branch with the tax that holds there: its own before that of the company. */
async function presenting(db: Db) {
  const company = (await allTaxes(db)).find(({ isDefault }) => isDefault)
  return (row: queries.BranchTaxRow) => ({
    ...row,
    holds: row.tax ?? company?.name ?? null,
    setBy: row.taxId !== null ? ('branch' as const) : company ? ('company' as const) : null,
  })
}

async function one({ db, actor }: Reading, id: string) {
  const row = await queries.get(db, id)
  if (!row) throw notFound()
  return (await presenting(db))(requireVisible(actor.scope, 'branchIds', row))
}
