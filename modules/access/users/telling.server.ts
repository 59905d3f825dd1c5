import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { daysBefore, settledDays } from '../proofs/proofs.domain.ts'
import { tellPerson } from '../factors/telling.server.ts'
import { holdersOf } from '../sessions/sessions.server.ts'
import * as queries from './users.queries.ts'

/** A user as they are told of what threatens their way in. */
export interface Owner {
  id: string
  userName: string
  fullName: string
  email: string
}
type Values = Record<string, string>

/** Tells the user, also where mail reached them lately: a thief who takes an account over changes the address first. */
export async function tellOwner(
  db: Db,
  ctx: Pick<Ctx, 'language' | 'now'>,
  user: Owner,
  what: string,
  values: Values,
): Promise<void> {
  const former = await queries.formerEmails(db, user.id, daysBefore(ctx.now, settledDays))
  await tellPerson(db, ctx, user, what, values, former)
}

/** Tells everybody who may stop a reset of second factors, but not the one who has just acted nor the user. */
export async function tellAdministrators(
  db: Db,
  ctx: Pick<Ctx, 'language'>,
  { id, fullName }: Owner,
  what: string,
  values: Values,
  actorId?: string,
): Promise<void> {
  const ids = (await holdersOf(db, ['reset_second_factors'])).map(({ userId }) => userId)
  const others = ids.filter((one) => one !== actorId && one !== id)
  for (const person of await queries.peopleOf(db, others))
    await tellPerson(db, ctx, person, what, { ...values, name: fullName })
}
