import type { Ctx } from '#kit/server/context.server.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnly, requireVisible } from '../scope/scope.server.ts'
import { regions } from './regions.contract.ts'
import { regionDisabled } from './regions.domain.ts'
import * as queries from './regions.queries.ts'

const { rows } = queries

export const regionsRouter = serve(regions, {
  list: ({ db, input, actor }) => queries.list(db, actor.scope, input),
  getById: async ({ db, input, actor }) =>
    requireVisible(actor.scope, 'regionIds', await rows.get(db, input.id)),
  create,
  update,
  delete: remove,
  enable: ({ db, input, actor }) =>
    rows.update(db, requireVisible(actor.assigned, 'regionIds', input), { isEnabled: true }),
  disable,
  assignBranches,
  listSelection: ({ db, actor }) => queries.selection(db, actor.scope),
})

type Key = { id: string; version: number }

function create({ db, input, actor }: Ctx<{ code: string; name: string }>) {
  actOnly(actor.assigned, 'regionIds', null, 'code')
  return rows.insert(db, input)
}

function update({ db, input: { id, version, ...draft }, actor }: Ctx<Key & { code: string; name: string }>) {
  requireVisible(actor.assigned, 'regionIds', { id })
  return rows.update(db, { id, version }, draft)
}

async function remove(ctx: Ctx<Key>) {
  requireVisible(ctx.actor.assigned, 'regionIds', ctx.input)
  await rows.remove(ctx.db, ctx.input)
  return replyMessage(ctx, 'removed')
}

async function disable({ db, input, actor }: Ctx<Key>) {
  const region = requireVisible(actor.assigned, 'regionIds', await rows.lock(db, input))
  const count = await queries.enabledBranches(db, region.id)
  if (count > 0)
    throw new Refusal(
      'REGION_IN_USE',
      {},
      { fields: [{ field: 'branches', code: 'ENABLED_BRANCHES', data: { count } }] },
    )
  return rows.update(db, input, { isEnabled: false })
}

async function assignBranches({ db, input, actor }: Ctx<Key & { branchIds: string[] }>) {
  const { id, version, branchIds } = input
  const region = requireVisible(actor.assigned, 'regionIds', await rows.lock(db, input))
  if (branchIds.length > 0 && !region.isEnabled) throw regionDisabled('branchIds')
  for (const branchId of branchIds) actOnly(actor.assigned, 'branchIds', branchId, 'branchIds')
  const wanted = new Set(branchIds)
  if ((await queries.setBranches(db, id, [...wanted])) !== wanted.size)
    throw new Refusal(
      'NOT_FOUND',
      {},
      { kind: 'notFound', fields: [{ field: 'branchIds', code: 'NOT_FOUND' }] },
    )
  return rows.update(db, { id, version }, {})
}
