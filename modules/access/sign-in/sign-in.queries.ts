import type { Db } from '#kit/server/database.server.ts'
import { networkOf } from '../passwords/network.domain.ts'

export async function openSession(
  db: Db,
  session: { userId: string; address: string; userAgent: string },
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('access.session')
    .values({ ...session, createdAt: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('access.user')
    .set({ lastSignInAt: now.toISOString() })
    .where('id', '=', session.userId)
    .execute()
  return id
}

export async function addRefreshToken(
  db: Db,
  sessionId: string,
  tokenHash: string,
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto('access.refreshToken')
    .values({ sessionId, tokenHash, createdAt: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The refresh token of a session whose secret has this hash. */
export async function findRefreshToken(
  db: Db,
  sessionId: string,
  tokenHash: string,
): Promise<string | undefined> {
  const found = db.selectFrom('access.refreshToken').select('id').where('sessionId', '=', sessionId)
  return (await found.where('tokenHash', '=', tokenHash).executeTakeFirst())?.id
}

/** A refresh token with its session and user, the token locked against a second use at the same time. */
export const lockRefreshToken = (db: Db, id: string) =>
  db
    .selectFrom('access.refreshToken as t')
    .innerJoin('access.session as s', (join) =>
      join.onRef('s.companyId', '=', 't.companyId').onRef('s.id', '=', 't.sessionId'),
    )
    .innerJoin('access.user as u', (join) =>
      join.onRef('u.companyId', '=', 's.companyId').onRef('u.id', '=', 's.userId'),
    )
    .select([
      't.id',
      't.tokenHash',
      't.createdAt',
      't.usedAt',
      't.usedBy',
      't.sessionId',
      's.endedAt',
      's.userId',
    ])
    .select(['s.createdAt as signedInAt', 'u.fullName', 'u.state', 'u.deletedAt'])
    .where('t.id', '=', id)
    .forUpdate('t')
    .executeTakeFirst()

/** Who uses a refresh token, as far as a server sees: the network, and the browser. */
export const userOf = ({ address, userAgent }: { address: string; userAgent: string }) =>
  `${networkOf(address)} ${userAgent}`

export const markUsed = (db: Db, id: string, usedBy: string, now: Date) =>
  db
    .updateTable('access.refreshToken')
    .set({ usedAt: now.toISOString(), usedBy })
    .where('id', '=', id)
    .execute()
