import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { giveDealToWalkIn, standingOf, standingOfWalkIn } from '#modules/screening/public.server.ts'
import type { GateDraft } from '../gates/gates.domain.ts'
import type { DealDraft } from './pricing.contract.ts'
import { type ThirdParty, thirdPartiesOf } from '../third-parties/third-parties.domain.ts'

interface Parties {
  customer: { id: string; customerType: number } | undefined
  /** Who is not on file. */
  walkIn: DealDraft['walkIn']
  /** Who stands in for the customer: pays, is paid, or comes with the notes. */
  thirdParty: ThirdParty | null
  payments: readonly { thirdParty: ThirdParty | null }[]
}
interface Who extends Parties {
  /** Null before the deal is made. */
  dealId: string | null
  by: Pick<Actor, 'userId' | 'name'>
  now: Date
}
/** A change screens whoever is due; nobody is screened by a mere look at a price. */
type Moment = 'change' | 'clearing' | 'look'

const asks = { change: 'changed', clearing: 'stale', look: 'never' } as const

/**
 * Who is not on file, by the field that names them; each third party of the same name and paper once. A paper of theirs that nobody
 * has copied clears them of nothing: they are asked about by their name alone as well.
 */
function* namedIn({ customer, walkIn, ...named }: Parties) {
  if (!customer && walkIn?.name) yield { field: 'walkIn.name', walkIn }
  const seen = new Set<string>()
  for (const { field, party } of thirdPartiesOf(named)) {
    const { copyId, ...facts } = party
    const nameAlone = { name: facts.name, idType: '' as const, idNumber: '', idIssuingCountry: '' }
    for (const who of copyId === null ? [facts, nameAlone] : [facts]) {
      const key = JSON.stringify([who.name, who.idType, who.idNumber, who.idIssuingCountry])
      if (seen.has(key)) continue
      seen.add(key)
      yield { field: `${field}.name`, walkIn: who }
    }
  }
}

/** How each party of a deal stands, with the field that names them. A deal without any name costs nothing more. */
async function standings(db: Db, who: Who, moment: Moment) {
  const { customer, dealId, now } = who
  const by = { id: who.by.userId, name: who.by.name }
  const ask = { by, now, dealId, asks: asks[moment] }
  const found: { field: string; stands: Awaited<ReturnType<typeof standingOf>> }[] = []
  if (customer) {
    const stands = await standingOf(db, customer, { by, now, isChange: moment !== 'look' })
    found.push({ field: 'customerId', stands })
  }
  for (const { field, walkIn } of namedIn(who))
    found.push({ field, stands: await standingOfWalkIn(db, walkIn, { ...ask, field }) })
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
  for (const { field, stands } of found) if (stands === 'confirmed') throw refused(field)
  if (found.every(({ stands }) => stands === 'clear')) return []
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
      approveRole: null,
    },
  ]
}

/** Refuses to hand anything over while something stands against a party by the lists of now; CUSTOMER_CANNOT_DEAL. */
export async function refuseHits(db: Db, who: Who): Promise<void> {
  for (const { field, stands } of await standings(db, who, 'change'))
    if (stands !== 'clear') throw refused(field)
}

/** Compliance lets nobody through before every hit was decided on; SCREENING_OPEN. */
export async function refuseUndecided(db: Db, who: Who): Promise<void> {
  const found = await standings(db, who, 'clearing')
  if (found.some(({ stands }) => stands !== 'clear')) throw new Refusal('SCREENING_OPEN')
}

/** What was asked of names alone while a deal was made belongs to it: what is decided of them holds there. */
export async function giveDealToNamed(db: Db, parties: Parties, dealId: string): Promise<void> {
  for (const { walkIn } of namedIn(parties)) await giveDealToWalkIn(db, walkIn, dealId)
}
