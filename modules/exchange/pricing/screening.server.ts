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
  /** Who pays for somebody else, or is paid in their place, is known by a name alone. */
  payments: readonly { thirdParty: string }[]
  by: Pick<Actor, 'userId' | 'name'>
  now: Date
}
/** A change screens whoever is due; nobody is screened by a mere look at a price. */
type Moment = 'change' | 'clearing' | 'look'

const asks = { change: 'changed', clearing: 'stale', look: 'never' } as const

/** How each party of a deal stands, by the field that names them. A deal without any name costs nothing more. */
async function standings(
  db: Db,
  { customer, walkIn, payments, by: { userId, name }, now }: Who,
  moment: Moment,
) {
  const by = { id: userId, name }
  const ask = { by, now, asks: asks[moment] }
  const found = new Map<string, Awaited<ReturnType<typeof standingOf>>>()
  if (customer)
    found.set('customerId', await standingOf(db, customer, { by, now, isChange: moment !== 'look' }))
  else if (walkIn?.name)
    found.set('walkIn.name', await standingOfWalkIn(db, walkIn, { ...ask, field: 'walkIn.name' }))
  const seen = new Set<string>()
  for (const [at, { thirdParty }] of payments.entries()) {
    if (thirdParty === '' || seen.has(thirdParty)) continue
    seen.add(thirdParty)
    const field = `payments.${at}.thirdParty`
    const payer = { name: thirdParty, idType: '', idNumber: '', idIssuingCountry: '' }
    found.set(field, await standingOfWalkIn(db, payer, { ...ask, field }))
  }
  return found
}

// The words are those of any other reason: nobody is tipped off.
function refused(field: string) {
  const code = 'CUSTOMER_CANNOT_DEAL'
  return new Refusal(code, {}, { fields: [{ field, code }] })
}

/**
 * The gate that opens while something found about the customer, about who stands behind them or about who pays for them is
 * undecided. Throws CUSTOMER_CANNOT_DEAL where it was confirmed.
 */
export async function screeningGates(
  db: Db,
  { isChange, amount, ...who }: Who & { isChange: boolean; amount: string },
): Promise<GateDraft[]> {
  const found = await standings(db, who, isChange ? 'change' : 'look')
  for (const [field, stands] of found) if (stands === 'confirmed') throw refused(field)
  if ([...found.values()].every((stands) => stands === 'clear')) return []
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

/** Refuses to hand anything over while something stands against a party by the lists of now; CUSTOMER_CANNOT_DEAL. */
export async function refuseHits(db: Db, who: Who): Promise<void> {
  for (const [field, stands] of await standings(db, who, 'change'))
    if (stands !== 'clear') throw refused(field)
}

/** Compliance lets nobody through before every hit was decided on; SCREENING_OPEN. */
export async function refuseUndecided(db: Db, who: Who): Promise<void> {
  const found = await standings(db, who, 'clearing')
  if ([...found.values()].some((stands) => stands !== 'clear')) throw new Refusal('SCREENING_OPEN')
}
