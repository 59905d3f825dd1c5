/** What is done at the end of a month before its days are locked, in this order; domain 12.3. */
export const steps = [
  'deals',
  'openings',
  'days',
  'counts',
  'vaults',
  'transit',
  'banks',
  'partners',
  'payable',
  'revaluation',
  'sealed',
  'check',
  'statements',
  'yearEnd',
  'lock',
] as const
export type Step = (typeof steps)[number]

/** Steps that a company without stock keeping has nothing to do in, as long as nothing is left there all the same. */
export const stepsOfStock: readonly Step[] = ['openings', 'counts', 'vaults', 'transit', 'revaluation']

/** How much of a step is left. Nothing: it is done. */
export interface StepLeft {
  step: Step
  count: number
  /** What is left, the first few by name. */
  examples: readonly string[]
  /** By which states the list of what is left is looked through, where its module says so. */
  states?: readonly string[]
  /** Who did it last, and when, where that is known. */
  by?: string | null
  at?: string | null
}

/** The first and the last day of a month, such as `2026-02`. */
export function daysOf(month: string): { from: string; to: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year, number, 0))
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}
