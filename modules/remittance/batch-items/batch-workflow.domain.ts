import { workflow } from '#kit/domain/workflow.domain.ts'
import { type Actor, barOfMaker } from '#modules/actor.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'

export const batchStates = [
  'open',
  'closed',
  'approved',
  'sent',
  'acknowledged',
  'settled',
  'cancelled',
] as const
export type BatchState = (typeof batchStates)[number]
export const batchFormats = ['csv', 'pain001'] as const
export type BatchFormat = (typeof batchFormats)[number]

/** What was said of an item in the end; a batch is settled when all of its items are. */
const finals = new Set(['paid', 'rejected', 'returned', 'cancelled'])

/** What became of a batch by its items: never more than they say. */
export const stateByItems = (results: readonly string[]): 'acknowledged' | 'sent' | 'settled' =>
  results.every((result) => finals.has(result))
    ? 'settled'
    : results.some((result) => result !== '')
      ? 'acknowledged'
      : 'sent'

const manage = { permission: 'manage_payout_batches', at: 'place' } as const
const filled = ({ count }: { count: number }) => (count === 0 ? 'BATCH_EMPTY' : undefined)
const unmade = ({ makerIds }: Known, actor: Pick<Actor, 'selves'>) => barOfMaker(makerIds, actor)

/** Orders for one partner: collected, closed with their sum, let go by a second person, sent, and answered item by item. */
export const batchWorkflow = workflow({
  initial: 'open',
  states: {
    open: {},
    closed: {},
    approved: {},
    sent: {},
    acknowledged: {},
    settled: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: { ...manage, from: [null], to: 'open' },
    close: { ...manage, from: ['open'], to: 'closed', guard: filled },
    collect: { ...manage, from: ['open'] },
    takeOut: { ...manage, from: ['open'], implied: true },
    reopen: { ...manage, from: ['closed'], to: 'open' },
    approve: { from: ['closed'], to: 'approved', permission: 'payout_release', at: 'place', guard: unmade },
    reject: {
      from: ['closed'],
      to: 'open',
      permission: 'payout_release',
      at: 'place',
      note: 'required',
      isRefusal: true,
      guard: unmade,
    },
    send: { ...manage, from: ['approved'], to: 'sent', final: true },
    acknowledge: { ...manage, from: ['sent'], to: 'acknowledged', implied: true },
    settle: { ...manage, from: ['sent', 'acknowledged'], to: 'settled', implied: true },
    cancel: { ...manage, from: ['open'], to: 'cancelled', final: true, isRefusal: true },
  },
})
