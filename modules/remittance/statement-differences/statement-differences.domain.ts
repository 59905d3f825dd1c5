import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type PrefundPlace, prefundLine } from '../prefunds/prefunds.domain.ts'

export const differenceKinds = ['missingHere', 'missingThere', 'amount', 'balance'] as const
export type DifferenceKind = (typeof differenceKinds)[number]
export const differenceStates = ['open', 'disputed', 'accepted', 'explained'] as const
export type DifferenceState = (typeof differenceStates)[number]

/** What a difference is called where documents of any kind are held. */
export const differenceType = 'statementDifference'
/** Who decides on differences with partners. */
export const rightToDecide = 'manage_provider_balances'

/** A statement finds a difference and a later one may explain it; a person accepts it, which is posted, or disputes it. */
export const differenceWorkflow = workflow({
  initial: 'open',
  states: { open: {}, disputed: {}, accepted: { final: true }, explained: { final: true } },
  actions: {
    find: { from: [null], to: 'open', permission: rightToDecide, implied: true },
    accept: {
      from: ['open', 'disputed'],
      to: 'accepted',
      permission: rightToDecide,
      at: 'place',
      note: 'required',
      final: true,
    },
    dispute: {
      from: ['open'],
      to: 'disputed',
      permission: rightToDecide,
      at: 'place',
      note: 'required',
      isRefusal: true,
    },
    explain: { from: ['open', 'disputed'], to: 'explained', permission: rightToDecide, implied: true },
  },
})

export const differenceEvent = {
  code: 'remittance.differenceAccepted',
  parts: ['prefund', 'partnerCost'],
} as const satisfies PostingEvent

/** The books follow the partner by `amount`: what is gone was its cost, what is more lowers it; `worth` is what that is in local currency. */
export function differenceLines(
  place: PrefundPlace,
  amount: string,
  worth: string,
): PostingLine<(typeof differenceEvent.parts)[number]>[] {
  const { branchId } = place
  if (new Exact(amount).isNegative())
    return [prefundLine(place, amount), { part: 'partnerCost', branchId, mirrors: 0 }]
  return [
    prefundLine(place, amount, { amount: worth }),
    { part: 'partnerCost', branchId, amount: new Exact(worth).negated().toFixed() },
  ]
}
