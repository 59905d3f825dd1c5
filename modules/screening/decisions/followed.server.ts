import type { Ctx } from '#kit/server/context.server.ts'
import { sql } from 'kysely'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { answer, hook } from '#kit/server/hooks.server.ts'
import type { ScreeningRecord } from '../screenings/screenings.queries.ts'
import { hasOpen } from './decisions.queries.ts'

/** What compliance has decided of somebody, once nothing is left open of them, or a second person has upheld a hit. */
export interface Decided {
  /** Null for a walk-in, of whom the deal is known. */
  customerId: string | null
  dealId: string | null
  outcome: 'cleared' | 'upheld'
  /** Neutral: everybody who sees the document reads it, and the reasons stay in the screening. */
  note: string
  by: Pick<Ctx, 'actor' | 'language' | 'now'>
}

/** Told what was decided: what waited for that alone goes on, or ends, as if the same person had decided it there. */
export const screeningDecided = hook<Decided, void>('screening.decided')

/** Does what follows from a decision; what is refused leaves everything as it was, and waits for a person. */
export async function attempt(db: Db, act: () => Promise<unknown>): Promise<void> {
  await sql`savepoint followed`.execute(db)
  try {
    await act()
    await sql`release savepoint followed`.execute(db)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint followed`.execute(db)
  }
}

interface Ending {
  /** What waits for compliance and is of the customer, or that document. */
  waiting: (
    db: Db,
    decided: Pick<Decided, 'customerId' | 'dealId'>,
  ) => Promise<readonly { id: string; version: number }[]>
  end: (
    ctx: Pick<Ctx, 'actor' | 'db' | 'language' | 'now'> & {
      input: { id: string; version: number; note: string }
    },
  ) => Promise<unknown>
}

/** Documents of a kind end where a hit is upheld, by who upheld it, where they may. */
export const endWhereUpheld = ({ waiting, end }: Ending) =>
  answer(screeningDecided, async (db, { outcome, note, by, ...who }) => {
    if (outcome !== 'upheld') return
    for (const { id, version } of await waiting(db, who))
      await attempt(db, () => end({ db, ...by, input: { id, version, note } }))
  })

/** Tells whoever waits for it that a person is cleared by this word, unless something else of them is open. */
export async function tellCleared(
  { db, actor, now, language }: Pick<Ctx, 'actor' | 'db' | 'language' | 'now'>,
  { id, customerId, dealId }: ScreeningRecord,
  note: string,
): Promise<void> {
  // A walk-in who showed a paper is of no one document: what waits for them is let through by hand.
  if (customerId === null && dealId === null) return
  if (await hasOpen(db, { id, customerId, dealId })) return
  const by = { actor, now, language }
  await screeningDecided.ask(db, { customerId, dealId, outcome: 'cleared', note, by })
}

/** Tells whoever waits for it that a hit stands. */
export async function tellUpheld(
  { db, actor, now, language }: Pick<Ctx, 'actor' | 'db' | 'language' | 'now'>,
  { customerId, dealId }: ScreeningRecord,
  note: string,
): Promise<void> {
  const by = { actor, now, language }
  await screeningDecided.ask(db, { customerId, dealId, outcome: 'upheld', note, by })
}
