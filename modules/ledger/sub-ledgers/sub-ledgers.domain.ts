import { Exact } from '#kit/domain/decimals.domain.ts'

/** By how many days ago what is open arose. */
export const ageBands = ['to30', 'to60', 'to90', 'over90'] as const
export type AgeBand = (typeof ageBands)[number]

const bandOf = (days: number): AgeBand =>
  days <= 30 ? 'to30' : days <= 60 ? 'to60' : days <= 90 ? 'to90' : 'over90'

/** What a party's account moved on a day, as its ledger has it: what is open above zero. */
export interface PartyDay {
  businessDate: string
  amount: string
}

const day = 86_400_000

/**
 * What is open with a party at the end of a day, by age: what settles goes to the oldest first, so the newest movements up to the
 * balance are open. The bands come to the balance. What moved on one day is one movement.
 */
export function agedBalance(moved: readonly PartyDay[], at: string): Record<AgeBand | 'balance', string> {
  const balance = moved.reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
  const bands = new Map<AgeBand, InstanceType<typeof Exact>>()
  let open = balance.abs()
  for (const { businessDate, amount } of moved.toSorted((a, b) =>
    b.businessDate.localeCompare(a.businessDate),
  )) {
    const size = new Exact(amount)
    if (open.isZero()) break
    if (size.isZero() || size.isNegative() !== balance.isNegative()) continue
    const part = size.abs().lessThan(open) ? size.abs() : open
    const band = bandOf((Date.parse(at) - Date.parse(businessDate)) / day)
    bands.set(band, (bands.get(band) ?? new Exact(0)).plus(balance.isNegative() ? part.negated() : part))
    open = open.minus(part)
  }
  const of = Object.fromEntries(ageBands.map((band) => [band, (bands.get(band) ?? new Exact(0)).toFixed()]))
  return { ...(of as Record<AgeBand, string>), balance: balance.toFixed() }
}
