import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'
import { addPlaces } from './stock.domain.ts'

/**
 * Does what takes goods out of stock; what is sold out is said at its line, with how much there is: in the store, and with that what of
 * each line came from a counter.
 */
export async function refuseAtSoldOutLine<T>(
  lines: readonly { itemId: string }[],
  work: () => Promise<T>,
  fromCounter: readonly string[] = [],
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INSUFFICIENT_STOCK') throw error
    const { itemId, available } = error.data
    const at = lines.findLastIndex((line) => line.itemId === itemId)
    // What a drawer holds is not said.
    if (at < 0) throw refuseField('payments', 'DRAWER_SHORT')
    const taken = lines.reduce(
      (sum, line, index) => (line.itemId === itemId ? sum.plus(fromCounter[index] ?? 0) : sum),
      new Exact(0),
    )
    const data = { available: addPlaces(String(available), taken.toFixed()) }
    throw refuseField(`lines.${at}.quantity`, 'SOLD_OUT', data)
  }
}
