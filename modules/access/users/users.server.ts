import type * as z from 'zod'
import { allowedActions, decide, type RecordOf } from '#kit/domain/document.domain.ts'
import { notFound, Refusal, refuseField, staleVersion } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { replyMessage } from '#kit/server/done.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor, Scope } from '#modules/actor.domain.ts'
import { findRankRefusal, refuseBeyond, refuseLastWayIn, powersOf } from '../roles/grants.server.ts'
import { withLimits } from '../roles/roles.queries.ts'
import { endSessions } from '../sessions/sessions.server.ts'
import { setSecrets, spendResetTokens } from '../passwords/credentials.queries.ts'
import { tellPerson } from '../factors/telling.server.ts'
import { clearSteps, closeReset, lockUser, openReset } from '../proofs/proofs.queries.ts'
import { hashSecret } from '../passwords/hash.server.ts'
import { refuseWeak } from '../passwords/rules.server.ts'
import { askForRoles } from '../granting/granting.server.ts'
import { linkAccountMaker } from '../selves/selves.queries.ts'
import { type ChangedUser, type NewUser, type User, type UserDraft, users } from './users.contract.ts'
import { userWorkflow } from './users.domain.ts'
import { type Owner, tellAdministrators, tellOwner } from './telling.server.ts'
import * as queries from './users.queries.ts'

const { rows } = queries

export const usersRouter = serve(users, {
  list: async ({ db, input, actor }) => {
    const { items, pagination } = await queries.list(db, actor.scope, input)
    const bars = await barsOf(db, actor, items)
    return { items: items.map((user) => ({ ...user, can: canOf(bars, user, actor) })), pagination }
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
type Found = NonNullable<Awaited<ReturnType<typeof queries.find>>>

async function complete(db: Db, actor: Actor, id: string): Promise<User> {
  const user = await readVisibleUser(db, actor, id)
  return {
    ...user,
    roleIds: user.roles.map((role) => role.id),
    workspaces: (await queries.assignments(db, [id])).map(({ userId: _id, ...place }) => place),
    signInBlocks: await queries.signInBlocks(db, user),
    can: canOf(await barsOf(db, actor, [user]), user, actor),
  }
}

async function create(ctx: Ctx<z.output<typeof NewUser>>) {
  const { actor, input } = ctx
  const { roleIds, workspaces, password, pin, ...person } = input
  await refuseWeak(ctx.db, password, { ...person, fullName: nameOf(person) }, 'password')
  const { passwordHash, pinHash } = await hashesOf({ password, pin })
  return ctx.actAs(actor, async (db) => {
    refuseOutside(actor, workspaces)
    refuseBeyond(actor, await powersOf(db, roleIds), 'roleIds')
    const { id } = await rows.insert(db, person)
    await queries.addCredential(db, id, passwordHash ?? '', pinHash ?? null)
    await linkAccountMaker(db, id, actor.userId)
    await giveRoles({ db, actor, now: ctx.now }, { id, ...person, workspaces }, roleIds)
    await queries.setAssignments(db, id, workspaces)
    return complete(db, actor, id)
  })
}

async function update(ctx: Ctx<z.output<typeof ChangedUser>>) {
  const { actor, input, now } = ctx
  const { id, version, roleIds, workspaces, password, pin, ...person } = input
  if (password !== undefined)
    await refuseWeak(ctx.db, password, { ...person, fullName: nameOf(person) }, 'password')
  const hashes = await hashesOf({ password, pin })
  return ctx.actAs(actor, async (db) => {
    const before = await manageable(db, actor, { id, version })
    const held = new Set(before.roles.map((role) => role.id))
    const given = await powersOf(
      db,
      roleIds.filter((roleId) => !held.has(roleId)),
    )
    refuseBeyond(actor, given, 'roleIds')
    refuseOutside(actor, workspaces)
    const isMoved = person.email !== before.email
    const hasOtherPlaces = await isAssignedAnew(db, id, workspaces)
    // A reset is told to the user's address: it must not be moved away meanwhile.
    if (isMoved && (await openReset(db, id, now))) throw refuseField('email', 'RESET_OPEN')
    const hasOtherRoles = held.symmetricDifference(new Set(roleIds)).size > 0
    const hasOtherSecrets = Object.keys(hashes).length > 0
    const isTouched = id !== actor.userId && (isMoved || hasOtherRoles || hasOtherPlaces || hasOtherSecrets)
    const change = isTouched ? { ...person, heldSince: now.toISOString() } : person
    await rows.update(db, { id, version }, change)
    await giveRoles({ db, actor, now }, { id, ...person, workspaces }, roleIds, held)
    await queries.setAssignments(db, id, workspaces)
    if (id !== actor.userId && (isMoved || hasOtherSecrets)) await linkAccountMaker(db, id, actor.userId)
    if (isMoved) await moveEmail(ctx, db, before, person.email)
    if (hasOtherSecrets) {
      // The administrator who set the password could sign in by it once the factor is gone.
      if (id !== actor.userId) await endReset(db, ctx, before)
      await setSecrets(db, id, hashes, now)
      await endSessions(db, { userId: id, except: actor.sessionId }, 'password set by an administrator', now)
    }
    await refuseLastWayIn(db, actor)
    return complete(db, actor, id)
  })
}

/** Gives a user these roles, but those for which a second person is asked. */
async function giveRoles(
  ctx: Pick<Ctx, 'actor' | 'db' | 'now'>,
  {
    id,
    workspaces,
    ...person
  }: { id: string; workspaces: readonly Place[] } & Pick<UserDraft, 'firstName' | 'lastName'>,
  roleIds: readonly string[],
  held: ReadonlySet<string> = new Set(),
): Promise<void> {
  const fresh = roleIds.filter((roleId) => !held.has(roleId))
  const covers = (assigned: Scope) =>
    assigned === 'all' || (workspaces.length > 0 && workspaces.every(isWithin(assigned)))
  const waiting = await askForRoles(ctx, { id, fullName: nameOf(person), isWithin: covers }, fresh)
  await queries.setRoles(
    ctx.db,
    id,
    roleIds.filter((roleId) => !waiting.includes(roleId)),
  )
}

/** Links that were mailed to the old address open nothing more, and it is told: whoever takes an account over begins here. */
async function moveEmail(ctx: Ctx, db: Db, before: Found, to: string): Promise<void> {
  const { actor, now } = ctx
  await spendResetTokens(db, before.id, now)
  await queries.keepFormerEmail(db, before, before.id !== actor.userId, now)
  await tellPerson(db, ctx, before, to ? 'emailChanged' : 'emailRemoved', { by: actor.name, to })
}

/** Ends a reset of the user's second factors that is open, and tells the user and all who knew of it. */
async function endReset(db: Db, ctx: Pick<Ctx, 'actor' | 'now' | 'language'>, user: Owner): Promise<void> {
  const { actor, now } = ctx
  if (!(await openReset(db, user.id, now))) return
  await lockUser(db, user.id)
  const asked = await closeReset(db, user.id, 'cancel', { id: actor.userId, name: actor.name }, now)
  const values = { by: actor.name, asked: asked.join(', ') }
  await tellOwner(db, ctx, user, 'resetEnded', values)
  await tellAdministrators(db, ctx, user, 'othersResetEnded', values, actor.userId)
}

/** Whether a user's places become others. */
async function isAssignedAnew(db: Db, id: string, places: readonly Place[]): Promise<boolean> {
  const keyOf = ({ type, workspaceId }: Place) => `${type} ${workspaceId}`
  const before = new Set((await queries.assignments(db, [id])).map(keyOf))
  return before.symmetricDifference(new Set(places.map(keyOf))).size > 0
}

const nameOf = ({ firstName, lastName }: Pick<UserDraft, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Hashes of what was given, made before a transaction holds rows: each takes long. */
async function hashesOf({
  password,
  pin,
}: {
  password?: string | undefined
  pin?: string | null | undefined
}) {
  return {
    ...(password === undefined ? {} : { passwordHash: await hashSecret(password) }),
    ...(pin === undefined ? {} : { pinHash: pin === null ? null : await hashSecret(pin) }),
  }
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
  return replyMessage(ctx, 'removed')
}

async function act(ctx: Ctx<Key>, action: 'lock' | 'unlock') {
  const { db, input, actor, now } = ctx
  const user = await manageable(db, actor, input)
  const { next } = decide(userWorkflow, user, { act: action }, { actor, now })
  // Who was locked out gets a say back by another's hand; lifting a block changes nothing of it.
  const isFreed = action === 'unlock' && user.state === 'locked'
  await rows.update(db, input, isFreed ? { ...next, heldSince: now.toISOString() } : next)
  if (action === 'lock') {
    await spendResetTokens(db, user.id, now)
    await endSessions(db, { userId: user.id }, 'user locked', now)
    await tellOwner(db, ctx, user, 'locked', { by: actor.name })
    await tellAdministrators(db, ctx, user, 'othersLocked', { by: actor.name }, actor.userId)
    // The user can no longer cancel it.
    await endReset(db, ctx, user)
  } else {
    await queries.liftSignInBlocks(db, user.userName)
    await clearSteps(db, user.id)
  }
  await refuseLastWayIn(db, actor)
  return complete(db, actor, user.id)
}

/** The locked row of a user whom this actor may change, as last read. */
async function manageable(db: Db, actor: Actor, { id, version }: Key): Promise<Found> {
  await rows.lock(db, { id, version })
  const user = (await queries.find(db, 'all', id)) ?? raise(notFound())
  if (user.version !== version) throw staleVersion()
  return changeableUser(db, actor, id)
}

/** A user whom this actor may see. */
export const readVisibleUser = async (db: Db, actor: Actor, id: string): Promise<Found> =>
  (await queries.find(db, actor.scope, id)) ?? raise(notFound())

/** A user whom this actor may change, as read now. */
export async function changeableUser(db: Db, actor: Actor, id: string): Promise<Found> {
  const user = (await queries.find(db, 'all', id)) ?? raise(notFound())
  const bar = (await barsOf(db, actor, [user])).get(id)
  if (bar) throw bar
  return user
}

/** Why this actor may not change a user. */
export const barTo = async (db: Db, actor: Actor, user: Found) =>
  (await barsOf(db, actor, [user])).get(user.id)

type Bars = ReadonlyMap<string, Refusal>

const canOf = (bars: Bars, user: RecordOf<typeof userWorkflow>, actor: Actor) =>
  bars.has(user.id) ? [] : allowedActions(userWorkflow, user, actor)

/**
 * Why the actor may not change these users, by id: who works nowhere in the actor's reach is not there, who also works
 * outside it is for somebody responsible for all of that, and nobody changes one who may do more than they.
 */
async function barsOf(db: Db, actor: Actor, found: readonly Pick<Found, 'id' | 'roles'>[]): Promise<Bars> {
  const places = await queries.assignments(
    db,
    found.map(({ id }) => id),
  )
  const known = await withLimits(db, [...new Set(found.flatMap((user) => user.roles.map(({ id }) => id)))])
  const bars = found.map((user) => {
    const within = places.filter(({ userId }) => userId === user.id).map(isWithin(actor.assigned))
    const held = known.filter(({ id }) => user.roles.some((role) => role.id === id))
    if (actor.assigned !== 'all' && !within.includes(true)) return [user.id, notFound()] as const
    if (within.includes(false)) return [user.id, new Refusal('WORKS_ELSEWHERE')] as const
    return [user.id, findRankRefusal(actor, held)] as const
  })
  return new Map(bars.flatMap(([id, bar]) => (bar ? [[id, bar]] : [])))
}

type Place = UserDraft['workspaces'][number]

const isWithin =
  (scope: Scope) =>
  ({ type, workspaceId }: Place): boolean =>
    scope === 'all' ||
    (workspaceId !== null &&
      [[], scope.regionIds, scope.branchIds, scope.counterIds][type]?.includes(workspaceId) === true)

/** Nobody assigns to where they may not act themselves, nor leaves a user where they cannot see them. */
function refuseOutside({ assigned }: Actor, places: readonly Place[]): void {
  if (assigned === 'all' || (places.length > 0 && places.every(isWithin(assigned)))) return
  throw refuseField('workspaces', 'OUT_OF_SCOPE')
}

const raise = (error: Error): never => {
  throw error
}
