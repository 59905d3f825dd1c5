import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { beyondLimits } from '#modules/inventory/public.server.ts'
import { stockGatesOf } from '../gates/gates.domain.ts'
import type { Place, PricedLine, PricedPayment } from './pricing.domain.ts'

interface Moved {
  lines: readonly PricedLine[]
  payments: readonly PricedPayment[]
  /** The local currency. */
  localId: string
}

const signed = (quantity: string, isIn: boolean) =>
  isIn ? quantity : new Exact(quantity).negated().toFixed()

/** What the limits of stock say of a basket: what it sells leaves the drawer, what it buys comes in, and so does local cash. */
export async function stockGates(db: Db, place: Place, { lines, payments, localId }: Moved) {
  const cash = payments
    .filter(({ mode }) => mode.kind === 'cash')
    .reduce((sum, { amount, direction }) => sum.plus(signed(amount, direction === 'in')), new Exact(0))
  const found = await beyondLimits(db, place, [
    ...lines.map(({ position, itemId, side, quantity }) => ({
      line: position,
      itemId,
      quantity: signed(quantity, side === 'buy'),
    })),
    { line: null, itemId: localId, quantity: cash.toFixed() },
  ])
  return stockGatesOf(found)
}
