import { notFound, Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { serve } from '#kit/server/module.server.ts'
import { holdersOf } from '#modules/access/public.server.ts'
import { todayOf } from '#modules/organisation/public.server.ts'
import { notify } from '#modules/notifications/public.server.ts'
import { type Delegation, type DelegationDraft, delegations } from './delegations.contract.ts'
import * as queries from './delegations.queries.ts'
import { deciding } from './steads.server.ts'

const { rows } = queries
type Row = Awaited<ReturnType<typeof queries.ofPerson>>[number]

export const delegationsRouter = serve(delegations, {
  list: async ({ db, actor, now }) => {
    const today = await todayOf({ db, now })
    return (await queries.ofPerson(db, actor.userId)).map((row) => shown(row, actor.userId, today))
  },
  delegates: async ({ db, actor }) =>
    (await others(db, actor.userId, actor.permissions))
      .map(({ userId: id, name }) => ({ id, name }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  create,
  end,
})

/** Others who hold one of the rights to decide that this person holds: nobody gets a right by standing in. */
const others = async (db: Ctx['db'], userId: string, permissions: ReadonlySet<string>) =>
  (
    await holdersOf(
      db,
      deciding().filter((code) => permissions.has(code)),
    )
  ).filter((one) => one.userId !== userId)

function shown(row: Row, userId: string, today: string): Delegation {
  const { id, version, delegator, delegate, fromDate, toDate, reason, createdAt } = row
  const state =
    row.endedAt !== null ? 'ended' : toDate < today ? 'over' : fromDate > today ? 'planned' : 'active'
  return {
    id,
    version,
    delegator,
    delegate,
    fromDate,
    toDate,
    reason,
    createdAt,
    state,
    mine: row.delegatorId === userId ? 'given' : 'received',
    can: state === 'planned' || state === 'active' ? ['end'] : [],
  }
}

/** An absence ends: what is lent for good is a role to be given. */
const longestDays = 183

async function create({ db, input, actor, now }: Ctx<DelegationDraft>) {
  const today = await todayOf({ db, now })
  if (input.toDate < input.fromDate) throw refuseField('toDate', 'PERIOD_ENDS_BEFORE')
  if (input.toDate < today) throw refuseField('toDate', 'DELEGATION_OVER')
  if (Date.parse(input.toDate) - Date.parse(input.fromDate) > longestDays * 86_400_000)
    throw refuseField('toDate', 'DELEGATION_TOO_LONG')
  const named = (await others(db, actor.userId, actor.permissions)).find(
    ({ userId }) => userId === input.delegateId,
  )
  if (!named) throw refuseField('delegateId', 'CANNOT_STAND_IN')
  const row = await rows.insert(db, {
    ...input,
    delegate: named.name,
    delegatorId: actor.userId,
    delegator: actor.name,
    createdAt: now.toISOString(),
  })
  await notify(db, {
    to: { users: [named.userId] },
    type: 'WARNING',
    text: 'deals.delegated',
    values: { name: actor.name, from: input.fromDate, to: input.toDate },
  })
  return shown(row, actor.userId, today)
}

async function end({ db, input, actor, now }: Ctx<{ id: string; version: number }>) {
  const row = await rows.lock(db, input)
  if (row.delegatorId !== actor.userId && row.delegateId !== actor.userId) throw notFound()
  const today = await todayOf({ db, now })
  const before = shown(row, actor.userId, today)
  if (!before.can.includes('end'))
    throw new Refusal('ILLEGAL_TRANSITION', { state: before.state, action: 'end' }, { kind: 'conflict' })
  const next = await rows.update(db, input, { endedAt: now.toISOString(), endedBy: actor.name })
  return shown(next, actor.userId, today)
}
