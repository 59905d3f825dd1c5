import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Approver, approvers, highestOf, mayAgree } from '#modules/approvals/gates/gates.domain.ts'
import {
  looserIn,
  reports,
  rulesOn,
  combineStricter,
  type Terms,
  tierRank,
  tiers,
  timed,
} from './rules.domain.ts'

const orNull = <T>(...values: readonly T[]) => fc.constantFrom(null, ...values)
const approver: fc.Arbitrary<Approver | null> = orNull(...approvers)
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  isEnabled: fc.boolean(),
  operator: fc.constantFrom('>', '>='),
  // Few amounts, so that equal ones are compared by their operator.
  amount: fc.constantFrom('1', '2', '10', '10.0'),
  days: orNull(1, 7, 30),
  tier: orNull(...tiers),
  fields: fc.subarray(['occupation', 'nationality', 'purpose']),
  documents: fc.subarray(['idImage', 'proofOfFunds', 'proofOfAddress']),
  approveRole: approver,
  report: orNull(...reports),
  isBlocking: fc.boolean(),
  waitsForAnswers: fc.boolean(),
})

/** How much a term asks for, the more the higher; what the law leaves out asks for nothing. */
const demands: Record<string, (terms: Terms) => number> = {
  isEnabled: ({ isEnabled }) => Number(isEnabled),
  amount: ({ amount, operator }) => -Number(amount) * 2 + Number(operator === '>='),
  days: ({ days }) => days ?? 0,
  tier: ({ tier }) => [null, 'SDD', 'CDD', 'EDD'].indexOf(tier),
  approveRole: ({ approveRole }) =>
    [null, 'branch_manager', 'compliance_officer', 'mlro'].indexOf(approveRole),
  isBlocking: ({ isBlocking }) => Number(isBlocking),
  waitsForAnswers: ({ waitsForAnswers }) => Number(waitsForAnswers),
}
const isSuperset = (mine: readonly string[], law: readonly string[]) =>
  new Set(mine).isSupersetOf(new Set(law))

describe('what a company may make of a law', () => {
  test('is looser in exactly those terms that ask for less', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, (mine, law) => {
        const looser = new Set<string>(looserIn(mine, law))
        for (const [term, of] of Object.entries(demands))
          expect([term, looser.has(term)]).toEqual([term, of(mine) < of(law)])
        expect(looser.has('fields')).toBe(!isSuperset(mine.fields, law.fields))
        expect(looser.has('documents')).toBe(!isSuperset(mine.documents, law.documents))
        expect(looser.has('report')).toBe(law.report !== null && mine.report !== law.report)
        expect(looser.has('operator')).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  test('after a change of the law is the stricter of both in every term, and nothing beyond that', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, (mine, law) => {
        const both = combineStricter(mine, law)
        expect(looserIn(both, law)).toEqual([])
        for (const [term, of] of Object.entries(demands))
          expect([term, of(both)]).toEqual([term, Math.max(of(mine), of(law))])
        expect(both.days === null).toBe(mine.days === null && law.days === null)
        expect(new Set(both.fields)).toEqual(new Set([...mine.fields, ...law.fields]))
        expect(new Set(both.documents)).toEqual(new Set([...mine.documents, ...law.documents]))
        expect(both.report).toBe(law.report ?? mine.report)
      }),
      { numRuns: 300 },
    )
  })
})

describe('who agrees to a deal', () => {
  test('is whoever holds the role that is asked for, or a higher one', () => {
    const held = fc.subarray([...approvers, 'teller'])
    fc.assert(
      fc.property(held, approver, (roles, asked) => {
        const ranks = ['teller', 'branch_manager', 'compliance_officer', 'mlro']
        const isHighEnough = (role: string) => asked !== null && ranks.indexOf(role) >= ranks.indexOf(asked)
        expect(mayAgree(new Set(roles), asked)).toBe(asked === null || roles.some(isHighEnough))
      }),
    )
  })

  test('is asked by the highest role of several', () => {
    expect(highestOf([])).toBeNull()
    expect(highestOf([null])).toBeNull()
    expect(highestOf(['branch_manager', 'mlro', null, 'compliance_officer'])).toBe('mlro')
    expect(highestOf([null, 'branch_manager'])).toBe('branch_manager')
  })
})

test('a rule of the company’s own names no law, and keeps its terms', () => {
  const terms = fc.sample(anyTerms, { numRuns: 1, seed: 1 })[0] as Terms
  const nature = {
    service: 'money_changing',
    direction: 'both',
    instrument: 'any',
    metric: 'single',
    currency: 'MYR',
    linkBy: [],
  } as const
  const kept = { ...terms, code: 'OWN', revision: 3, baseVersion: null, nature, effectiveFrom: '2026-01-01' }
  const own = { ...terms, ...nature, code: 'OWN', revision: 3, effectiveFrom: '2026-01-01' }
  expect(rulesOn('2026-01-01', [], [kept])).toEqual([{ ...own, pack: null, version: 0, source: '' }])
  expect(rulesOn('2025-12-31', [], [kept])).toEqual([])
})

test('tiers rank from nothing to enhanced, and three metrics are given in days', () => {
  expect([null, ...tiers].map(tierRank)).toEqual([0, 1, 2, 3])
  expect(timed).toEqual(['linkedSeries', 'rollingDays', 'count'])
})
