import { tierAsks } from '../packs/packs.domain.ts'
import { type Tier, tierRank, tiers } from '../rules/rules.domain.ts'
import type { Crossed } from './evaluate.domain.ts'

/** What is known of a customer, or of a paper that was shown without one. */
export interface Known {
  customerType: 1 | 2
  isBlocked: boolean
  isActive: boolean
  /** Codes of the fields that are filled, and of the evidence that is there. */
  filled: ReadonlySet<string>
  evidence: ReadonlySet<string>
  idType: string
  idExpiryDate: string | null
  openRequests: number
}

/** Why a deal is pending approval, or is not made. The words for tellers say no more than they may know. */
export const stopCodes = [
  'CUSTOMER_REQUIRED',
  'CUSTOMER_BLOCKED',
  'CUSTOMER_INACTIVE',
  'DEAL_NOT_ALLOWED',
  'IDENTITY_EXPIRED',
  'APPROVAL_NEEDED',
  'INFORMATION_PENDING',
  'EVIDENCE_MISSING',
  'THRESHOLD_UNKNOWN',
] as const
export type StopCode = (typeof stopCodes)[number]

export interface Stop {
  code: StopCode
  /** `block`: not made as it is. `gate`: made once compliance has cleared it. */
  level: 'block' | 'gate'
}

/** Papers that never run out. */
const endless = ['MYKAD', 'NATIONAL_ID', 'OTHER_ID']

/** The fields and papers that the crossed rules demand of a customer of this type, the tier's own first. */
function asked(crossed: readonly Crossed[], customerType: 1 | 2) {
  const kind = customerType === 1 ? 'individual' : 'corporate'
  const most = Math.max(0, ...crossed.map(({ tier }) => tierRank(tier)))
  const ofTiers = tiers.slice(0, most).map((tier) => tierAsks[tier][kind])
  const persons = ['boardResolution', 'ownershipChart', 'authorisedPerson']
  return {
    fields: [...new Set([...ofTiers, ...crossed].flatMap(({ fields }): readonly string[] => fields))],
    documents: [
      ...new Set([...ofTiers, ...crossed].flatMap(({ documents }): readonly string[] => documents)),
    ].filter((paper) => (customerType === 1 ? !persons.includes(paper) : paper !== 'idImage')),
  }
}

/** The rule that asks for a field or paper: one that names it, else the lowest whose tier asks for it. */
export function askerOf(crossed: readonly Crossed[], customerType: 1 | 2, what: string): Crossed | undefined {
  const kind = customerType === 1 ? 'individual' : 'corporate'
  const byTier = crossed.toSorted((a, b) => tierRank(a.tier) - tierRank(b.tier))
  return (
    crossed.find((rule) => rule.fields.includes(what) || rule.documents.includes(what)) ??
    byTier.find((rule) =>
      tiers
        .slice(0, tierRank(rule.tier))
        .some((tier) =>
          [...tierAsks[tier][kind].fields, ...tierAsks[tier][kind].documents].some((one) => one === what),
        ),
    )
  )
}

/** The rule because of which a stop stands in the way; undefined where it is the customer's state and no rule. */
export function stopperOf(crossed: readonly Crossed[], code: StopCode): Crossed | undefined {
  const highest = crossed.toSorted((a, b) => tierRank(b.tier) - tierRank(a.tier))[0]
  switch (code) {
    case 'CUSTOMER_REQUIRED':
    case 'IDENTITY_EXPIRED':
      return crossed.find(({ tier }) => tierRank(tier) > 0)
    case 'DEAL_NOT_ALLOWED':
      return crossed.find(({ isBlocking }) => isBlocking)
    case 'APPROVAL_NEEDED':
      return crossed.find((one) => isEnhanced(one.tier) || one.approveRole !== null)
    case 'INFORMATION_PENDING':
      return crossed.find(({ waitsForAnswers }) => waitsForAnswers)
    case 'EVIDENCE_MISSING':
      return highest
    default:
      return undefined
  }
}

/** What is asked of the customer and is not there. Without a customer everything that a person is asked for. */
export function missing(crossed: readonly Crossed[], known: Known | null) {
  const { fields, documents } = asked(crossed, known?.customerType ?? 1)
  if (!known) return { fields, documents }
  const isNeeded = (field: string) => field !== 'idExpiryDate' || !endless.includes(known.idType)
  return {
    fields: fields.filter((field) => isNeeded(field) && !known.filled.has(field)),
    documents: documents.filter((paper) => !known.evidence.has(paper)),
  }
}

/** What the crossed rules ask of a third party and is not there, each once, with the first rule that asks for it. */
export function missingOf(
  crossed: readonly Crossed[],
  { who, filled }: { who: string; filled: ReadonlySet<string> },
): { who: string; what: string; isPaper: boolean; rule: Crossed }[] {
  const wanted = new Map<string, { isPaper: boolean; rule: Crossed }>()
  for (const rule of crossed.filter(({ parties }) => parties.includes(who)))
    for (const what of [...rule.fields, ...rule.documents])
      if (!filled.has(what) && !wanted.has(what))
        wanted.set(what, { isPaper: rule.documents.includes(what), rule })
  return [...wanted].map(([what, by]) => ({ who, what, ...by }))
}

/** Everything that stands in the way of a deal, what blocks it first. */
export function stops(
  crossed: readonly Crossed[],
  unpriced: readonly string[],
  known: Known | null,
  businessDate: string,
): Stop[] {
  const tier = Math.max(0, ...crossed.map((one) => tierRank(one.tier)))
  const lacking = missing(crossed, known)
  const found: Record<StopCode, Stop['level'] | false> = {
    CUSTOMER_REQUIRED: tier > 0 && known === null && 'block',
    CUSTOMER_BLOCKED: known?.isBlocked === true && 'block',
    CUSTOMER_INACTIVE: known?.isActive === false && 'block',
    DEAL_NOT_ALLOWED: crossed.some(({ isBlocking }) => isBlocking) && 'block',
    IDENTITY_EXPIRED:
      tier > 0 &&
      known?.customerType === 1 &&
      known.idExpiryDate !== null &&
      known.idExpiryDate < businessDate &&
      'block',
    APPROVAL_NEEDED: crossed.some((one) => isEnhanced(one.tier) || one.approveRole !== null) && 'gate',
    INFORMATION_PENDING:
      (known?.openRequests ?? 0) > 0 && crossed.some(({ waitsForAnswers }) => waitsForAnswers) && 'gate',
    EVIDENCE_MISSING: tier === 3 && known !== null && lacking.documents.length > 0 && 'gate',
    THRESHOLD_UNKNOWN: unpriced.length > 0 && 'gate',
  }
  return stopCodes.flatMap((code) => {
    const level = found[code]
    return level ? [{ code, level }] : []
  })
}

const isEnhanced = (tier: Tier | null) => tier === 'EDD'
