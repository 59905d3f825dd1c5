import type { Decimal } from 'decimal.js'
import { across, keep, type Ledger, post, quantityOf, within } from './ledger.ts'
import { exact, type Figure, share, zero } from './numbers.ts'
import { adjustStock } from './operations.ts'
import { issue, type Move, take } from './stock.ts'
import { type Event, Refused } from './types.ts'

export interface Parcel {
  id: string
  from: { branch: string; place: string }
  to: { branch: string; place: string }
  item: string
  quantity: Decimal
  /** Local value: cost at the sender, unchanged on its way (3.3 invariant 6). */
  value: Decimal
  state: 'inTransit' | 'completed' | 'returned'
  /** Of what was received: quantity and value; the rest of the parcel went to the loss or the claim. */
  arrived: { quantity: Decimal; value: Decimal }
}

export type Parcels = Map<string, Parcel>

export interface SendInput extends Event {
  from: { branch: string; place: string }
  to: { branch: string; place: string }
  item: string
  quantity: Figure
}

const ownerOf = (ledger: Ledger, { from, to }: Pick<Parcel, 'from' | 'to'>, who: 'sender' | 'receiver') =>
  who === 'sender' ? from.branch : to.branch

const transitOwner = (ledger: Ledger, parcel: Pick<Parcel, 'from' | 'to'>) =>
  ownerOf(ledger, parcel, ledger.options.transitOwner)

/** What of a parcel has not arrived yet. */
export const leftOf = ({ quantity, value, arrived }: Parcel) => ({
  quantity: quantity.minus(arrived.quantity),
  value: value.minus(arrived.value),
})

function postTransit(ledger: Ledger, parcel: Parcel, sign: 1 | -1, part: Parcel['arrived'] = parcel) {
  const isLocal = parcel.item === ledger.options.local
  post(ledger, {
    role: isLocal ? 'cashInTransit' : 'stockInTransit',
    branch: transitOwner(ledger, parcel),
    place: 'transit',
    item: parcel.item,
    quantity: part.quantity.times(sign),
    amount: part.value.times(sign),
    party: parcel.id,
  })
}

/** Stock or cash out of a place into transit at the sender's cost (section 4, 14.1). */
export function sendParcel(ledger: Ledger, parcels: Parcels, input: SendInput): Parcel {
  return within(ledger, input, () => {
    const { id, from, to, item } = input
    const quantity = quantityOf(ledger, item, input.quantity)
    const isLocal = item === ledger.options.local
    if (isLocal) post(ledger, { role: 'cash', ...from, amount: quantity.negated() })
    const value = isLocal ? quantity : issue(ledger, { ...from, item, quantity }, null)
    const arrived = { quantity: zero, value: zero }
    const parcel: Parcel = { id, from, to, item, quantity, value, state: 'inTransit', arrived }
    across(ledger, from.branch, transitOwner(ledger, parcel), value)
    postTransit(ledger, parcel, 1)
    keep(ledger, parcels, id, parcel)
    return parcel
  })
}

function underWay(parcels: Parcels, id: string): Parcel {
  const parcel = parcels.get(id)
  if (parcel?.state !== 'inTransit') throw new Refused('not-in-transit', id)
  return parcel
}

function arrive(ledger: Ledger, parcel: Parcel, to: Omit<Move, 'item'>, value: Decimal) {
  across(ledger, transitOwner(ledger, parcel), to.branch, value)
  if (to.quantity.isZero()) return
  if (parcel.item !== ledger.options.local) take(ledger, { ...to, item: parcel.item }, value)
  else post(ledger, { role: 'cash', branch: to.branch, place: to.place, amount: value })
}

export interface ReceiveInput extends Event {
  transfer: string
  /** Counted on receipt; left out: all of it. Fewer is a gap, more is an overage at the receiver. */
  quantity?: Figure
  /** Where a gap goes (section 4 leaves both): a loss, or a claim. */
  gap?: 'loss' | 'claim'
  /** Where the receiver's stock is, if not the place it was sent to. */
  place?: string
  mid?: Figure
}

/**
 * A receipt (14.1): what is counted arrives with its share of the value, `round(V*r/q)`, and a gap takes the
 * rest, on the books of whoever bears it (`transitLossOf`). More than was sent comes in as a count overage
 * does.
 */
export function receiveParcel(ledger: Ledger, parcels: Parcels, input: ReceiveInput) {
  return within(ledger, input, () => {
    const parcel = underWay(parcels, input.transfer)
    const counted = input.quantity === undefined ? parcel.quantity : exact(input.quantity)
    const quantity = counted.gt(parcel.quantity) ? parcel.quantity : counted
    const value = share(parcel.value, quantity, parcel.quantity, ledger.places)
    const to = { branch: parcel.to.branch, place: input.place ?? parcel.to.place }
    postTransit(ledger, parcel, -1)
    arrive(ledger, parcel, { ...to, quantity }, value)
    const gap = parcel.value.minus(value)
    const bearer = ownerOf(ledger, parcel, ledger.options.transitLossOf)
    across(ledger, transitOwner(ledger, parcel), bearer, gap)
    const role = input.gap === 'claim' ? 'claimReceivable' : 'transitLoss'
    post(ledger, { role, branch: bearer, item: parcel.item, amount: gap, party: parcel.id })
    const extra = counted.minus(quantity)
    const over = { ...to, item: parcel.item, quantity: extra, reason: 'count variance' }
    const overage = extra.isZero()
      ? zero
      : adjustStock(ledger, input.mid === undefined ? over : { ...over, mid: input.mid })
    keep(ledger, parcels, parcel.id, { ...parcel, state: 'completed', arrived: { quantity, value } })
    return { value, gap, overage }
  })
}

/**
 * A part that was counted arrives with its share of what is still under way, and the rest stays there until a second look finds it
 * or somebody decides ("completed with difference", 14.1).
 */
export function arriveInPart(
  ledger: Ledger,
  parcels: Parcels,
  input: Event & { transfer: string; quantity: Figure },
): Decimal {
  return within(ledger, input, () => {
    const parcel = underWay(parcels, input.transfer)
    const [left, quantity] = [leftOf(parcel), exact(input.quantity)]
    if (quantity.gt(left.quantity)) throw new Refused('more-than-sent', input.transfer)
    const value = share(left.value, quantity, left.quantity, ledger.places)
    postTransit(ledger, parcel, -1, { quantity, value })
    arrive(ledger, parcel, { ...parcel.to, quantity }, value)
    const arrived = {
      quantity: parcel.arrived.quantity.plus(quantity),
      value: parcel.arrived.value.plus(value),
    }
    const state = arrived.quantity.eq(parcel.quantity) ? 'completed' : 'inTransit'
    keep(ledger, parcels, parcel.id, { ...parcel, state, arrived })
    return value
  })
}

/** What has not arrived is a loss, or a claim; nothing of the parcel is under way any more. */
export function loseRest(
  ledger: Ledger,
  parcels: Parcels,
  input: Event & { transfer: string; gap: 'loss' | 'claim' },
): Decimal {
  return within(ledger, input, () => {
    const parcel = underWay(parcels, input.transfer)
    const left = leftOf(parcel)
    postTransit(ledger, parcel, -1, left)
    const bearer = ownerOf(ledger, parcel, ledger.options.transitLossOf)
    across(ledger, transitOwner(ledger, parcel), bearer, left.value)
    const role = input.gap === 'claim' ? 'claimReceivable' : 'transitLoss'
    post(ledger, { role, branch: bearer, item: parcel.item, amount: left.value, party: parcel.id })
    keep(ledger, parcels, parcel.id, { ...parcel, state: 'completed' })
    return left.value
  })
}

/** A refused receipt comes back to the sender at the value it left with (14.1). */
export function returnParcel(ledger: Ledger, parcels: Parcels, input: Event & { transfer: string }): Decimal {
  return within(ledger, input, () => {
    const parcel = underWay(parcels, input.transfer)
    const { quantity, value } = parcel
    postTransit(ledger, parcel, -1)
    arrive(ledger, parcel, { ...parcel.from, quantity }, value)
    keep(ledger, parcels, parcel.id, { ...parcel, state: 'returned', arrived: { quantity, value } })
    return value
  })
}
