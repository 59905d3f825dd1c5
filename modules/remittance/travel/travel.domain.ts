import { Exact } from '#kit/domain/decimals.domain.ts'
import type { FieldFault } from '#kit/domain/refusal.domain.ts'
import type { TravelDetail, TravelRule } from '#modules/compliance/packs/travel-rules.domain.ts'
import type { Sender } from '#modules/customers/dealing/sender.domain.ts'
import type { Method } from '../recipients/fields.domain.ts'

/** What is known of an order, its sender and its recipient. */
export interface TravelOrder {
  /** What is sent without the fee, in units of local currency. */
  localAmount: string
  /** What the partner knows it by, or our number: it stands for the account of who has none. */
  reference: string
  method: Method
  recipientName: string
  /** The recipient's account or wallet; empty for none. */
  account: string
  sender: Sender
}

/** What goes with an order; what is not asked, or not known, is left out. */
export interface TravelPayload {
  /** Codes of the rules whose threshold the order reaches; none: names and references alone. */
  rules: readonly string[]
  originator: Readonly<Record<string, string>>
  recipient: Readonly<Record<string, string>>
}

export interface Travel {
  payload: TravelPayload
  /** What is asked and not there, by the field in which it is typed: `customer.…` of the sender's file, else of the order. */
  missing: FieldFault[]
}

/** A fact: its name in the payload, the field in which it is typed, and its value. */
type Fact = readonly [key: string, field: string, value: string]

/** The facts of which each detail is made; none where a sender of this kind cannot have it. */
function factsOf(order: TravelOrder): Record<TravelDetail, readonly Fact[]> {
  const { sender, reference, account, method } = order
  const isCompany = sender.kind === 'company'
  // Whoever collects money has no account there: the reference names it. What is credited has one.
  const isCredited = method === 'bank' || method === 'wallet'
  return {
    senderName: [['name', 'customer.name', sender.name]],
    senderReference: [['reference', 'customerId', reference]],
    senderAddress: [
      ['address', isCompany ? 'customer.registeredAddress' : 'customer.address', sender.address],
    ],
    senderIdNumber: [
      ['idNumber', isCompany ? 'customer.registrationNumber' : 'customer.idNumber', sender.idNumber],
    ],
    senderBirth: isCompany
      ? []
      : [
          ['birthDate', 'customer.dateOfBirth', sender.birthDate],
          ['placeOfBirth', 'customer.countryOfBirth', sender.placeOfBirth || sender.townOfBirth],
        ],
    senderIncorporation: isCompany
      ? [
          ['incorporationDate', 'customer.dateOfIncorporation', sender.birthDate],
          ['placeOfIncorporation', 'customer.countryOfIncorporation', sender.placeOfBirth],
        ]
      : [],
    recipientName: [['name', 'recipientName', order.recipientName]],
    recipientReference: [['reference', 'recipient.account', account || (isCredited ? '' : reference)]],
  }
}

const isThere = (facts: readonly Fact[]) => facts.length > 0 && facts.every(([, , value]) => value !== '')

/**
 * What goes with an order to its partner, and what is missing of it. Faults are FIELD_REQUIRED, or ONE_OF_REQUIRED at each field of
 * which another would do. A threshold without a rate counts as reached. Source of the rules: `travel-rules.domain.ts`, domain 6.4.
 * @param rateOf what one unit of a currency costs in local currency (the mid), or null
 * @param kept codes of the rules that were reached when it was paid, whatever the rate is now
 */
export function travelOf(
  rules: readonly TravelRule[],
  order: TravelOrder,
  rateOf: (currency: string) => string | null,
  kept: readonly string[] | null = null,
): Travel {
  const facts = factsOf(order)
  const reached = rules.filter((rule) =>
    kept ? kept.includes(rule.code) : isReached(rule, order.localAmount, rateOf(rule.currency)),
  )
  const asked: (readonly TravelDetail[])[] = [
    ...rules.flatMap(({ always }) => always.map((one) => [one])),
    ...reached.flatMap(({ above }) => above),
  ]
  const details = [...new Set(asked.flat())]
  const known = (isOf: (detail: TravelDetail) => boolean) =>
    Object.fromEntries(
      details
        .filter(isOf)
        .flatMap((detail) => facts[detail])
        .filter(([, , value]) => value !== '')
        .map(([key, , value]) => [key, value] as const),
    )
  const isRecipients = (detail: TravelDetail) => detail.startsWith('recipient')
  return {
    payload: {
      rules: reached.map(({ code }) => code),
      originator: known((detail) => !isRecipients(detail)),
      recipient: known(isRecipients),
    },
    missing: missingOf(asked.map((anyOf) => anyOf.map((detail) => facts[detail]))),
  }
}

function isReached({ operator, amount }: TravelRule, localAmount: string, rate: string | null): boolean {
  if (rate === null) return true
  const threshold = new Exact(amount).times(rate)
  const sent = new Exact(localAmount)
  return operator === '>' ? sent.greaterThan(threshold) : sent.greaterThanOrEqualTo(threshold)
}

/** The faults of what is asked, each field once: that without which nothing else does goes before a choice. */
function missingOf(asked: readonly (readonly (readonly Fact[])[])[]): FieldFault[] {
  const codes = new Map<string, string>()
  for (const anyOf of asked) {
    if (anyOf.some(isThere)) continue
    const choices = anyOf.filter((facts) => facts.length > 0)
    const code = choices.length > 1 ? 'ONE_OF_REQUIRED' : 'FIELD_REQUIRED'
    for (const [, field, value] of choices.flat())
      if (value === '' && codes.get(field) !== 'FIELD_REQUIRED') codes.set(field, code)
  }
  return [...codes].map(([field, code]) => ({ field, code }))
}
