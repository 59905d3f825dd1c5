import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { serve } from '#kit/server/module.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { tellPeople } from '../factors/telling.server.ts'
import {
  listRequested,
  type RoleRequestRow,
  rows,
  addRole,
  roleRequest,
} from '../granting/granting.queries.ts'
import { findRankRefusal, powersOf, refuseBeyond } from '../roles/grants.server.ts'
import { rows as roleRows, setHoldersHeldSince, withLimits } from '../roles/roles.queries.ts'
import { setHeldSince } from '../users/users.queries.ts'
import { barTo, changeableUser, readVisibleUser } from '../users/users.server.ts'
import { type RoleRequest, roleRequests } from './role-requests.contract.ts'
import { roleRequestWorkflow } from './role-requests.domain.ts'

export const roleRequestsRouter = serve(roleRequests, {
  ofUser: async ({ db, input, actor }) => {
    const user = await readVisibleUser(db, actor, input.id)
    const bar = await barTo(db, actor, user)
    return (await listRequested(db, { userId: user.id })).map((row) =>
      presented(row, actor, bar !== undefined),
    )
  },
  ofRole: async ({ db, input, actor }) => {
    const role = await roleRows.get(db, input.id)
    const found = await listRequested(db, { widensRoleId: role.id })
    const isBarred = await Promise.all(found.map((row) => barToRole(db, actor, row)))
    return found.map((row, at) => presented(row, actor, isBarred[at] !== undefined))
  },
  agree: (ctx) => decided(ctx, 'agree'),
  reject: (ctx) => decided(ctx, 'reject'),
})

const presented = (row: RoleRequestRow, actor: Actor, isBarred: boolean): RoleRequest => ({
  ...row,
  can: isBarred ? [] : allowedActions(roleRequestWorkflow, row, actor),
})

/** Whoever agrees could give the role themselves to this user: they hold all of it, and work wherever the user does. */
async function decided(
  { db, input, actor, now }: Ctx<{ id: string; version: number; note?: string | undefined }>,
  act: 'agree' | 'reject',
): Promise<RoleRequest> {
  const { note, ...key } = input
  const before = await rows.lock(db, key)
  const user = before.userId === null ? undefined : await changeableUser(db, actor, before.userId)
  const bar = user ? undefined : await barToRole(db, actor, before)
  if (bar) throw bar
  const { next, event } = decide(roleRequestWorkflow, before, { act, note }, { actor, now })
  if (act === 'agree') {
    refuseBeyond(actor, await powersOf(db, [before.roleId]), 'id')
    if (user) {
      await addRole(db, user.id, before.roleId)
      await setHeldSince(db, user.id, now)
    } else await widen(db, before, actor, now)
  }
  await rows.update(db, key, {
    ...next,
    decidedById: event.byId,
    decidedBy: event.byName,
    decidedAt: event.at,
    note: event.note,
  })
  const row = (await roleRequest(db, key.id)) ?? raise()
  const values = { by: actor.name, name: user?.fullName ?? '', role: row.roleName }
  await tellPeople(db, [before.askedById], `${user ? 'role' : 'widening'}${said[act]}`, values)
  return presented(row, actor, false)
}

const said = { agree: 'Agreed', reject: 'Rejected' } as const

type Widening = Pick<RoleRequestRow, 'roleId' | 'permissions'>

/** Why a person may not decide on what a role gains: roles are the whole company's, and nobody hands on what they do not hold. */
async function barToRole(db: Db, actor: Actor, { roleId, permissions }: Widening) {
  if (actor.assigned !== 'all') return new Refusal('OUT_OF_SCOPE')
  const [role] = await withLimits(db, [roleId])
  return findRankRefusal(actor, [{ permissions: permissions ?? [], limits: [] }, ...(role ? [role] : [])])
}

async function widen(db: Db, { roleId, permissions }: Widening, actor: Actor, now: Date): Promise<void> {
  const role = await roleRows.get(db, roleId)
  await roleRows.update(db, role, {
    permissions: [...new Set([...role.permissions, ...(permissions ?? [])])],
  })
  await setHoldersHeldSince(db, roleId, actor.userId, now)
}

const raise = (): never => {
  throw notFound()
}

/** What this person may agree to now. */
export async function agreeable(db: Db, actor: Actor): Promise<RoleRequestRow[]> {
  if (!actor.permissions.has('manage_users')) return []
  const found: RoleRequestRow[] = []
  for (const row of await listRequested(db)) {
    if (!allowedActions(roleRequestWorkflow, row, actor).includes('agree')) continue
    if (row.userId === null) {
      if ((await barToRole(db, actor, row)) === undefined) found.push(row)
      continue
    }
    const user = await readVisibleUser(db, actor, row.userId).catch(() => undefined)
    if (user && (await barTo(db, actor, user)) === undefined) found.push(row)
  }
  return found
}
