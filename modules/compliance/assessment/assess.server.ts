import type { Db } from '#kit/server/database.server.ts'
import { profileFacts } from '#modules/customers/public.server.ts'
import { rateOf, rulesOf } from '../cdd/in-force.server.ts'
import { type Approver, highestOf } from '#modules/approvals/gates/gates.domain.ts'
import type { Service, Tier } from '../rules/rules.domain.ts'
import { askerOf, type Known, missing, missingOf, type Stop, stopperOf, stops } from './assess.domain.ts'
import {
  type Crossed,
  type Deal,
  type EarlierDeal,
  evaluate,
  type ThirdParty,
  tierOf,
  windowOf,
} from './evaluate.domain.ts'

export interface AssessmentAsk extends Deal {
  customerId: string | null
  /** Number of the paper that was shown, where no customer is registered. */
  idDocument: string | null
  service: Service
  /** The customer's deals since `linkWindow`, without cancelled ones and without this deal. */
  earlier: readonly EarlierDeal[]
  /** Who pays or is paid in the customer's place, each with the codes of the fields and papers that are there. */
  thirdParties?: readonly (ThirdParty & { filled: ReadonlySet<string> })[]
}

export interface Assessment {
  /** The highest tier that is asked; null where none is. */
  tier: Tier | null
  rules: Crossed[]
  /** Codes of information fields and of evidence that the tier asks for and the customer does not have. */
  missing: { fields: string[]; documents: string[] }
  /** What a rule asks of a third party and is not there: a field's code, or that of a paper. */
  missingOfParties: { who: string; what: string; isPaper: boolean; rule: Crossed }[]
  /** The rule that asks for one of these, or because of which a stop stands in the way. */
  askedBy: (what: string) => Crossed | undefined
  stoppedBy: (stop: Stop) => Crossed | undefined
  /** What stands in the way, what blocks first; empty where nothing does. */
  stops: Stop[]
  /** `rba`: compliance clears the deal before it settles. */
  gate: 'none' | 'rba'
  /** The highest base role that the crossed rules ask to agree. */
  approveRole: Approver | null
  /** Reports that the deal is a candidate for; not for tellers. */
  reports: string[]
}

/**
 * What due diligence says of a deal before it is made: the rules of the company on its business date. The caller has locked the
 * customer, so that no other deal of theirs is decided at the same time. Throws NOT_FOUND for an unknown customer.
 */
export async function assess(db: Db, ask: AssessmentAsk): Promise<Assessment> {
  const rules = (await rulesOf(db, ask.businessDate)).rules.filter(({ service }) => service === ask.service)
  const { service, earlier, thirdParties = [] } = ask
  const facts = { service, deal: ask, earlier, thirdParties }
  const rates = await rateOf(
    db,
    rules.map(({ currency }) => currency),
  )
  const { crossed, unpriced } = evaluate(rules, facts, rates)
  // A rule on third parties asks its fields and papers of them, and its tier of the customer.
  const ofCustomer = crossed.map((rule) =>
    rule.parties.length > 0 ? { ...rule, fields: [], documents: [] } : rule,
  )
  const known = ask.customerId === null ? null : await knownOf(db, ask.customerId, ask.businessDate)
  const lacking = missing(ofCustomer, known)
  const inTheWay = stops(ofCustomer, unpriced, known, ask.businessDate)
  const isShown = known === null && ask.idDocument !== null
  return {
    tier: tierOf(crossed),
    rules: crossed,
    missing: isShown
      ? { ...lacking, fields: lacking.fields.filter((field) => field !== 'idNumber') }
      : lacking,
    missingOfParties: thirdParties.flatMap((party) => missingOf(crossed, party)),
    askedBy: (what) => askerOf(ofCustomer, known?.customerType ?? 1, what),
    stoppedBy: ({ code }) => stopperOf(crossed, code),
    stops: inTheWay,
    gate: inTheWay.some(({ level }) => level === 'gate') ? 'rba' : 'none',
    approveRole: highestOf(crossed.map(({ approveRole }) => approveRole)),
    reports: distinct(crossed.flatMap(({ report }) => report ?? [])),
  }
}

const distinct = (all: readonly string[]) => [...new Set(all)]

const knownOf = async (db: Db, customerId: string, on: string): Promise<Known> =>
  profileFacts(db, customerId, on)

/** How many days back from a business date deals of a customer may count; 0 where each stands alone. */
export const linkWindow = async (db: Db, businessDate: string): Promise<number> =>
  windowOf((await rulesOf(db, businessDate)).rules)
