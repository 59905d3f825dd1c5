import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { emit } from '#modules/access/public.server.ts'
import { ratePublished } from './publishing.contract.ts'
import * as queries from './publishing.queries.ts'

type By = Parameters<typeof queries.publish>[1]
type Mid = Pick<queries.NewRate, 'currencyId' | 'mid' | 'quoteUnit' | 'source'>

/** One act of publishing by the actor; answers its id. */
export const publication = (
  { db, actor, now }: Pick<Ctx, 'actor' | 'db' | 'now'>,
  reason: string,
): Promise<string> =>
  announced(db, { authorId: actor.userId, author: actor.name, reason, publishedAt: now.toISOString() }, [])

/** Publishes mids in one act, as they are given: each in local currency for so many units. */
export async function publishMids(db: Db, by: By, mids: readonly Mid[]): Promise<void> {
  const publicationId = await announced(db, by, mids)
  const { publishedAt } = by
  await queries.insert(
    db,
    mids.map((mid) => ({ ...mid, publicationId, publishedAt })),
  )
}

async function announced(db: Db, by: By, mids: readonly Mid[]): Promise<string> {
  const { publishedAt } = by
  const publicationId = await queries.publish(db, by)
  const baseRates = mids.map(({ currencyId, mid, quoteUnit }) => ({ currencyId, mid, quoteUnit }))
  await emit({ db, now: new Date(publishedAt) }, ratePublished, [{ publicationId, publishedAt, baseRates }])
  return publicationId
}
