import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { faultsOf, type OfStock } from '../items/items.domain.ts'
import { itemsOf } from '../items/items.server.ts'
import { type Load, refusalAt } from '../loads/loads.server.ts'
import { type BatchUnits, countSwapped, noUnits } from '../units/units.domain.ts'
import type { Receipt } from './transfers.contract.ts'
import * as queries from './transfers.queries.ts'

/** Serials are held against what was sent where they arrive. */
const batchesOf = (batches: readonly BatchUnits[] = []) => ({ ...noUnits, batches: [...batches] })

/** What of a counted line comes from the transfer: never more than it carried. */
export const limitToCarried = (sent: string, counted: string): string => Exact.min(sent, counted).toFixed()

/** What a transfer carries. */
export async function loadOf(db: Db, row: OfStock & { id: string }): Promise<Load> {
  const { id } = row
  const known = await itemsOf(db, row)
  return (await queries.linesOf(db, [id])).map(({ itemId, quantity, pieces, units }) => {
    const item = known.get(itemId)
    if (!item) throw notFound()
    return { item, quantity, pieces, units }
  })
}

/**
 * What was counted of a load: what arrived of each item, at most what was sent, and the field of the first that is not as it was sent;
 * undefined where all are. More than was sent, or one batch for another, is a difference too: the surplus is no one's until it is
 * decided. Throws for what was not sent at all.
 */
export async function countedLoad(
  { db, input }: Pick<Ctx<Receipt>, 'db' | 'input'>,
  load: Load,
  of: OfStock,
) {
  const known = await itemsOf(db, of)
  const fields = faultsOf(input.lines, known)
  if (fields[0]) throw new Refusal(fields[0].code, fields[0].data, { fields })
  const sent = new Map(load.map((line) => [line.item.id, line]))
  for (const [index, { itemId }] of input.lines.entries())
    if (!sent.has(itemId)) throw refusalAt(`lines.${index}.itemId`, 'NOT_SENT')
  const counted = new Map(input.lines.map((line) => [line.itemId, line.quantity]))
  const missing = load.find(({ item }) => !counted.has(item.id))
  if (missing) throw refusalAt('lines', 'NOT_COUNTED', { code: missing.item.code })
  const index = input.lines.findIndex(({ itemId, quantity, batches = [] }) => {
    const line = sent.get(itemId)
    if (!new Exact(quantity).equals(line?.quantity ?? 0)) return true
    return countSwapped(batchesOf(line?.units.batches), batchesOf(batches)) > 0
  })
  return {
    arrived: load
      .map(({ item, quantity }) => ({
        item,
        quantity: limitToCarried(quantity, counted.get(item.id) ?? '0'),
      }))
      .filter(({ quantity }) => !new Exact(quantity).isZero()),
    differing: index < 0 ? undefined : `lines.${index}.quantity`,
  }
}
