import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Scope } from '#modules/actor.domain.ts'
import { regionDisabled } from '../regions/regions.domain.ts'
import { isEnabled as regionIsEnabled, rows as regionRows } from '../regions/regions.queries.ts'
import { openingBlockers, refuseWhileOpen } from '../structure/closing.server.ts'
import { actOnly, requireVisible } from '../scope/scope.server.ts'
import { type BranchDraft, branches } from './branches.contract.ts'
import * as queries from './branches.queries.ts'

const { rows } = queries

export const branchesRouter = serve(branches, {
  list: ({ db, input, actor }) => queries.list(db, actor.scope, input),
  getById: async ({ db, input, actor }) => {
    const branch = requireVisible(actor.scope, 'branchIds', await rows.get(db, input.id))
    const region = branch.regionId === null ? undefined : await regionRows.find(db, branch.regionId)
    return { ...branch, regionName: region?.name ?? null }
  },
  create,
  update,
  delete: remove,
  enable,
  disable,
  getListByRegion: async ({ db, input, actor }) => {
    const region = requireVisible(actor.scope, 'regionIds', await regionRows.get(db, input.regionId))
    return queries.byRegion(db, actor.scope, region.id)
  },
  assignCounters,
  listSelection: ({ db, actor }) => queries.selection(db, actor.scope),
})

type Key = { id: string; version: number }

// Whoever may act in only part of the company may not open a branch outside that part.
async function placeIn(db: Db, scope: Scope, { regionId }: Pick<BranchDraft, 'regionId'>) {
  actOnly(scope, 'regionIds', regionId, 'regionId')
  if (regionId && (await regionIsEnabled(db, regionId)) === false) throw regionDisabled('regionId')
}

async function create({ db, input, actor }: Ctx<BranchDraft>) {
  await placeIn(db, actor.assigned, input)
  return rows.insert(db, input)
}

async function update({ db, input: { id, version, ...draft }, actor, now }: Ctx<Key & BranchDraft>) {
  const branch = requireVisible(actor.assigned, 'branchIds', await rows.lock(db, { id, version }))
  if (branch.regionId !== draft.regionId) await placeIn(db, actor.assigned, draft)
  if (draft.isOnlyView && !branch.isOnlyView) {
    const counterIds = (await queries.countersOf(db, id)).map((counter) => counter.id)
    await refuseWhileOpen(db, 'BRANCH_IN_USE', { branchId: id, counterIds, now })
  }
  return rows.update(db, { id, version }, draft)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor, now } = ctx
  const { id } = requireVisible(actor.assigned, 'branchIds', await rows.lock(db, input))
  const counterIds = (await queries.countersOf(db, id)).map((counter) => counter.id)
  await refuseWhileOpen(db, 'BRANCH_IN_USE', { branchId: id, counterIds, now })
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

async function enable({ db, input, actor }: Ctx<Key>) {
  const { regionId } = requireVisible(actor.assigned, 'branchIds', await rows.lock(db, input))
  if (regionId && (await regionIsEnabled(db, regionId)) === false) throw regionDisabled('regionId')
  const fields = (await openingBlockers.ask(db, { branchId: input.id })).flat()
  if (fields.length > 0) throw new Refusal('ACCOUNTS_MISSING', {}, { fields })
  return rows.update(db, input, { isEnabled: true })
}

async function disable({ db, input, actor, now }: Ctx<Key>) {
  const branch = requireVisible(actor.assigned, 'branchIds', await rows.lock(db, input))
  const counters = await queries.countersOf(db, branch.id)
  const open = counters.filter(({ isEnabled }) => isEnabled).length
  await refuseWhileOpen(
    db,
    'BRANCH_IN_USE',
    { branchId: branch.id, counterIds: counters.map(({ id }) => id), now },
    open ? [{ field: 'counters', code: 'ENABLED_COUNTERS', data: { count: open } }] : [],
  )
  return rows.update(db, input, { isEnabled: false })
}

async function assignCounters({
  db,
  input: { counterIds, ...key },
  actor,
  now,
}: Ctx<Key & { counterIds: string[] }>) {
  const branch = requireVisible(actor.assigned, 'branchIds', await rows.lock(db, key))
  if (!branch.isEnabled) throw refuseField('id', 'BRANCH_DISABLED')
  for (const counterId of counterIds) actOnly(actor.assigned, 'counterIds', counterId, 'counterIds')
  const here = new Set((await queries.countersOf(db, key.id)).map(({ id }) => id))
  const moved = [...new Set(counterIds)]
  await refuseWhileOpen(db, 'COUNTER_IN_USE', { counterIds: moved.filter((id) => !here.has(id)), now })
  if ((await queries.takeCounters(db, key.id, moved)) !== moved.length)
    throw new Refusal(
      'NOT_FOUND',
      {},
      { kind: 'notFound', fields: [{ field: 'counterIds', code: 'NOT_FOUND' }] },
    )
  return rows.update(db, key, {})
}
