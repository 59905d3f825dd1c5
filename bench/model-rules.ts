import type { Decimal } from 'decimal.js'
import type { Branch, FeeRule, House, Traded } from './model-places.ts'
import { exact, round, sum } from './model/numbers.ts'
import type { Fee } from './model/types.ts'

// Fees and cash reports as domain 5.3, 6.1 and 6.2 have them, worked out apart from the product.

/** A report of what a customer deals in notes on one day, from an amount that small customers reach. */
export const cashRule = { code: 'BENCH-CASH-DAY', amount: '2500' }

type Of = Pick<House, 'branches' | 'modes' | 'traded'>

/** Flat with tax on top, a percentage with the tax in it and its bounds, and steps without tax. */
export function feeRules({ branches, traded, modes }: Of): FeeRule[] {
  const currency = (code: string) => traded.find(({ item }) => item.code === code)?.currencyId ?? null
  const cheque = modes.in.find(({ kind }) => kind === 'cheque')?.id ?? null
  const flat = {
    kind: 'flat',
    amount: '3.5',
    taxKind: 'exclusive',
    taxRate: '0.06',
    isWaivable: true,
  } as const
  const percent = { kind: 'percent', percent: '0.004', minimum: '1', maximum: '12' } as const
  const tiers = [
    { from: '0', amount: '2', percent: null },
    { from: '1000', amount: null, percent: '0.0025' },
  ]
  return [
    { name: 'Flat', priority: 10, currencyId: currency('SGD'), side: 'sell', ...flat },
    {
      name: 'Share',
      priority: 20,
      branchId: branches[1]?.id ?? null,
      side: 'buy',
      ...percent,
      taxKind: 'inclusive',
      taxRate: '0.08',
      isWaivable: true,
    },
    { name: 'Steps', priority: 30, modeId: cheque, kind: 'tiered', tiers },
    {
      name: 'Dinars',
      priority: 40,
      currencyId: currency('KWD'),
      amountFrom: '500',
      amountTo: '1500',
      ...flat,
      isWaivable: false,
    },
  ]
}

interface Line {
  traded: Traded
  side: 'buy' | 'sell'
  local: Decimal
}

export interface FeeAsk {
  branch: Branch
  /** By which modes the customer pays, in their order, and how much; none where we pay. */
  paying: readonly { modeId: string; amount: string }[]
  lines: readonly Line[]
}

/** What of a line is paid by a mode, and all that the deal has of its currency on its side. */
type Part = Line & { modeId: string | null; band: Decimal }

/** Every mode has its share of every line: what it pays of the whole before fees, and the last one the rest; none below zero. */
function partsOf({ lines, paying }: FeeAsk): Part[] {
  const signed = sum(lines.map(({ side, local }) => (side === 'sell' ? local : local.negated())))
  const paid = sum(paying.map(({ amount }) => exact(amount)))
  const whole = signed.gt(0) ? signed : paid
  return lines.flatMap((line) => {
    const { traded, side, local } = line
    const alike = lines.filter((one) => one.traded.currencyId === traded.currencyId && one.side === side)
    const of = (modeId: string | null, part: Decimal): Part => ({
      ...line,
      modeId,
      local: part,
      band: sum(alike.map((one) => one.local)),
    })
    const last = paying.at(-1)
    if (paying.length < 2 || whole.isZero() || !last) return [of(last?.modeId ?? null, local)]
    let [before, given] = [exact(0), exact(0)]
    const parts = paying.slice(0, -1).map(({ modeId, amount }) => {
      const left = whole.minus(before)
      const taken = left.lt(amount) ? left : exact(amount)
      const rounded = round(local.times(taken).div(whole), 2)
      const rest = local.minus(given)
      const part = rest.lt(rounded) ? rest : rounded
      ;[before, given] = [before.plus(taken), given.plus(part)]
      return of(modeId, part)
    })
    return [...parts, of(last.modeId, local.minus(given))].filter((part) => part.local.gt(0))
  })
}

const fits = (rule: FeeRule, branch: Branch, { modeId, ...line }: Part) => {
  const given = { branchId: branch.id, currencyId: line.traded.currencyId, side: line.side, modeId }
  const isOf = Object.entries(given).every(([key, value]) => {
    const asked = rule[key as keyof typeof given] ?? null
    return asked === null || asked === value
  })
  const [from, to] = [rule.amountFrom ?? null, rule.amountTo ?? null]
  return isOf && (from === null || line.band.gte(from)) && (to === null || line.band.lt(to))
}

function chargeOf(rule: FeeRule, local: Decimal): Decimal {
  const step = (rule.tiers ?? [])
    .toSorted((a, b) => Number(b.from) - Number(a.from))
    .find(({ from }) => local.gte(from))
  const { amount, percent } = rule.kind === 'tiered' ? (step ?? { amount: null, percent: null }) : rule
  const charged = exact(amount ?? 0).plus(local.times(percent ?? 0))
  const [least, most] = [rule.minimum ?? null, rule.maximum ?? null]
  const raised = least !== null && charged.lt(least) ? exact(least) : charged
  return round(most !== null && raised.gt(most) ? exact(most) : raised, 2)
}

/** The fees of a deal: of each line and mode the first rule by priority, and what is under one rule together (5.3). */
export function feesFor(rules: House['fees'], ask: FeeAsk): { rule: House['fees'][number]; fee: Fee }[] {
  const ordered = rules.toSorted((a, b) => a.priority - b.priority)
  const found = Map.groupBy(partsOf(ask), (part) => ordered.find((rule) => fits(rule, ask.branch, part)))
  return [...found].flatMap(([rule, lines]) => {
    if (!rule) return []
    const amount = chargeOf(rule, sum(lines.map(({ local }) => local)))
    const kind = rule.taxKind === 'none' || rule.taxKind === undefined ? null : rule.taxKind
    return { rule, fee: { amount, ...(kind && { tax: { rate: rule.taxRate ?? '0', kind } }) } }
  })
}

export interface CashDeal {
  id: string
  /** Whose notes they are. */
  subject: string
  date: string
  /** In local money: the larger of the notes that come in and go out. */
  cash: Decimal
}

interface Candidate {
  subject: string
  deals: Set<string>
}

/** Candidates for a report as deals are submitted and taken back: by customer and day, from a threshold on (6.1), since a day. */
export function cashBook(threshold: string, since: string) {
  const deals = new Map<string, CashDeal & { stands: boolean }>()
  const candidates: Candidate[] = []
  /** What counts of these: what stands, and was not changed into a deal of somebody else. */
  const totalOf = ({ subject, deals: ids }: Candidate) =>
    sum(
      [...ids].flatMap((id) => {
        const deal = deals.get(id)
        return deal?.stands && deal.subject === subject ? deal.cash : []
      }),
    )
  return {
    submit(deal: CashDeal) {
      deals.set(deal.id, { ...deal, stands: true })
      const { subject, date } = deal
      if (date < since) return
      const day = [...deals.values()].filter(
        (one) => one.stands && one.subject === subject && one.date === date,
      )
      const found: Candidate = { subject, deals: new Set(day.map(({ id }) => id)) }
      if (totalOf(found).lt(threshold)) return
      const known = candidates.findLast(
        (one) => one.subject === subject && !one.deals.isDisjointFrom(found.deals),
      )
      if (known) for (const id of found.deals) known.deals.add(id)
      else candidates.push(found)
    },
    /** Draft again, cancelled, rejected or reversed: it counts no more, and stays where it was found. */
    drop(id: string) {
      const deal = deals.get(id)
      if (deal) deal.stands = false
    },
    /** Each with its deals and what of them still counts. */
    candidates: () =>
      candidates.map((one) => ({
        deals: [...one.deals].toSorted(),
        total: totalOf(one).toFixed(2),
        isCrossed: totalOf(one).gte(threshold),
      })),
  }
}
