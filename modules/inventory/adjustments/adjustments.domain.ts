import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, isAmong } from '#modules/actor.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { partAt, type StockItem } from '../items/items.domain.ts'

export const adjustmentKinds = ['opening', 'float'] as const
export type AdjustmentKind = (typeof adjustmentKinds)[number]
export const adjustmentStates = ['requested', 'posted', 'rejected', 'withdrawn', 'reversed'] as const

/** What the journal calls a document of each kind. */
export const adjustmentEvents = {
  opening: { code: 'opening', parts: ['cash', 'vault', 'stock', 'opening'] },
  float: { code: 'float', parts: ['cash', 'vault', 'stock'] },
} as const satisfies Record<AdjustmentKind, PostingEvent>
export type OpeningPart = (typeof adjustmentEvents.opening.parts)[number]
type FloatPart = (typeof adjustmentEvents.float.parts)[number]

/** Who may make a document of this kind may also undo it. */
export const permissionFor = {
  opening: 'post_opening_balances',
  float: 'transfer_counter_stock',
} as const satisfies Record<AdjustmentKind, string>

/** Which limit of a person bounds a document of this kind. */
export const limitOf = {
  opening: 'adjustment_value',
  float: 'transfer_value',
} as const satisfies Record<AdjustmentKind, string>

interface Judged {
  kind: AdjustmentKind
  authorId: string
  /** Why it is above the limit of whoever acts, with what else counts towards that; undefined where it is within. */
  above: Refusal | string | undefined
  /** Why one of the places of a float is not in the hands of whoever acts alone; undefined where all are. */
  ofOthers?: Refusal | string | undefined
  /** As it is made: above the limit another shall be asked. */
  asksApproval?: boolean
}
type Acting = Pick<Actor, 'permissions' | 'selves' | 'userId'>

const notOwn = ({ authorId }: Judged, actor: Acting) =>
  isAmong([authorId], actor) ? 'MAKER_IS_CHECKER' : undefined
const own = ({ authorId }: Judged, { userId }: Acting) =>
  authorId === userId ? undefined : 'NOT_OWN_REQUEST'
const within = ({ above }: Judged) => above
/** Stock goes between places of one person; to another's hand it is a transfer. */
const inHand = ({ above, ofOthers }: Judged) => ofOthers ?? above
const { opening, float } = permissionFor

/**
 * What is within the limit of its author is posted as it is made; opening stock above it is requested, and posted by another who
 * approves it. What is posted stays; a mirror of it is posted where it was wrong.
 */
export const adjustmentWorkflow = workflow({
  initial: 'requested',
  states: {
    requested: {},
    posted: {},
    rejected: { final: true },
    withdrawn: { final: true },
    reversed: { final: true },
  },
  actions: {
    createOpening: {
      from: [null],
      to: ['requested', 'posted'],
      becomes: ({ above }: Judged) => (above ? 'requested' : 'posted'),
      permission: opening,
      at: 'branch',
      guard: ({ above, asksApproval = false }: Judged) => (asksApproval ? undefined : above),
    },
    createFloat: { from: [null], to: 'posted', permission: float, at: 'branch', guard: inHand },
    approve: {
      from: ['requested'],
      to: 'posted',
      permission: opening,
      at: 'branch',
      clears: 'limit',
      final: true,
      guard: (asked: Judged, actor: Acting) => notOwn(asked, actor) ?? within(asked),
    },
    reject: {
      from: ['requested'],
      to: 'rejected',
      permission: opening,
      at: 'branch',
      stops: 'limit',
      note: 'required',
      guard: notOwn,
    },
    withdraw: {
      from: ['requested'],
      to: 'withdrawn',
      permission: opening,
      at: 'branch',
      final: true,
      guard: own,
    },
    reverse: {
      from: ['posted'],
      to: 'reversed',
      permission: [opening, float],
      at: 'branch',
      note: 'required',
      final: true,
      guard: (posted: Judged, { permissions }: Acting) =>
        permissions.has(permissionFor[posted.kind])
          ? inHand(posted)
          : new Refusal('FORBIDDEN', {}, { kind: 'forbidden' }),
    },
  },
})
interface Moved {
  item: StockItem
  quantity: string
}

const minus = (value: string) => new Exact(value).negated().toFixed()

/** A branch begins with this in its vault, at what it cost; local money costs what it is. */
export function openingLines(
  branchId: string,
  lines: readonly (Moved & { cost: string })[],
): PostingLine<OpeningPart>[] {
  const sum = lines.reduce((total, { cost }) => total.plus(cost), new Exact(0))
  return [
    ...lines.map(({ item, quantity, cost }) => ({
      part: partAt(item, null),
      branchId,
      itemId: item.id,
      quantity,
      amount: cost,
    })),
    { part: 'opening', branchId, amount: sum.negated().toFixed() },
  ]
}

/** From one place of a branch to another: what it has cost goes with it, and the branch has as much as before. */
export const floatLines = (
  branchId: string,
  from: string | null,
  to: string | null,
  lines: readonly Moved[],
): PostingLine<FloatPart>[] =>
  lines.flatMap(({ item, quantity }, index) => {
    const out = { part: partAt(item, from), branchId, counterId: from, itemId: item.id }
    const into = { ...out, part: partAt(item, to), counterId: to, quantity, mirrors: index * 2 }
    return [{ ...out, quantity: minus(quantity), ...(item.isLocal && { amount: minus(quantity) }) }, into]
  })
