import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { items } from '../items/items.server.ts'
import { limitValue, worthOf } from '../worth/worth.server.ts'
import { type Adjusted, exchangedLines, netOf } from './corrections.domain.ts'
import type { LineRow } from './corrections.queries.ts'

/** The lines of an adjustment with their items, and what these are worth at the mid rate. */
export async function adjustedOf(db: Db, branchId: string, lines: readonly LineRow[]): Promise<Adjusted[]> {
  const known = new Map((await items(db)).map((item) => [item.id, item]))
  const { units } = await worthOf(db, branchId, [...known.values()])
  return lines.map(({ itemId, quantity, cost }) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    return { item, quantity, cost, mid: units.get(item.currencyId) }
  })
}

/** What the lines are worth as they are posted, each by itself: what goes out does not set off what comes in. */
export async function valueOf(db: Db, branchId: string, adjusted: readonly Adjusted[]) {
  const { costs, exponent } = await worthOf(
    db,
    branchId,
    adjusted.map(({ item }) => item),
  )
  const valued = adjusted.map(({ item, quantity, cost, mid }) => {
    const size = new Exact(quantity).abs()
    const pool = costs.get(item.id)
    const hasCost = pool && !new Exact(pool.quantity).isZero()
    const unit = hasCost ? new Exact(pool.value).div(pool.quantity) : new Exact(mid ?? 0)
    const value = item.isLocal ? size.toFixed() : (cost ?? size.times(unit).toFixed(exponent))
    return { item, quantity: size.toFixed(), value }
  })
  const value = valued.reduce((sum, one) => sum.plus(one.value), new Exact(0)).toFixed()
  return { value, limitValue: await limitValue(db, valued) }
}

/** The lines of an exchange: notes of one item that are changed for others of it move nothing. */
export async function exchangedOf(
  db: Db,
  at: { branchId: string; counterId: string | null; employeeId: string },
  lines: readonly Adjusted[],
) {
  const net = netOf(lines)
  const { costs, exponent } = await worthOf(
    db,
    at.branchId,
    net.map(({ item }) => item),
  )
  return exchangedLines(at, net, { cost: costOut(net, costs, exponent), exponent })
}

/** What the items that go out cost, each as the pool will have it. */
function costOut(
  lines: readonly Adjusted[],
  costs: ReadonlyMap<string, { quantity: string; value: string }>,
  exponent: number,
): string {
  return lines
    .filter(({ quantity }) => quantity.startsWith('-'))
    .reduce((sum, { item, quantity }) => {
      const pool = costs.get(item.id)
      const size = new Exact(quantity).abs()
      if (item.isLocal) return sum.plus(size)
      if (!pool || new Exact(pool.quantity).isZero()) return sum
      const isWhole = size.equals(pool.quantity)
      return sum.plus(
        isWhole
          ? pool.value
          : new Exact(new Exact(pool.value).times(size).div(pool.quantity).toFixed(exponent)),
      )
    }, new Exact(0))
    .toFixed()
}
