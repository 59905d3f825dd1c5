import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { text } from '#kit/server/texts.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { withImplied } from '#modules/permissions.domain.ts'
import { workspaceTypes } from '#modules/organisation/structure/structure.domain.ts'
import { findRankRefusal, refuseBeyond, refuseLastWayIn } from './grants.server.ts'
import { currentCompany, refuseDecimals, formatAmountIn } from '#modules/organisation/public.server.ts'
import { type Role, type RoleDraft, roles } from './roles.contract.ts'
import { baseRoles, listUngrantable, gains, limitTypes, percentages } from './roles.domain.ts'
import * as queries from './roles.queries.ts'

const { rows } = queries

interface Widening extends Pick<Ctx, 'actor' | 'now'> {
  role: Given & Pick<Row, 'id' | 'name'>
  gained: readonly string[]
}
type Given = { permissions: string[]; limits: RoleDraft['limits'] }

/** Asked when a role that people hold gains permissions: those of them that wait for a second person. */
export const widening = hook<Widening, readonly string[]>('access.widening')

export const rolesRouter = serve(roles, {
  list: async ({ db, input }) => {
    const { items, pagination } = await queries.list(db, input)
    const counted = items.map((role) => ({ ...role, permissionCount: withImplied(role.permissions).size }))
    return { items: counted, pagination }
  },
  getById: async ({ db, input }) => complete(db, await rows.get(db, input.id)),
  create,
  update,
  delete: remove,
  enable: (ctx) => toggle(ctx, true),
  disable: (ctx) => toggle(ctx, false),
  listType: (ctx) => Promise.resolve(levels(ctx, Object.values(workspaceTypes))),
  listTypeForPos: (ctx) => Promise.resolve(levels(ctx, [workspaceTypes.Branch, workspaceTypes.Counter])),
  listGrantable: async ({ db, actor }) => {
    const found = await queries.withLimits(db)
    return found
      .filter((role) => listUngrantable(actor, role.permissions, role.limits).length === 0)
      .map(choice)
  },
  listSelection: async ({ db }) => (await queries.withLimits(db)).map(choice),
  listBaseRoles: () =>
    Promise.resolve(
      baseRoles.map((role) => ({ ...role, permissions: [...role.permissions], limits: [...role.limits] })),
    ),
  listLimitTypes: (ctx) =>
    Promise.resolve(
      limitTypes.map((type) => ({ type, name: text(ctx.language, `messages.limitTypes.${type}`) })),
    ),
  listAssignedUsers: async ({ db, input: { id, ...query } }) => {
    const role = await rows.get(db, id)
    return queries.assignedUsers(db, role.id, query)
  },
})

type Key = { id: string; version: number }
type Row = Awaited<ReturnType<typeof rows.get>>

const choice = ({ id, name }: { id: string; name: string }) => ({ id, name })

const levels = ({ language }: Pick<Ctx, 'language'>, types: Role['level'][]) =>
  types.map((id) => ({ id, name: text(language, `messages.levels.${id}`) }))

async function complete(db: Db, row: Row): Promise<Role> {
  const { localCurrency } = await currentCompany(db)
  const limits = (await queries.limitsOf(db, row.id)).map((limit) =>
    limit.amount === null || percentages.includes(limit.type)
      ? limit
      : { ...limit, amount: formatAmountIn(localCurrency, limit.amount) },
  )
  const { level, permissions } = row
  return {
    ...row,
    level: level as Role['level'],
    permissions: permissions as Role['permissions'],
    limits,
  }
}

/** The locked row of a role that this actor may change: one who acts in the whole company, and holds all that it gives. */
async function manageable(db: Db, actor: Actor, key: Key): Promise<Row> {
  const role = await rows.lock(db, key)
  const bar = findRankRefusal(actor, [{ ...role, limits: await queries.limitsOf(db, role.id) }])
  if (bar) throw bar
  return role
}

/** The amounts of local currency among limits, by the place of each. */
const amountsOf = (limits: RoleDraft['limits']) =>
  Object.fromEntries(
    limits.map(({ type, amount }, at) => [`limits.${at}.amount`, percentages.includes(type) ? null : amount]),
  )

async function create({ db, input: { limits, ...draft }, actor }: Ctx<RoleDraft>) {
  await refuseDecimals(db, amountsOf(limits))
  refuseBeyond(actor, { permissions: draft.permissions, limits }, 'permissions')
  const row = await rows.insert(db, { ...draft, permissions: unique(draft.permissions) })
  await queries.setLimits(db, row.id, limits)
  return complete(db, row)
}

async function update({ db, input: { id, version, limits, ...draft }, actor, now }: Ctx<Key & RoleDraft>) {
  const before = await manageable(db, actor, { id, version })
  await refuseDecimals(db, amountsOf(limits))
  refuseBeyond(actor, { permissions: draft.permissions, limits }, 'permissions')
  const held = { ...before, limits: await queries.limitsOf(db, id) }
  const gained = unique(draft.permissions).filter((code) => !before.permissions.includes(code))
  const isAsked = gained.length > 0 && (await queries.isHeld(db, id)) > 0
  const waiting = isAsked ? (await widening.ask(db, { role: held, gained, actor, now })).flat() : []
  const permissions = unique(draft.permissions).filter((code) => !waiting.includes(code))
  const isWider = gains(held, { permissions, limits }).length > 0
  const row = await rows.update(db, { id, version }, { ...draft, permissions })
  await queries.setLimits(db, id, limits)
  if (isWider) await queries.setHoldersHeldSince(db, id, actor.userId, now)
  await refuseLastWayIn(db, actor)
  return complete(db, row)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor } = ctx
  const role = await manageable(db, actor, input)
  const count = await queries.isHeld(db, role.id)
  if (count > 0) throw new Refusal('ROLE_IN_USE', { count })
  await rows.remove(db, input)
  return replyMessage(ctx, 'removed')
}

async function toggle({ db, input, actor, now }: Ctx<Key>, isEnabled: boolean) {
  await manageable(db, actor, input)
  // Who holds it may more from now on than before.
  if (isEnabled) await queries.setHoldersHeldSince(db, input.id, actor.userId, now)
  const row = await rows.update(db, input, { isEnabled })
  await refuseLastWayIn(db, actor)
  return complete(db, row)
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]
