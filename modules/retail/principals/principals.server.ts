import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { localMoney } from '#modules/currencies/public.server.ts'
import { daysOf } from '#modules/ledger/month-end/month-end.domain.ts'
import { actOnWhole } from '#modules/organisation/public.server.ts'
import * as owed from './owed.queries.ts'
import { type PrincipalDraft, principals } from './principals.contract.ts'
import * as queries from './principals.queries.ts'

const { rows } = queries
type Key = { id: string; version: number }
type Reading = Pick<Ctx, 'actor' | 'db'>

export const principalsRouter = serve(principals, {
  list: async (ctx) => {
    const page = await queries.list(ctx.db, ctx.input)
    return { ...page, items: await present(ctx, page.items) }
  },
  getById: async (ctx) => one(ctx, await rows.get(ctx.db, ctx.input.id)),
  create: async (ctx) => {
    actOnWhole(ctx.actor.assigned)
    return one(ctx, await rows.insert(ctx.db, ctx.input))
  },
  update,
  delete: remove,
  enable: (ctx) => turn(ctx, true),
  disable: (ctx) => turn(ctx, false),
  listSelection: ({ db }) => queries.selection(db),
  statement,
})

async function present({ db, actor }: Reading, found: readonly queries.PrincipalRow[]) {
  const [money, balances] = [await localMoney(db), await owed.balances(db, { scope: actor.scope })]
  return found.map((row) => ({
    ...row,
    balance: money(balances.get(row.id) ?? '0'),
    createdAt: new Date(row.createdAt).toISOString(),
  }))
}

async function one(ctx: Reading, row: queries.PrincipalRow) {
  const [found] = await present(ctx, [row])
  if (!found) throw new Error(`The principal ${row.id} is gone`)
  return found
}

async function update(ctx: Ctx<Key & PrincipalDraft>) {
  const { id, version, ...draft } = ctx.input
  actOnWhole(ctx.actor.assigned)
  return one(ctx, await rows.update(ctx.db, { id, version }, draft))
}

async function turn(ctx: Ctx<Key>, isEnabled: boolean) {
  actOnWhole(ctx.actor.assigned)
  return one(ctx, await rows.update(ctx.db, ctx.input, { isEnabled }))
}

async function remove(ctx: Ctx<Key>) {
  actOnWhole(ctx.actor.assigned)
  await rows.lock(ctx.db, ctx.input)
  if (await queries.isUsed(ctx.db, ctx.input.id)) throw new Refusal('PRINCIPAL_USED')
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}

async function statement({ db, actor, input: { id, month } }: Ctx<{ id: string; month: string }>) {
  const principal = await rows.get(db, id)
  const [money, { from, to }] = [await localMoney(db), daysOf(month)]
  const reach = { scope: actor.scope, principalId: id }
  const opening = await owed.owedBefore(db, reach, from)
  const moved = await owed.listOwed(db, reach, { from, to })
  const due = await owed.dueAt(db, reach, to)
  const sum = (values: readonly string[]) =>
    values.reduce((all, value) => all.plus(value), new Exact(0)).toFixed()
  return {
    principalId: id,
    principal: principal.name,
    month,
    opening: money(opening),
    rows: moved.map(({ net, total, tax, ...row }) => ({
      ...row,
      total: total && money(total),
      commission: net && money(net),
      tax: tax && money(tax),
      owed: money(row.owed),
    })),
    closing: money(sum([opening, ...moved.map((row) => row.owed)])),
    due: money(sum(due.map(({ amount }) => amount))),
  }
}
