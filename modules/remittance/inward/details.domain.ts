import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import { type TravelRule, travelRules } from '#modules/compliance/packs/travel-rules.domain.ts'
import { travelOf } from '../travel/travel.domain.ts'

export const senderKinds = ['person', 'company'] as const

/** What a partner says of a remittance and its sender; what it does not say is empty. */
export interface Notice {
  /** What the recipient gets, in local currency. */
  amount: string
  code: string
  recipientName: string
  senderName: string
  senderKind: string
  country: string
  senderAddress: string
  senderIdNumber: string
  senderBirthDate: string | null
  senderBirthPlace: string
}

/** What is wanted and was not said. */
interface NoticeGaps {
  /** The codes of the rules whose threshold it reaches. */
  rules: readonly string[]
  /** Each at its field: FIELD_REQUIRED, or ONE_OF_REQUIRED where another field would do. */
  missing: FieldFault[]
}

/** Where on a notice that is which an order has in the sender's file. */
const fieldOf: Readonly<Record<string, string>> = {
  'customer.name': 'senderName',
  'customer.address': 'senderAddress',
  'customer.registeredAddress': 'senderAddress',
  'customer.idNumber': 'senderIdNumber',
  'customer.registrationNumber': 'senderIdNumber',
  'customer.dateOfBirth': 'senderBirthDate',
  'customer.dateOfIncorporation': 'senderBirthDate',
  'customer.countryOfBirth': 'senderBirthPlace',
  'customer.countryOfIncorporation': 'senderBirthPlace',
}

/**
 * What the travel rules want to come with an inward remittance and is not there; domain 6.4, beneficiary side. The pick-up code, which a
 * partner uses once, is the reference of sender and recipient. A threshold without a rate counts as reached.
 * @param rateOf what one unit of a currency costs in local currency (the mid), or null
 */
export function gapsOf(
  rules: readonly TravelRule[],
  notice: Notice,
  rateOf: (currency: string) => string | null,
): NoticeGaps {
  const { payload, missing } = travelOf(rules, toOrder(notice), rateOf)
  return { rules: payload.rules, missing: missing.map(toField) }
}

/** The same by the rules that it reached when it was noticed, whatever rates and packs are now; without any nothing is missing. */
export function keptGapsOf(codes: readonly string[], notice: Notice): FieldFault[] {
  const rules = travelRules.filter(({ code }) => codes.includes(code))
  return travelOf(rules, toOrder(notice), () => null, codes).missing.map(toField)
}

const toField = ({ field, code }: FieldFault): FieldFault => ({ field: fieldOf[field] ?? field, code })

const toOrder = (notice: Notice) => ({
  localAmount: notice.amount,
  reference: notice.code,
  method: 'pickup' as const,
  recipientName: notice.recipientName,
  account: '',
  sender: {
    kind: notice.senderKind === 'company' ? ('company' as const) : ('person' as const),
    name: notice.senderName,
    address: notice.senderAddress,
    country: notice.country,
    birthDate: notice.senderBirthDate ?? '',
    placeOfBirth: notice.senderBirthPlace,
    townOfBirth: '',
    idType: '',
    idNumber: notice.senderIdNumber,
  },
})
