import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal, refuseField } from '#kit/domain/refusal.domain.ts'

/** Does what takes goods out of stock; what is sold out is said at its line, with how much there is. */
export async function refuseAtSoldOutLine<T>(
  lines: readonly { itemId: string }[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'INSUFFICIENT_STOCK') throw error
    const { itemId, available } = error.data
    const at = lines.findLastIndex((line) => line.itemId === itemId)
    // What a drawer holds is not said.
    if (at < 0) throw refuseField('payments', 'DRAWER_SHORT')
    const data = { available: new Exact(String(available)).toFixed() }
    throw refuseField(`lines.${at}.quantity`, 'SOLD_OUT', data)
  }
}
