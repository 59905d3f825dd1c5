import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Known } from '#modules/documents/acts/documents.domain.ts'
import type { PostingEvent } from '../events/events.domain.ts'

export const entryStates = ['draft', 'submitted', 'posted', 'reversed', 'cancelled'] as const
export type EntryState = (typeof entryStates)[number]

/** `opening`: what the books begin with, before the first day of business. */
export const entryKinds = ['adjusting', 'opening'] as const
export type EntryKind = (typeof entryKinds)[number]

const manage = 'manage_adjusting_entries'
/** Who decides on what is above the limit of others. */
export const rightToAuthorise = 'authorise_adjusting_entries'

/** Entries that people make by hand: above the limit `manual_journal` of who submits, another one approves. */
export const entryWorkflow = workflow({
  initial: 'draft',
  states: {
    draft: {},
    submitted: {},
    posted: {},
    reversed: { final: true },
    cancelled: { final: true },
  },
  actions: {
    create: { from: [null], to: 'draft', permission: manage, at: 'branch' },
    update: { from: ['draft'], permission: manage, at: 'branch', implied: true },
    submit: {
      from: ['draft'],
      to: ['submitted', 'posted'],
      becomes: ({ above }: Known) => (above.includes('limit') ? 'submitted' : 'posted'),
      permission: manage,
      at: 'branch',
    },
    approve: {
      from: ['submitted'],
      to: 'posted',
      permission: rightToAuthorise,
      at: 'branch',
      clears: 'limit',
    },
    reject: {
      from: ['submitted'],
      to: 'draft',
      permission: rightToAuthorise,
      at: 'branch',
      stops: 'limit',
      note: 'required',
    },
    reverse: {
      from: ['posted'],
      to: 'reversed',
      permission: manage,
      at: 'branch',
      guard: ({ above }: Known) => (above.includes('limit') ? 'ABOVE_OWN_LIMIT' : undefined),
      final: true,
    },
    cancel: {
      isRefusal: true,
      from: ['draft'],
      to: 'cancelled',
      permission: manage,
      at: 'branch',
      final: true,
    },
  },
})

/** What the journal calls it; of the parts only what branches owe one another is led by the mapping. */
export const entryEvent = {
  code: 'manualEntry',
  parts: ['interBranch', 'interBranchDue'],
} as const satisfies PostingEvent

/** A line as far as it is worth something: one side in local currency, or a foreign amount at a rate. */
export interface Worth {
  quantity: string | null
  rate: string | null
  debit: string | null
  credit: string | null
}

/** The local amount of a line, a debit above zero: what was typed, or else what the foreign amount is at the rate. */
export function amountOf(
  { quantity, rate, debit, credit }: Worth,
  { unit, exponent }: { unit: number; exponent: number },
): string {
  if (debit !== null) return new Exact(debit).toFixed()
  if (credit !== null) return new Exact(credit).negated().toFixed()
  return new Exact(quantity ?? 0)
    .times(rate ?? 0)
    .dividedBy(unit)
    .toDecimalPlaces(exponent)
    .toFixed()
}

interface InBranch {
  branchId: string
  amount: string
}

/** By how much debits exceed credits, in all and in each branch that is not even. */
export function listImbalances(lines: readonly InBranch[]) {
  const sums = new Map<string, InstanceType<typeof Exact>>()
  for (const { branchId, amount } of lines)
    sums.set(branchId, (sums.get(branchId) ?? new Exact(0)).plus(amount))
  const total = [...sums.values()].reduce((all, sum) => all.plus(sum), new Exact(0))
  const branches = [...sums]
    .filter(([, sum]) => !sum.isZero())
    .map(([branchId, sum]) => ({ branchId, difference: sum.toFixed() }))
  return { total: total.toFixed(), branches }
}

export interface DueLine extends InBranch {
  /** On which of the two accounts between branches. */
  due: 'from' | 'to'
  /** The other branch. */
  partyId: string
}

/**
 * The lines that make every branch even against the first that is short of debits: what the one is owed by the other, and what that
 * one owes. Empty where debits and credits differ in all, which no such line mends.
 */
export function dueLines(lines: readonly InBranch[]): DueLine[] {
  const { total, branches } = listImbalances(lines)
  const home = branches.find(({ difference }) => difference.startsWith('-')) ?? branches[0]
  if (!home || !new Exact(total).isZero()) return []
  return branches
    .filter(({ branchId }) => branchId !== home.branchId)
    .flatMap(({ branchId, difference }) => [
      owed(home.branchId, branchId, difference),
      owed(branchId, home.branchId, new Exact(difference).negated().toFixed()),
    ])
}

const owed = (branchId: string, partyId: string, amount: string): DueLine => ({
  branchId,
  partyId,
  amount,
  due: amount.startsWith('-') ? 'to' : 'from',
})
