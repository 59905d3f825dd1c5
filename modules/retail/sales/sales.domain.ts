import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, covers } from '#modules/actor.domain.ts'
import type { ModePart } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { Part, PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'

export const saleStates = ['open', 'settled', 'cancelled'] as const
export type SaleState = (typeof saleStates)[number]

interface Judged {
  /** Off the receipt, in percent of it. */
  discountPercent?: string
  /** By how much it is sold for less than it cost. */
  belowCost?: string
}

const within = ({ discountPercent = '0', belowCost = '0' }: Judged, { limits }: Pick<Actor, 'limits'>) => {
  if (!covers(limits.get('retail_discount'), discountPercent)) return 'DISCOUNT_ABOVE_LIMIT'
  return covers(limits.get('below_cost'), belowCost) ? undefined : 'BELOW_COST_ABOVE_LIMIT'
}

/** A basket, which may be put aside by a name, until it is paid. */
export const saleWorkflow = workflow({
  initial: 'open',
  states: { open: {}, settled: { final: true }, cancelled: { final: true } },
  actions: {
    create: { from: [null], to: 'open', permission: 'create_retail_sales', at: 'counter' },
    park: { from: ['open'], permission: 'create_retail_sales', at: 'counter' },
    settle: {
      from: ['open'],
      to: 'settled',
      permission: 'create_retail_sales',
      at: 'counter',
      guard: within,
    },
    cancel: {
      from: ['open'],
      to: 'cancelled',
      permission: 'create_retail_sales',
      at: 'counter',
      final: true,
    },
  },
})

/** Goods are sold gross: what is got for them, and what they had cost. */
export const saleParts = [
  { code: 'retailSales', classes: ['income'], keeps: null },
  { code: 'retailCost', classes: ['expense'], keeps: null },
  {
    code: 'retailStock',
    classes: ['asset'],
    keeps: 'retail',
    gross: { sales: 'retailSales', cost: 'retailCost' },
  },
] as const satisfies readonly Part[]

export const saleEvent = {
  code: 'sale',
  parts: ['retailStock', 'retailSales', 'outputTax', 'rounding', 'cash', 'bank', 'clearing', 'cheques'],
} as const satisfies PostingEvent
type SalePart = (typeof saleEvent.parts)[number]

export const isSalePart = (part: ModePart | null): part is Extract<SalePart, ModePart> =>
  part === 'cash' || part === 'bank' || part === 'clearing' || part === 'cheques'

export interface SoldLine {
  itemId: string
  kind: string
  quantity: string
  net: string
  tax: string
}

interface SalePayment {
  part: Extract<SalePart, ModePart>
  modeId: string
  amount: string
}

const minus = (amount: string) => new Exact(amount).negated().toFixed()

/** The posting of a sale: goods out of the store of the branch at their cost, money in by its mode, tax and what is rounded. */
export function saleLines({
  branchId,
  counterId,
  localItemId,
  lines,
  payments,
  rounding,
}: {
  branchId: string
  counterId: string
  localItemId: string
  lines: readonly SoldLine[]
  payments: readonly SalePayment[]
  rounding: string
}): PostingLine<SalePart>[] {
  const here = { branchId, counterId }
  const tax = lines.reduce((sum, line) => sum.plus(line.tax), new Exact(0)).toFixed()
  const posted: PostingLine<SalePart>[] = [
    ...lines.map(({ itemId, kind, quantity, net }): PostingLine<SalePart> =>
      kind === 'goods'
        ? { part: 'retailStock', branchId, itemId, quantity: minus(quantity), proceeds: net }
        : { part: 'retailSales', ...here, amount: minus(net) },
    ),
    ...payments.map(({ part, modeId, amount }): PostingLine<SalePart> =>
      part === 'cash'
        ? { part, ...here, itemId: localItemId, quantity: amount, amount }
        : { part, ...here, modeId, amount },
    ),
    { part: 'outputTax', ...here, amount: minus(tax) },
    { part: 'rounding', ...here, amount: minus(rounding) },
  ]
  return posted.filter(({ amount }) => amount === undefined || !new Exact(amount).isZero())
}

/** What a sale gets for its goods below what they cost: lines of one item are held against its average together. */
export const belowCostOf = (
  lines: readonly SoldLine[],
  averages: ReadonlyMap<string, string>,
  decimals: number,
): string =>
  lines
    .reduce((sum, { itemId, quantity, net }) => {
      const cost = new Exact(averages.get(itemId) ?? 0).times(quantity).toDecimalPlaces(decimals)
      return cost.greaterThan(net) ? sum.plus(cost).minus(net) : sum
    }, new Exact(0))
    .toFixed()
