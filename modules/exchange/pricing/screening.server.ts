import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { standingOf } from '#modules/screening/public.server.ts'
import type { GateDraft } from '../deals/deal-workflow.domain.ts'

interface Ask {
  customer: { id: string; customerType: number }
  by: Pick<Actor, 'userId' | 'name'>
  now: Date
  /** Nobody is screened by a mere look at a price. */
  isChange: boolean
}

const standing = (db: Db, { customer, by, now, isChange }: Ask) =>
  standingOf(db, customer, { by: { id: by.userId, name: by.name }, now, isChange })

// The words are those of any other reason: nobody is tipped off.
const refused = () =>
  new Refusal('CUSTOMER_CANNOT_DEAL', {}, { fields: [{ field: 'customerId', code: 'CUSTOMER_CANNOT_DEAL' }] })

/**
 * The gate that opens while something found about the customer, or about who stands behind them, is undecided. Throws
 * CUSTOMER_CANNOT_DEAL where it was confirmed.
 */
export async function screeningGates(db: Db, ask: Ask & { amount: string }): Promise<GateDraft[]> {
  const stands = await standing(db, ask)
  if (stands === 'confirmed') throw refused()
  if (stands === 'clear') return []
  return [
    {
      kind: 'rba',
      reason: 'screening',
      rule: 'screening',
      ruleVersion: 1,
      source: '',
      value: ask.amount,
      limit: null,
      line: null,
    },
  ]
}

type Now = Omit<Ask, 'isChange' | 'customer'> & { customer: Ask['customer'] | undefined }

const isHeld = async (db: Db, { customer, ...ask }: Now) =>
  customer !== undefined && (await standing(db, { ...ask, customer, isChange: false })) !== 'clear'

/** Refuses to hand anything over while something stands against the customer; CUSTOMER_CANNOT_DEAL. */
export async function refuseHits(db: Db, ask: Now): Promise<void> {
  if (await isHeld(db, ask)) throw refused()
}

/** Compliance lets nobody through before every hit was decided on; SCREENING_OPEN. */
export async function refuseUndecided(db: Db, ask: Now): Promise<void> {
  if (await isHeld(db, ask)) throw new Refusal('SCREENING_OPEN')
}
