import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { standingOf, standingOfWalkIn } from '#modules/screening/public.server.ts'
import type { GateDraft } from '../deals/deal-workflow.domain.ts'
import type { DealDraft } from '../deals/deals.contract.ts'

interface Who {
  customer: { id: string; customerType: number } | undefined
  /** Who is not on file. */
  walkIn: DealDraft['walkIn']
  by: Pick<Actor, 'userId' | 'name'>
  now: Date
}
/** A change screens whoever is due; nobody is screened by a mere look at a price. */
type Moment = 'change' | 'clearing' | 'look'

// A deal without any name costs nothing more.
async function standing(db: Db, { customer, walkIn, by: { userId, name }, now }: Who, moment: Moment) {
  const by = { id: userId, name }
  if (customer) return standingOf(db, customer, { by, now, isChange: moment !== 'look' })
  if (!walkIn?.name) return 'clear'
  const asks = { change: 'changed', clearing: 'stale', look: 'never' } as const
  return standingOfWalkIn(db, walkIn, { by, now, asks: asks[moment] })
}

// The words are those of any other reason: nobody is tipped off.
function refused({ customer }: Who) {
  const [field, code] = [customer ? 'customerId' : 'walkIn.name', 'CUSTOMER_CANNOT_DEAL']
  return new Refusal(code, {}, { fields: [{ field, code }] })
}

/**
 * The gate that opens while something found about the customer, or about who stands behind them, is undecided. Throws
 * CUSTOMER_CANNOT_DEAL where it was confirmed.
 */
export async function screeningGates(
  db: Db,
  { isChange, amount, ...who }: Who & { isChange: boolean; amount: string },
): Promise<GateDraft[]> {
  const stands = await standing(db, who, isChange ? 'change' : 'look')
  if (stands === 'confirmed') throw refused(who)
  if (stands === 'clear') return []
  return [
    {
      kind: 'rba',
      reason: 'screening',
      rule: 'screening',
      ruleVersion: 1,
      source: '',
      value: amount,
      limit: null,
      line: null,
    },
  ]
}

/** Refuses to hand anything over while something stands against the customer by the lists of now; CUSTOMER_CANNOT_DEAL. */
export async function refuseHits(db: Db, who: Who): Promise<void> {
  if ((await standing(db, who, 'change')) !== 'clear') throw refused(who)
}

/** Compliance lets nobody through before every hit was decided on; SCREENING_OPEN. */
export async function refuseUndecided(db: Db, who: Who): Promise<void> {
  if ((await standing(db, who, 'clearing')) !== 'clear') throw new Refusal('SCREENING_OPEN')
}
