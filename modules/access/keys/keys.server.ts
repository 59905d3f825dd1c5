import { notFound } from '#kit/domain/refusal.domain.ts'
import { allowedActions, decide } from '#kit/domain/document.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { actOnly } from '#modules/organisation/public.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { refuseBeyond } from '../roles/grants.server.ts'
import { listPermissions } from '../permissions/permissions.server.ts'
import { hashOf, newSecret, writeKey } from '../sessions/tokens.server.ts'
import { type ApiKey, apiKeys, type KeyDraft } from './keys.contract.ts'
import { forPrograms, keyActions, keyWorkflow } from './keys.domain.ts'
import * as queries from './keys.queries.ts'

export const keysRouter = serve(apiKeys, {
  list: async ({ db, input, actor, now }) => {
    const { items, pagination } = await queries.list(db, actor.scope, now, input)
    return { items: items.map((row) => shown(row, actor)), pagination }
  },
  getById: (ctx) => complete(ctx, ctx.input.id),
  listPermissions: ({ actor, language }) => Promise.resolve(listPermissions(forPrograms, actor, language)),
  create,
  revoke,
  takeOver,
})

type Key = { id: string; version: number }
type Row = NonNullable<Awaited<ReturnType<typeof queries.find>>>

const shown = (row: Row, actor: Actor): ApiKey => ({
  ...row,
  can: keyActions.filter((action) => allowedActions(keyWorkflow, row, actor).includes(action)),
})

const complete = async (ctx: Pick<Ctx, 'db' | 'actor' | 'now'>, id: string): Promise<ApiKey> =>
  shown(await visible(ctx, id), ctx.actor)

async function visible({ db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>, id: string): Promise<Row> {
  const row = await queries.find(db, actor.scope, now, id)
  if (!row) throw notFound()
  return row
}

async function create({ db, input, actor, now }: Ctx<KeyDraft>) {
  const { days, permissions, ...draft } = input
  actOnly(actor.assigned, 'counterIds', draft.counterId, 'counterId')
  refuseBeyond(actor, { permissions, limits: [] }, 'permissions')
  const secret = newSecret()
  const userId = await queries.addUser(db, draft.name)
  await queries.keep(db, actor.userId, userId, now)
  const { id, companyId } = await queries.rows.insert(db, {
    ...draft,
    userId,
    permissions: [...new Set(permissions)],
    ownerId: actor.userId,
    keyHash: hashOf(secret),
    ending: secret.slice(-4),
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + days * 86_400_000).toISOString(),
  })
  return { id, secret: writeKey({ companyId, id, secret }) }
}

/** The locked row of a key that this actor may see and act on. */
async function manageable(ctx: Pick<Ctx, 'db' | 'actor' | 'now'>, key: Key): Promise<Row> {
  await queries.rows.lock(ctx.db, key)
  const row = await visible(ctx, key.id)
  actOnly(ctx.actor.assigned, 'counterIds', row.counterId, 'counterId')
  return row
}

async function revoke(ctx: Ctx<Key & { note: string }>) {
  const { db, input, actor, now } = ctx
  decide(keyWorkflow, await manageable(ctx, input), { act: 'revoke', note: input.note }, { actor, now })
  await queries.rows.update(db, input, {
    revokedAt: now.toISOString(),
    revokedBy: actor.name,
    revokeReason: input.note,
  })
  return complete(ctx, input.id)
}

async function takeOver(ctx: Ctx<Key>) {
  const { db, input, actor, now } = ctx
  const row = await manageable(ctx, input)
  decide(keyWorkflow, row, { act: 'takeOver' }, { actor, now })
  refuseBeyond(actor, { permissions: row.permissions, limits: [] }, 'permissions')
  await queries.keep(db, actor.userId, row.userId, now)
  await queries.rows.update(db, input, { ownerId: actor.userId })
  return complete(ctx, input.id)
}
