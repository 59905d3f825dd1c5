import { sql } from 'kysely'
import type { Db } from '#kit/server/database.server.ts'
import { daysBefore, mostWrong, requestDays } from './proofs.domain.ts'
import { resetWorkflow } from './resets.domain.ts'

export const factorsOf = (db: Db, userId: string) =>
  db.selectFrom('access.factor').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
export type FactorRow = Awaited<ReturnType<typeof factorsOf>>[number]

/** The user's row, held so that no sign-in of theirs is opened, and no other factor added, before this transaction ends. */
export const lockUser = (db: Db, userId: string) =>
  db
    .selectFrom('access.user')
    .select(['id', 'userName', 'fullName', 'email', 'state'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

interface NewRow {
  userId: string
  kind: 'totp' | 'passkey'
  name: string
  secret?: string
  lastStep?: string
  credentialId?: string
  publicKey?: string
  signCount?: string
  transports?: string[]
}

export const add = (db: Db, row: NewRow, now: Date) =>
  db
    .insertInto('access.factor')
    .values({ ...row, createdAt: now.toISOString(), lastUsedAt: now.toISOString() })
    .execute()

export const rename = (db: Db, userId: string, id: string, name: string) =>
  db
    .updateTable('access.factor')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const remove = (db: Db, userId: string, id: string) =>
  db
    .deleteFrom('access.factor')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()

/** Takes a time step of an authenticator app; false when it, or a later one, was taken before. */
export async function takeTimeStep(db: Db, id: string, step: number, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('access.factor')
    .set({ lastStep: String(step), lastUsedAt: now.toISOString() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('lastStep', 'is', null), eb('lastStep', '<', String(step))]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const countUse = (db: Db, id: string, signCount: string, now: Date) =>
  db
    .updateTable('access.factor')
    .set({ signCount, lastUsedAt: now.toISOString() })
    .where('id', '=', id)
    .execute()

/** Puts these codes in the place of those there were. */
export async function setCodes(db: Db, userId: string, hashes: readonly string[], now: Date): Promise<void> {
  await db.deleteFrom('access.recoveryCode').where('userId', '=', userId).execute()
  if (hashes.length > 0)
    await db
      .insertInto('access.recoveryCode')
      .values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now.toISOString() })))
      .execute()
}

export async function codesLeft(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('access.recoveryCode')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return row?.left ?? 0
}

/** Uses a code up; false when it is none of the user's, or was used before. */
export async function useCode(db: Db, userId: string, codeHash: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('access.recoveryCode')
    .set({ usedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** All that a person has beside the password goes, and what was under way with it. */
export async function forgetAll(db: Db, userId: string): Promise<number> {
  const gone = await db.deleteFrom('access.factor').where('userId', '=', userId).returning('id').execute()
  await db.deleteFrom('access.recoveryCode').where('userId', '=', userId).execute()
  await db.deleteFrom('access.secondStep').where('userId', '=', userId).execute()
  await clearSteps(db, userId)
  return gone.length
}

/** Whether a user has a second factor, and whether the company asks for one. */
export async function demandOf(db: Db, userId: string): Promise<{ hasFactor: boolean; isRequired: boolean }> {
  const { rows } = await sql<{ hasFactor: boolean; isRequired: boolean }>`
    select exists (select from access.factor f where f.user_id = ${userId}::uuid) as has_factor,
      exists (select from access.factor_policy p where p.mode = 'all' or p.mode = 'roles' and exists (
        select from access.user_role ur join access.factor_policy_role r on r.company_id = ur.company_id and r.role_id = ur.role_id
        where ur.company_id = p.company_id and ur.user_id = ${userId}::uuid)) as is_required`.execute(db)
  return rows[0] ?? { hasFactor: false, isRequired: false }
}

/** Counts a second step that is about to be judged; answers how many there are in a row, or undefined where there were too many. */
export const countStep = async (db: Db, userId: string): Promise<number | undefined> =>
  (
    await db
      .updateTable('access.credential')
      .set({ wrongSteps: sql<number>`wrong_steps + 1` })
      .where('userId', '=', userId)
      .where('wrongSteps', '<', mostWrong)
      .returning('wrongSteps')
      .executeTakeFirst()
  )?.wrongSteps

export const clearSteps = (db: Db, userId: string) =>
  db
    .updateTable('access.credential')
    .set({ wrongSteps: 0 })
    .where('userId', '=', userId)
    .where('wrongSteps', '>', 0)
    .execute()

export const hasFactor = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('access.factor').select('id').where('userId', '=', userId).executeTakeFirst()) !==
  undefined

/** Minutes that a second step, a challenge or an enrolment may take. */
const stepMinutes = 10
const expiryFrom = (now: Date): string => new Date(now.getTime() + stepMinutes * 60_000).toISOString()

interface Asked {
  challenge: string | null
  secret: string | null
}

/** The second step of a sign-in; answers its id. */
export async function openStep(
  db: Db,
  step: Asked & { userId: string; ticketHash: string; judged: string },
  now: Date,
): Promise<string> {
  // What has expired holds secrets that nobody needs any more.
  await db.deleteFrom('access.secondStep').where('expiresAt', '<=', now.toISOString()).execute()
  const { id } = await db
    .insertInto('access.secondStep')
    .values({ ...step, purpose: 'sign_in', expiresAt: expiryFrom(now), createdAt: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps what a session was asked, in the place of what it was asked before for the same purpose. */
export const keepAsked = (
  db: Db,
  step: Asked & { userId: string; sessionId: string; purpose: 'enrol' | 'prove' },
  now: Date,
) =>
  db
    .insertInto('access.secondStep')
    .values({ ...step, expiresAt: expiryFrom(now), createdAt: now.toISOString() })
    .onConflict((conflict) =>
      conflict.constraint('second_step_session_key').doUpdateSet({
        challenge: step.challenge,
        secret: step.secret,
        expiresAt: expiryFrom(now),
      }),
    )
    .execute()

export const findStep = (db: Db, id: string) =>
  db.selectFrom('access.secondStep').selectAll().where('id', '=', id).executeTakeFirst()

/** Takes a step away to be judged: of two that come at once one finds it. What is refused afterwards gives it back. */
export const takeStep = (db: Db, id: string, now: Date) =>
  db
    .deleteFrom('access.secondStep')
    .where('id', '=', id)
    .where('expiresAt', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()

/** As `takeStep`, for what a session was asked. */
export const takeAsked = (db: Db, sessionId: string, purpose: 'enrol' | 'prove', now: Date) =>
  db
    .deleteFrom('access.secondStep')
    .where('sessionId', '=', sessionId)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', now.toISOString())
    .returningAll()
    .executeTakeFirst()

/** The reset of a user's second factors that is approved, or pending and has not expired. */
export const openReset = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('access.factorReset')
    .selectAll()
    .where('userId', '=', userId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'approved'),
        eb.and([eb('state', '=', 'pending'), eb('askedAt', '>', daysBefore(now, requestDays))]),
      ]),
    )
    .executeTakeFirst()

/** What was asked for a user is no longer open: an operator has done it, or the user has shown the factor. Answers who asked. */
export async function closeReset(
  db: Db,
  userId: string,
  act: 'cancel' | 'override',
  by: { id: string | null; name: string },
  now: Date,
): Promise<string[]> {
  const { from, to: state } = resetWorkflow.actions[act]
  const closed = await db
    .updateTable('access.factorReset')
    .set({ state, decidedById: by.id, decidedBy: by.name, decidedAt: now.toISOString() })
    .where('userId', '=', userId)
    .where('state', 'in', from)
    .returning('askedBy')
    .execute()
  return closed.map(({ askedBy }) => askedBy)
}
