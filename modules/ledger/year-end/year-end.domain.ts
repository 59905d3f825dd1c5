import { Exact } from '#kit/domain/decimals.domain.ts'
import { workflow } from '#kit/domain/workflow.domain.ts'
import type { Part, PostingEvent } from '../events/events.domain.ts'

export const yearEndStates = ['closed', 'reversed'] as const
export type YearEndState = (typeof yearEndStates)[number]

const manage = 'manage_period_lock'

/** What a year earned goes to retained earnings, and back again while its days are not locked; domain 12. */
export const yearEndWorkflow = workflow({
  initial: 'closed',
  states: { closed: {}, reversed: { final: true } },
  actions: {
    create: { from: [null], to: 'closed', permission: manage, at: 'branch' },
    reverse: { from: ['closed'], to: 'reversed', permission: manage, at: 'branch', final: true },
  },
})

export const yearEndParts = [
  { code: 'retainedEarnings', classes: ['equity'], keeps: null },
] as const satisfies readonly Part[]

/** Income and expense go to nil, and what is left of them to retained earnings. */
export const yearEndEvent = { code: 'yearEnd', parts: ['retainedEarnings'] } as const satisfies PostingEvent

export interface Year {
  from: string
  to: string
}

const asDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The fiscal year that a day is in, where it begins with a month, 1 to 12. */
export function fiscalYear(day: string, startMonth: number): Year {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const begun = month >= startMonth ? year : year - 1
  return { from: asDay(begun, startMonth - 1, 1), to: asDay(begun + 1, startMonth - 1, 0) }
}

/** Whether a day is the last of a fiscal year. */
export const isYearEnd = (day: string, startMonth: number): boolean => fiscalYear(day, startMonth).to === day

/** What an account of income or expense comes to in a branch at the end of a year; a debit above zero. */
export interface Result {
  accountId: string
  branchId: string
  itemId: string | null
  partyType: string | null
  partyId: string | null
  quantity: string
  value: string
}

const negated = (amount: string) => new Exact(amount).negated().toFixed()

/** The lines that bring results to nil, each at its own amount in local currency whatever the rate of the day is. */
export const closingLines = (results: readonly Result[]): Result[] =>
  results.map((one) => ({ ...one, quantity: negated(one.quantity), value: negated(one.value) }))

/** What each branch carries to retained earnings, a profit below zero as a credit is. */
export function carriedOf(results: readonly Result[]): { branchId: string; value: string }[] {
  const sums = new Map<string, string>()
  for (const { branchId, value } of results)
    sums.set(branchId, new Exact(sums.get(branchId) ?? 0).plus(value).toFixed())
  return [...sums]
    .filter(([, value]) => !new Exact(value).isZero())
    .map(([branchId, value]) => ({ branchId, value }))
}

/** What was earned less what was spent: above zero a profit. */
export const earnedBy = (results: readonly Pick<Result, 'value'>[]): string =>
  results.reduce((sum, { value }) => sum.minus(value), new Exact(0)).toFixed()
