import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { rows as branchRows } from '../branches/branches.queries.ts'
import { refuseWhileOpen } from '../structure/closing.server.ts'
import { actOnly, requireVisible } from '../scope/scope.server.ts'
import { type CounterDraft, counters } from './counters.contract.ts'
import * as queries from './counters.queries.ts'

const { rows } = queries

export const countersRouter = serve(counters, {
  list: ({ db, input, actor }) => queries.list(db, actor.scope, input),
  getById: async ({ db, input, actor }) => {
    const counter = requireVisible(actor.scope, 'counterIds', await rows.get(db, input.id))
    return { ...counter, branchName: (await branchRows.get(db, counter.branchId)).name }
  },
  create,
  update,
  delete: remove,
  enable,
  disable,
  getListByBranch: async ({ db, input, actor }) => {
    const branch = await branchRows.get(db, input.branchId)
    const found = await queries.byBranch(db, actor.scope, branch.id)
    if (found.length === 0) requireVisible(actor.scope, 'branchIds', branch)
    return found
  },
})

type Key = { id: string; version: number }

async function create({ db, input, actor }: Ctx<CounterDraft>) {
  actOnly(actor.assigned, 'branchIds', input.branchId, 'branchId')
  await refuseUnknownBranch(queries.branchIsEnabled(db, input.branchId))
  return rows.insert(db, input)
}

async function update({ db, input: { id, version, ...draft }, actor, now }: Ctx<Key & CounterDraft>) {
  const counter = requireVisible(actor.assigned, 'counterIds', await rows.lock(db, { id, version }))
  if (counter.branchId !== draft.branchId) {
    actOnly(actor.assigned, 'branchIds', draft.branchId, 'branchId')
    await refuseUnknownBranch(queries.branchIsEnabled(db, draft.branchId))
    await refuseWhileOpen(db, 'COUNTER_IN_USE', { counterIds: [id], now })
  }
  return rows.update(db, { id, version }, draft)
}

async function remove(ctx: Ctx<Key>) {
  requireVisible(ctx.actor.assigned, 'counterIds', ctx.input)
  await refuseWhileOpen(ctx.db, 'COUNTER_IN_USE', { counterIds: [ctx.input.id], now: ctx.now })
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}

async function enable({ db, input, actor }: Ctx<Key>) {
  const counter = requireVisible(actor.assigned, 'counterIds', await rows.lock(db, input))
  await refuseUnknownBranch(queries.branchIsEnabled(db, counter.branchId))
  return rows.update(db, input, { isEnabled: true })
}

async function disable({ db, input, actor, now }: Ctx<Key>) {
  requireVisible(actor.assigned, 'counterIds', await rows.lock(db, input))
  await refuseWhileOpen(db, 'COUNTER_IN_USE', { counterIds: [input.id], now })
  return rows.update(db, input, { isEnabled: false })
}

async function refuseUnknownBranch(enabled: Promise<boolean | undefined>): Promise<void> {
  const isEnabled = await enabled
  if (isEnabled === undefined)
    throw new Refusal(
      'NOT_FOUND',
      {},
      { kind: 'notFound', fields: [{ field: 'branchId', code: 'NOT_FOUND' }] },
    )
  if (!isEnabled) throw refuseField('branchId', 'BRANCH_DISABLED')
}
