import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { ModePart } from '#modules/inventory/mode-mapping/mode-mapping.domain.ts'
import type { PostingEvent } from '#modules/ledger/events/events.domain.ts'
import { type Actor, barOfMaker } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { PostingLine } from '#modules/ledger/posting/posting.domain.ts'
import { type PrefundPlace, prefundLine } from '../prefunds/prefunds.domain.ts'

export const inwardStates = ['noticed', 'inReview', 'cleared', 'paid', 'returned'] as const
export type InwardState = (typeof inwardStates)[number]

/** What the guards look at. */
interface Paying {
  /** Due diligence, screening, another name or what the partner left out asks for compliance; known when it is paid. */
  isGated?: boolean
}
const unmade = ({ makerIds }: Known, actor: Pick<Actor, 'selves'>) => barOfMaker(makerIds, actor)

/**
 * A partner's money is paid once to the recipient who knows the code, or goes back. What asks for compliance waits for it unpaid, and
 * is paid once it was cleared.
 */
export const inwardWorkflow = workflow({
  initial: 'noticed',
  states: {
    noticed: {},
    inReview: {},
    cleared: {},
    paid: { final: true },
    returned: { final: true },
  },
  actions: {
    create: { from: [null], to: 'noticed', permission: 'manage_inward_remittances' },
    pay: {
      from: ['noticed', 'cleared'],
      to: ['paid', 'inReview'],
      becomes: ({ isGated }: Paying) => (isGated ? 'inReview' : 'paid'),
      permission: 'pay_inward_remittances',
    },
    clear: {
      from: ['inReview'],
      to: 'cleared',
      permission: 'clear_transaction_rba',
      clears: 'rba',
      note: 'required',
      guard: unmade,
    },
    refuse: {
      from: ['inReview'],
      to: 'returned',
      permission: 'clear_transaction_rba',
      stops: 'rba',
      note: 'required',
      final: true,
      isRefusal: true,
      guard: unmade,
    },
    // After those that go on: the first act of a page is the one most want.
    complete: { from: ['noticed', 'inReview', 'cleared'], permission: 'manage_inward_remittances' },
    giveBack: {
      from: ['noticed', 'cleared'],
      to: 'returned',
      permission: 'manage_inward_remittances',
      note: 'required',
      final: true,
      isRefusal: true,
    },
  },
})

export const inwardEvent = {
  code: 'remittance.inwardPaid',
  parts: ['prefund', 'cash', 'bank', 'stock', 'rounding'],
  isAcrossBranches: true,
} as const satisfies PostingEvent
type InwardPart = (typeof inwardEvent.parts)[number]

export const isInwardPart = (part: ModePart | null): part is 'bank' | 'cash' =>
  part === 'cash' || part === 'bank'

/** What is handed out: local money by a mode, or notes of the drawer in their own currency and what is left in local cash. */
export type Handed =
  | { part: 'bank' | 'cash'; modeId: string; localItemId: string; due: string; rounding: string }
  | {
      part: 'stock'
      itemId: string
      quantity: string
      /** What the notes are paid for with; the rest of the amount is due in local cash. */
      proceeds: string
      /** What is judged: the amount, or what is handed out at mid where that is more. */
      worth: string
      localItemId: string
      due: string
      rounding: string
    }

const minus = (value: string) => new Exact(value).negated().toFixed()

const notesLine = (
  here: { branchId: string; counterId: string },
  { itemId, quantity, proceeds }: Extract<Handed, { part: 'stock' }>,
) => ({ part: 'stock', ...here, itemId, quantity: minus(quantity), proceeds }) as const

/** The partner owes us what we paid out for it: its balance grows by what it settles, worth what the recipient got. */
export function inwardLines(
  from: PrefundPlace,
  {
    branchId,
    counterId,
    settles,
    amount,
  }: { branchId: string; counterId: string; settles: string; amount: string },
  handed: Handed,
): PostingLine<InwardPart>[] {
  const here = { branchId, counterId }
  const owed = prefundLine(from, settles, { amount })
  const { localItemId, due, rounding } = handed
  const cash = {
    part: 'cash',
    ...here,
    itemId: localItemId,
    quantity: minus(due),
    amount: minus(due),
  } as const
  const lines: PostingLine<InwardPart>[] = [
    owed,
    ...(handed.part === 'stock' ? [notesLine(here, handed)] : []),
    handed.part === 'bank' ? { part: 'bank', ...here, modeId: handed.modeId, amount: minus(due) } : cash,
    // What is paid out above the amount costs us, below it stays.
    { part: 'rounding', ...here, amount: rounding },
  ]
  return lines.filter((line) => line.amount === undefined || !new Exact(line.amount).isZero())
}
