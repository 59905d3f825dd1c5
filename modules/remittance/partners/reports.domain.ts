import type { ActionOf } from '#kit/domain/workflow.domain.ts'
import type { OrderState, orderWorkflow } from '../order-rows/order-workflow.domain.ts'

/** What partners say of an order, in one vocabulary; an adapter translates its partner's own. */
export const reportKinds = [
  'accepted',
  'ready',
  'paid',
  'rejected',
  'returned',
  'cancelled',
  'cancelRefused',
  'notFound',
  'unknown',
  'duplicate',
] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportSources = ['create', 'query', 'cancel', 'webhook', 'file', 'person'] as const
export type ReportSource = (typeof reportSources)[number]

/** A partner's report as it is kept. */
export interface Report {
  /** The partner's own id of it; what was asked for has one of ours. */
  eventId: string
  source: ReportSource
  reference: string
  kind: ReportKind
  /** What of the balance came back, where it says so. */
  amount?: string | null
  reason?: string
  occurredAt?: Date | null
}

/**
 * `applied`: the order follows. `passed`: it says nothing that is not known. `conflict`: it contradicts what is known, and a person
 * looks into it. `kept`: it is being looked at. `unknownReference`: no order has its reference.
 */
export const outcomes = ['applied', 'passed', 'conflict', 'kept', 'unknownReference'] as const
export type Outcome = (typeof outcomes)[number]

type Act = ActionOf<typeof orderWorkflow>
interface Verdict {
  outcome: 'applied' | 'conflict' | 'passed'
  act?: Act
}

const passed: Verdict = { outcome: 'passed' }
const conflict: Verdict = { outcome: 'conflict' }
const by = (act: Act): Verdict => ({ outcome: 'applied', act })

/** Whether a report says that the partner had taken the balance; in files the amount is often that of the order. */
export const saysCameBack = ({ kind, source, amount = null }: Report): boolean =>
  source !== 'file' && amount !== null && (kind === 'rejected' || kind === 'cancelled')

/** An order has not yet had an answer that ends its sending. */
const open: readonly OrderState[] = ['sent', 'unknown']
const over: readonly OrderState[] = ['rejected', 'returned', 'refundPending', 'refunded']

/**
 * What an order in a state makes of a report: the state table decides, never the order in which reports come. An answer that nothing
 * is known, or none, changes nothing: absence of an answer is none. `isTaken`: the balance has paid for it already. `cameBack`: the
 * report says how much came back, so the partner had taken it, whether or not that was heard.
 */
export function judgeReport(
  kind: ReportKind,
  { state, isTaken, cameBack = false }: { state: OrderState; isTaken: boolean; cameBack?: boolean },
): Verdict {
  const isOver = over.includes(state)
  switch (kind) {
    case 'accepted':
      if (open.includes(state)) return by('accept')
      return isOver && !isTaken ? conflict : passed
    case 'ready':
      if (open.includes(state) || state === 'accepted') return by('makeReady')
      return isOver ? conflict : passed
    case 'paid':
      if (isOver) return conflict
      if (state === 'paid') return passed
      return isSent(state) ? by('payOut') : conflict
    case 'rejected':
      if (state === 'rejected' || (isOver && !isTaken)) return passed
      if (isOver || state === 'paid' || state === 'readyForPickup') return conflict
      if (!isSent(state)) return conflict
      return isTaken || cameBack ? by('giveBack') : by('reject')
    case 'returned':
      if (isOver) return isTaken ? passed : conflict
      return isSent(state) || state === 'paid' ? by('giveBack') : conflict
    case 'cancelled':
      if (state === 'cancelRequested') return by('recalled')
      return isOver ? passed : conflict
    case 'cancelRefused':
      return state === 'cancelRequested' ? by('refuseRecall') : passed
    default:
      return state === 'sent' ? by('lose') : passed
  }
}

const isSent = (state: OrderState) =>
  open.includes(state) || ['accepted', 'readyForPickup', 'cancelRequested'].includes(state)

/** Calendar days from one instant to another, by a clock elsewhere. */
function daysBetween(from: Date, to: Date, timeZone: string): number {
  const day = (at: Date) => Date.parse(at.toLocaleDateString('en-CA', { timeZone }))
  return Math.round((day(to) - day(from)) / 86_400_000)
}

/** What is known of an order that a partner may or may not have. */
export interface Resending {
  sentAt: Date
  notFoundAt: Date | null
  now: Date
  /** Seconds within which the partner knows what it was sent. */
  answersWithin: number
  /** Days for which it knows a reference again. */
  remembersDays: number
  timeZone: string
}

/**
 * Why an unknown order is not sent again under its reference: only after a *not found* that is later than the partner's processing
 * time, and only as long as the partner would know the reference again.
 */
export function barOfResending({
  sentAt,
  notFoundAt,
  now,
  answersWithin,
  remembersDays,
  timeZone,
}: Resending): 'REFERENCE_FORGOTTEN' | 'NOT_FOUND_FIRST' | undefined {
  if (daysBetween(sentAt, now, timeZone) >= remembersDays) return 'REFERENCE_FORGOTTEN'
  if (!notFoundAt || notFoundAt.getTime() < sentAt.getTime() + answersWithin * 1000) return 'NOT_FOUND_FIRST'
  return undefined
}

/** When a partner that has not answered so often is asked again: each time after twice as long, up to an hour. */
export const askAgain = (now: Date, queries: number): string =>
  new Date(now.getTime() + Math.min(30 * 2 ** queries, 3600) * 1000).toISOString()
