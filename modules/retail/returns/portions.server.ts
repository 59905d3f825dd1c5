import { Exact } from '#kit/domain/decimals.domain.ts'
import { refuseField } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { currentCompany, exponentOf } from '#modules/organisation/public.server.ts'
import { type GivenBack, portionOf } from '../pricing/pricing.domain.ts'
import * as queries from './returns.queries.ts'

type SoldLine = Awaited<ReturnType<typeof queries.soldLines>>[number]
type ReturnedLine = Awaited<ReturnType<typeof queries.returnedLines>>[number]

const nothing: GivenBack = {
  quantity: '0',
  gross: '0',
  discount: '0',
  total: '0',
  taxes: [],
  owed: '0',
  cost: '0',
}
const plus = (a: string, b: string) => new Exact(a).plus(b).toFixed()

/** What has come back of a line, or is asked to. */
const givenOf = (position: number, returned: readonly ReturnedLine[]): GivenBack =>
  returned
    .filter(({ salePosition }) => salePosition === position)
    .reduce(
      (sum, one) => ({
        quantity: plus(sum.quantity, one.quantity),
        gross: plus(sum.gross, one.gross),
        discount: plus(sum.discount, one.discount),
        total: plus(sum.total, one.total),
        taxes: (one.taxes as string[]).map((tax, at) => plus(tax, sum.taxes[at] ?? '0')),
        owed: plus(sum.owed, one.owed),
        cost: plus(sum.cost, one.cost),
      }),
      nothing,
    )

/** Units of a line that have not come back. */
const leftOf = ({ position, quantity }: SoldLine, returned: readonly ReturnedLine[]): string =>
  new Exact(quantity).minus(givenOf(position, returned).quantity).toFixed()

/** The lines of a sale, each with the units that have not come back. */
export async function linesLeft(db: Db, saleId: string) {
  const [sold, returned] = [await queries.soldLines(db, saleId), await queries.returnedLines(db, saleId)]
  return sold.map((line) => ({ ...line, left: leftOf(line, returned) }))
}

/** Whether with one more return all of a sale has been paid back. */
export async function isLastOf(db: Db, saleId: string, refundId: string): Promise<boolean> {
  const sold = await queries.soldLines(db, saleId)
  const back = (await queries.returnedLines(db, saleId)).filter(
    (line) => line.state === 'settled' || line.refundId === refundId,
  )
  return sold.every((line) => new Exact(leftOf(line, back)).isZero())
}

/**
 * The share of each line that comes back, at the price, discount, tax and cost of the sale. Throws at its field a line that is not on
 * the receipt or is named twice, and more units than are left.
 */
export async function portionsOf(
  db: Db,
  saleId: string,
  asked: readonly { position: number; quantity: string; serials: string[] }[],
) {
  const decimals = exponentOf((await currentCompany(db)).localCurrency)
  const sold = new Map((await queries.soldLines(db, saleId)).map((line) => [line.position, line]))
  const returned = await queries.returnedLines(db, saleId)
  return asked.map(({ position, quantity: units, serials }, at) => {
    const line = sold.get(position)
    const isTwice = asked.slice(0, at).some((one) => one.position === position)
    if (!line || isTwice) throw refuseField(`lines.${at}.position`, 'LINE_NOT_RETURNABLE')
    const left = leftOf(line, returned)
    if (new Exact(left).lessThan(units))
      throw refuseField(`lines.${at}.quantity`, 'MORE_THAN_SOLD', { left: new Exact(left).toFixed() })
    const share = portionOf(
      { ...line, taxes: line.taxes as string[] },
      { quantity: line.quantity, given: givenOf(position, returned), units, decimals },
    )
    return { salePosition: position, quantity: units, serials, ...share }
  })
}
