import type { Decimal } from 'decimal.js'
import { type Ledger, post, within } from './ledger.ts'
import { sum } from './numbers.ts'
import { returnPurchase, returnSale } from './stock.ts'
import { type Event, type Line, Refused, type Role } from './types.ts'

const realised: readonly Role[] = ['realisedGain', 'realisedLoss']

const marked = (id: string) => `undo ${id}`

/** What came into a pool with the event, by branch and item; a move within a branch leaves nothing. */
function entered(lines: readonly Line[]) {
  const stock = Map.groupBy(
    lines.filter(({ role }) => role === 'stock'),
    ({ branch, item }) => JSON.stringify([branch, item]),
  )
  return new Map([...stock].filter(([, own]) => !sum(own.map(({ quantity }) => quantity)).isZero()))
}

/**
 * Takes back an opening, a float or an adjustment: every line turned round at its own value (section 4). What came into a pool leaves
 * it as a purchase does that goes back (3.3), and what left it comes back as a sale does; answers what that lost, which is realised.
 */
export function undoEvent(ledger: Ledger, input: Event & { undoes: string }): Decimal {
  if (ledger.events.has(marked(input.undoes))) throw new Refused('not-open', input.undoes)
  const lost = within(ledger, input, () => {
    const lines = ledger.lines.filter(({ event }) => event === input.undoes)
    if (lines.length === 0) throw new Refused('not-open', input.undoes)
    const brought = entered(lines)
    const isBrought = ({ role, branch, item }: Line) =>
      (role === 'stock' || realised.includes(role)) && brought.has(JSON.stringify([branch, item]))
    for (const line of lines.filter((one) => !isBrought(one)))
      post(ledger, { ...line, quantity: line.quantity.negated(), amount: line.amount.negated() })
    return sum([...brought.values()].flat().map((line) => back(ledger, line, lines)))
  })
  ledger.events.add(marked(input.undoes))
  return lost
}

function back(ledger: Ledger, { branch, place, item, quantity, amount }: Line, lines: readonly Line[]) {
  if (place === null) throw new Refused('no-place', `${branch} ${item}`)
  if (quantity.lt(0))
    return returnSale(ledger, { branch, place, item, quantity: quantity.negated() }, amount.negated(), null)
  const loss = sum(
    lines.filter((one) => realised.includes(one.role) && one.item === item).map((one) => one.amount),
  )
  return returnPurchase(ledger, { branch, place, item, quantity }, { value: amount, loss }, null).difference
}
