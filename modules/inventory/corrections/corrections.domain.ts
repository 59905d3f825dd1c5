import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { partAt, type StockItem } from '../items/items.domain.ts'

/** Why stock changes outside a deal, a count and a transfer; domain 14.2. */
export const reasons = ['counterfeit', 'damaged', 'correction', 'exchange', 'shortOver'] as const
export type Reason = (typeof reasons)[number]
export const correctionStates = [
  'draft',
  'pending',
  'processed',
  'rejected',
  'cancelled',
  'reversed',
] as const
export type CorrectionState = (typeof correctionStates)[number]

export const correctionParts = [{ code: 'damaged', classes: ['expense'], keeps: null, says: 'item' }] as const
export const correctionEvent = {
  code: 'stockAdjusted',
  parts: ['cash', 'vault', 'stock', 'counterfeit', 'damaged', 'opening', 'shortOver'],
} as const satisfies PostingEvent
type Part = (typeof correctionEvent.parts)[number]

/** Where what goes out, or comes in, is posted to. */
const partOf = {
  counterfeit: 'counterfeit',
  damaged: 'damaged',
  correction: 'opening',
  shortOver: 'shortOver',
} as const satisfies Record<Exclude<Reason, 'exchange'>, Part>

/** What of each reason may stand in its lines: of counterfeit and damaged notes none comes in. */
export const waysOf = {
  counterfeit: ['out'],
  damaged: ['out'],
  correction: ['in', 'out'],
  exchange: ['in', 'out'],
  shortOver: ['in', 'out'],
} as const satisfies Record<Reason, readonly ('in' | 'out')[]>

type Acting = Pick<Actor, 'selves'>
const own = ({ makerIds }: Known, actor: Acting) => (isAmong(makerIds, actor) ? undefined : 'NOT_OWN_REQUEST')
const within = ({ above }: Known) => (above.includes('limit') ? 'ABOVE_OWN_LIMIT' : undefined)
const manage = 'manage_stock_adjustments'
const decided = ({ above }: Known): 'pending' | 'processed' =>
  above.includes('limit') ? 'pending' : 'processed'

/** Specification 001, 4: create, update, cancel, process, create and process; what is above a limit waits for another. */
export const correctionWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    pending: {},
    processed: {},
    rejected: { final: true },
    cancelled: { final: true },
    reversed: { final: true },
  },
  actions: {
    create: { from: [null], to: 'draft', permission: manage, at: 'place' },
    createAndProcess: {
      from: [null],
      to: ['processed', 'pending'],
      becomes: decided,
      permission: manage,
      at: 'place',
    },
    update: { from: ['draft'], permission: manage, at: 'place', guard: own },
    process: {
      from: ['draft'],
      to: ['processed', 'pending'],
      becomes: decided,
      permission: manage,
      at: 'place',
      guard: own,
    },
    approve: {
      from: ['pending'],
      to: 'processed',
      permission: manage,
      at: 'place',
      clears: 'limit',
      final: true,
    },
    reject: {
      from: ['pending'],
      to: 'rejected',
      permission: manage,
      at: 'place',
      stops: 'limit',
      note: 'required',
      isRefusal: true,
    },
    cancel: {
      from: ['draft', 'pending'],
      to: 'cancelled',
      permission: manage,
      at: 'place',
      guard: own,
      final: true,
      isRefusal: true,
    },
    reverse: {
      from: ['processed'],
      to: 'reversed',
      permission: manage,
      at: 'place',
      note: 'required',
      guard: within,
      final: true,
      isRefusal: true,
    },
  },
})

export interface Adjusted {
  item: StockItem
  /** Above zero what comes in, below what goes out. */
  quantity: string
  /** Of what comes in at a cost that was typed. */
  cost: string | null
  /** Local value of one unit, where there is none to have a cost. */
  mid: string | undefined
}

interface At {
  branchId: string
  counterId: string | null
  /** Who answers for what is short or over. */
  employeeId: string
}

/** The lines of a posting of an adjustment: each at cost, or at what was typed, against the part of its reason. */
export function adjustedLines(
  reason: Exclude<Reason, 'exchange'>,
  at: At,
  lines: readonly Adjusted[],
): PostingLine<Part>[] {
  const party = reason === 'shortOver' ? { party: { type: 'employee', id: at.employeeId } } : {}
  return lines.flatMap(({ item, quantity, cost, mid }, index): PostingLine<Part>[] => [
    {
      part: partAt(item, at.counterId),
      branchId: at.branchId,
      counterId: at.counterId,
      itemId: item.id,
      quantity,
      ...(item.isLocal
        ? { amount: quantity }
        : cost !== null
          ? { amount: cost }
          : mid !== undefined && { valueAt: mid }),
    },
    { part: partOf[reason], branchId: at.branchId, itemId: item.id, mirrors: 2 * index, ...party },
  ])
}

/**
 * The lines of an exchange of notes between stocks of one currency: what goes out at cost comes in by amount, and the last takes what is
 * left. `costOf`: what the quantity that goes out costs, in local currency. Nothing where only the notes of one stock change.
 */
export function exchangedLines(
  at: At,
  lines: readonly Adjusted[],
  { cost, exponent }: { cost: string; exponent: number },
): PostingLine<Part>[] {
  const out = lines.filter(({ quantity }) => quantity.startsWith('-'))
  const into = lines.filter(({ quantity }) => !quantity.startsWith('-'))
  const total = into.reduce((sum, { quantity }) => sum.plus(quantity), new Exact(0))
  let left = new Exact(cost)
  const place = ({ item, quantity }: Adjusted) => ({
    part: partAt(item, at.counterId),
    branchId: at.branchId,
    counterId: at.counterId,
    itemId: item.id,
    quantity,
  })
  return [
    ...out.map((line) => ({ ...place(line), ...(line.item.isLocal && { amount: line.quantity }) })),
    ...into.map((line, index) => {
      const share =
        index === into.length - 1
          ? left
          : new Exact(new Exact(cost).times(line.quantity).div(total).toFixed(exponent))
      left = left.minus(share)
      return { ...place(line), amount: share.toFixed() }
    }),
  ]
}

/** The first line whose item an earlier line has; -1 where each item stands once. */
export function repeatedAt(lines: readonly { itemId: string }[]): number {
  const first = new Map(lines.map(({ itemId }, index) => [itemId, index] as const).toReversed())
  return lines.findIndex(({ itemId }, index) => first.get(itemId) !== index)
}

/** Net change of each item, in the order of the lines: notes of one stock that are changed for others move nothing. */
export function netOf(lines: readonly Adjusted[]): Adjusted[] {
  const sums = new Map<string, Adjusted>()
  for (const line of lines) {
    const before = sums.get(line.item.id)
    sums.set(
      line.item.id,
      before ? { ...before, quantity: new Exact(before.quantity).plus(line.quantity).toFixed() } : line,
    )
  }
  return [...sums.values()].filter(({ quantity }) => !new Exact(quantity).isZero())
}
