import { serialOf } from '#modules/inventory/units/units.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'

import { find } from '../serials/serials.queries.ts'
import { checkSerials, refuseUnsold } from '../serials/serials.server.ts'
import * as queries from './returns.queries.ts'

/** Of each line of a sale, by its place, the serials that it was the last to sell and that no return asks for. */
export async function listSerialsLeft(db: Db, saleId: string): Promise<Map<number, string[]>> {
  const sold = (await queries.soldLines(db, saleId)).filter(({ serials }) => serials.length > 0)
  if (sold.length === 0) return new Map()
  const asked = new Set(
    (await queries.returnedLines(db, saleId)).flatMap(({ serials }) => serials.map(serialOf)),
  )
  const known = await find(
    db,
    sold.flatMap(({ serials }) => serials.map(serialOf)),
  )
  const here = new Set(
    known.flatMap((row) => (row.state === 'sold' && row.saleId === saleId ? [row.key] : [])),
  )
  const isLeft = (typed: string) => here.has(serialOf(typed)) && !asked.has(serialOf(typed))
  return new Map(sold.map(({ position, serials }) => [position, serials.filter(isLeft)]))
}

/**
 * Throws where a return of something kept by serial does not name one for each unit, with those that are left, and for a serial that
 * this receipt was not the last to sell, that is not on this line, or that another return asks for.
 */
export async function checkReturnedSerials(
  db: Db,
  saleId: string,
  asked: readonly { position: number; quantity: string; serials: string[] }[],
): Promise<void> {
  const sold = new Map((await queries.soldLines(db, saleId)).map((line) => [line.position, line]))
  const left = await listSerialsLeft(db, saleId)
  for (const [at, { position, serials }] of asked.entries())
    if (serials.length === 0 && (sold.get(position)?.serials.length ?? 0) > 0)
      throw refuseField(`lines.${at}.serials`, 'SERIAL_MISSING', {
        serials: (left.get(position) ?? []).join(', '),
      })
  checkSerials(
    asked.map((line) => ({ ...line, isSerial: (sold.get(line.position)?.serials.length ?? 0) > 0 })),
  )
  await refuseUnsold(
    db,
    saleId,
    asked.map((line) => ({ ...line, itemId: sold.get(line.position)?.itemId ?? '' })),
  )
  for (const [at, { position, serials }] of asked.entries()) {
    const keys = new Set((left.get(position) ?? []).map(serialOf))
    const other = serials.find((typed) => !keys.has(serialOf(typed)))
    if (other !== undefined) throw refuseField(`lines.${at}.serials`, 'SERIAL_NOT_SOLD', { serial: other })
  }
}
