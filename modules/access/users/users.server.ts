import type * as z from 'zod'
import { allowedActions, nextState } from '#kit/domain/workflow.domain.ts'
import { notFound, Refusal, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { done } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { refuseBeyond, refuseLastWayIn, refuseMightier, powersOf } from '../grants/grants.server.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import { hashSecret } from '../passwords/hash.server.ts'
import { type ChangedUser, type NewUser, type User, type UserDraft, users } from './users.contract.ts'
import { userWorkflow } from './users.domain.ts'
import * as queries from './users.queries.ts'

const { rows } = queries

export const usersRouter = serve(users, {
  list: async ({ db, input, actor }) => {
    const { items, pagination } = await queries.list(db, actor.scope, input)
    return {
      items: items.map((user) => ({ ...user, can: allowedActions(userWorkflow, user, actor) })),
      pagination,
    }
  },
  getById: ({ db, input, actor }) => complete(db, actor, input.id),
  create,
  update,
  delete: remove,
  lock: (ctx) => act(ctx, 'lock'),
  unlock: (ctx) => act(ctx, 'unlock'),
  listSelection: ({ db, actor }) => queries.selection(db, actor.scope),
})

type Db = Ctx['db']
type Key = { id: string; version: number }

async function complete(db: Db, actor: Actor, id: string): Promise<User> {
  const user = (await queries.find(db, actor.scope, id)) ?? raise(notFound())
  return {
    ...user,
    roleIds: user.roles.map((role) => role.id),
    workspaces: await queries.assignments(db, id),
    signInBlocks: await queries.signInBlocks(db, user.userName),
    can: allowedActions(userWorkflow, user, actor),
  }
}

async function create({ db, input, actor }: Ctx<z.output<typeof NewUser>>) {
  const { roleIds, workspaces, password, pin, ...person } = input
  refuseOutside(actor, workspaces)
  refuseBeyond(actor, await powersOf(db, roleIds), 'roleIds')
  const { id } = await rows.insert(db, person)
  await queries.addCredential(db, id, await hashSecret(password), pin === null ? null : await hashSecret(pin))
  await queries.setRoles(db, id, roleIds)
  await queries.setAssignments(db, id, workspaces)
  return complete(db, actor, id)
}

async function update({ db, input, actor, now }: Ctx<z.output<typeof ChangedUser>>) {
  const { id, version, roleIds, workspaces, password, pin, ...person } = input
  const before = await manageable(db, actor, { id, version })
  const held = new Set(before.roles.map((role) => role.id))
  refuseBeyond(
    actor,
    await powersOf(
      db,
      roleIds.filter((roleId) => !held.has(roleId)),
    ),
    'roleIds',
  )
  refuseOutside(actor, workspaces, await queries.assignments(db, id))
  await rows.update(db, { id, version }, person)
  await queries.setRoles(db, id, roleIds)
  await queries.setAssignments(db, id, workspaces)
  if (password !== undefined || pin !== undefined) {
    await queries.setCredential(
      db,
      id,
      {
        ...(password === undefined ? {} : { passwordHash: await hashSecret(password) }),
        ...(pin === undefined ? {} : { pinHash: pin === null ? null : await hashSecret(pin) }),
      },
      now,
    )
    await endSessions(db, { userId: id, except: actor.sessionId }, 'password set by an administrator', now)
  }
  await refuseLastWayIn(db, actor)
  return complete(db, actor, id)
}

async function remove(ctx: Ctx<Key>) {
  const { db, input, actor, now } = ctx
  if (input.id === actor.userId) throw new Refusal('NOT_YOURSELF')
  await manageable(db, actor, input)
  await rows.update(db, input, { deletedAt: now.toISOString() })
  await queries.setRoles(db, input.id, [])
  await queries.setAssignments(db, input.id, [])
  await endSessions(db, { userId: input.id }, 'user deleted', now)
  await refuseLastWayIn(db, actor)
  return done(ctx, 'removed')
}

async function act(
  { db, input, actor, now }: Ctx<Key & { note?: string | undefined }>,
  action: 'lock' | 'unlock',
) {
  const user = await manageable(db, actor, input)
  const state = nextState(userWorkflow, user, action, actor, input.note)
  await rows.update(db, input, { state })
  if (action === 'lock') await endSessions(db, { userId: user.id }, 'user locked', now)
  else await queries.liftSignInBlocks(db, user.userName)
  await refuseLastWayIn(db, actor)
  return complete(db, actor, user.id)
}

/** The locked row of a user whom this actor may change: in scope, as last read, and not mightier than the actor. */
async function manageable(db: Db, actor: Actor, { id, version }: Key) {
  await rows.lock(db, { id, version })
  const user = (await queries.find(db, actor.assigned, id)) ?? raise(notFound())
  if (user.version !== version) throw staleVersion()
  refuseMightier(
    actor,
    await powersOf(
      db,
      user.roles.map((role) => role.id),
    ),
  )
  return user
}

type Place = UserDraft['workspaces'][number]

/** Nobody gives or takes an assignment outside where they may act themselves, nor leaves a user where they cannot see them. */
function refuseOutside({ assigned }: Actor, after: readonly Place[], before: readonly Place[] = []): void {
  if (assigned === 'all') return
  const reach = [undefined, assigned.regionIds, assigned.branchIds, assigned.counterIds]
  const within = ({ type, workspaceId }: Place) => workspaceId !== null && reach[type]?.includes(workspaceId)
  const lacks = (places: readonly Place[]) => {
    const keys = new Set(places.map(placeKey))
    return (place: Place) => !keys.has(placeKey(place))
  }
  const changed = [...after.filter(lacks(before)), ...before.filter(lacks(after))]
  if (!changed.every(within) || !after.some(within))
    throw new Refusal('OUT_OF_SCOPE', {}, { fields: [{ field: 'workspaces', code: 'OUT_OF_SCOPE' }] })
}

const placeKey = (place: Place) => `${place.type}/${place.workspaceId}`

const raise = (error: Error): never => {
  throw error
}
