import { domainToASCII, domainToUnicode } from 'node:url'
import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { networkOf } from './network.domain.ts'

export interface Found {
  companyId: string
  userId: string
}

/** Whose user name this is, in any company. */
export async function findUserName(db: Db, userName: string): Promise<Found | undefined> {
  const { rows } = await sql<Found>`select * from access.find_user_name(${userName})`.execute(db)
  return rows[0]
}

/** Whose e-mail this is, in any company; several people may share one. A domain may be in its own letters or in those of the net. */
export async function findEmail(db: Db, email: string): Promise<Found[]> {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  const spellings = [domain, domainToASCII(domain), domainToUnicode(domain)].filter(Boolean)
  const sought = [...new Set(spellings)].map((each) => email.slice(0, at) + each)
  const { rows } = await sql<Found>`
    select distinct f.* from unnest(${sought}::text[]) e, access.find_email(e) f`.execute(db)
  return rows
}

/** Counts an attempt; answers for how many minutes this name is blocked from this address, or null when it may be judged. */
export async function attempt(
  db: Db,
  userName: string,
  address: string,
  companyId: string | undefined,
): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null }>`
    select ceil(extract(epoch from until - now()) / 60)::int as minutes from access.sign_in_attempt(
      ${userName}, ${networkOf(address)}, ${companyId ?? null}::uuid) as until`.execute(db)
  return rows[0]?.minutes ?? null
}

export const recordSuccess = (db: Db, userName: string, address: string) =>
  sql`select access.sign_in_succeeded(${userName}, ${networkOf(address)})`.execute(db)

/** The password was right and the PIN is still to come: this attempt is not counted, those before stay. */
export const discountAttempt = (db: Db, userName: string, address: string) =>
  sql`select access.sign_in_not_judged(${userName}, ${networkOf(address)})`.execute(db)

const userWithSecrets = (db: Db, userId: string) =>
  db
    .selectFrom('access.user as u')
    .innerJoin('access.credential as c', (join) =>
      join.onRef('c.companyId', '=', 'u.companyId').onRef('c.userId', '=', 'u.id'),
    )
    .select([
      'u.id',
      'u.companyId',
      'u.userName',
      'u.firstName',
      'u.lastName',
      'u.fullName',
      'u.email',
      'u.state',
    ])
    .select(['c.passwordHash', 'c.pinHash'])
    .where('u.id', '=', userId)
    .where('u.deletedAt', 'is', null)

/** The user with their secrets, in the company of the connection. */
export const credential = (db: Db, userId: string) => userWithSecrets(db, userId).executeTakeFirst()

/** The same, held fast until the caller's transaction ends: nobody locks the user or changes a secret meanwhile. */
export const lockCredential = (db: Db, userId: string) =>
  userWithSecrets(db, userId).forNoKeyUpdate('u').forShare('c').executeTakeFirst()

/** Sets a password, a PIN or both. A link that was mailed to reset the password before works no longer; wrong second steps that followed the old one are forgotten. */
export async function setSecrets(
  db: Db,
  userId: string,
  secrets: { passwordHash?: string; pinHash?: string | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('access.credential')
    .set({ ...secrets, wrongSteps: 0, changedAt: now.toISOString() })
    .where('userId', '=', userId)
    .execute()
  await spendResetTokens(db, userId, now)
}

/** Whether one more link may be mailed: none within two minutes, at most three in an hour. The caller holds the user's row. */
export async function mayMailLink(db: Db, userId: string, now: Date): Promise<boolean> {
  const since = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()
  const links = await db
    .selectFrom('access.resetToken')
    .select('createdAt')
    .where('userId', '=', userId)
    .where('createdAt', '>', since(60))
    .execute()
  return links.length < 3 && !links.some(({ createdAt }) => createdAt > since(2))
}

export async function addResetToken(
  db: Db,
  userId: string,
  tokenHash: string,
  now: Date,
  minutes: number,
): Promise<string> {
  const expiresAt = new Date(now.getTime() + minutes * 60_000).toISOString()
  const { id } = await db
    .insertInto('access.resetToken')
    .values({ userId, tokenHash, createdAt: now.toISOString(), expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A reset token that was not used yet, locked. */
export const lockResetToken = (db: Db, id: string) =>
  db
    .selectFrom('access.resetToken')
    .selectAll()
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** None of the user's reset links works any more. */
export const spendResetTokens = (db: Db, userId: string, now: Date) =>
  db
    .updateTable('access.resetToken')
    .set({ usedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute()
