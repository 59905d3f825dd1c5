import { expect, test } from 'vitest'
import { countPlaywright, countVitest, sentenceOf, skippedIn, spentOf, totalOf } from './tally.ts'

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
})
const journeys = (expected: number, unexpected = 0, skipped = 0) => ({
  stats: { expected, unexpected, skipped },
})

test('vitest: tests by their outcome', () => {
  const testResults = [
    file('passed', 'passed', 'passed', 'pending'),
    file('failed', 'passed', 'failed', 'todo'),
  ]
  expect(countVitest({ testResults }, false)).toEqual({ passed: 3, failed: 1, skipped: 2 })
})

test('vitest: a file that does not load, or whose hook throws, is one failure', () => {
  const testResults = [file('passed', 'passed'), file('failed'), file('failed', 'pending', 'pending')]
  expect(countVitest({ testResults }, false)).toEqual({ passed: 1, failed: 2, skipped: 2 })
})

test('vitest: an error outside the tests, a missing report, and no test at all are one failure', () => {
  expect(countVitest({ testResults: [file('passed', 'passed')] }, false).failed).toBe(1)
  expect(countVitest(undefined, false)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  expect(countVitest({ testResults: [] }, true).failed).toBe(1)
})

test('vitest: what is skipped is named', () => {
  const named = (fullName: string, status: string) => ({ fullName, status })
  const assertionResults = [named('a', 'passed'), named('b c', 'skipped'), named('d', 'failed')]
  expect(skippedIn({ testResults: [{ status: 'passed', assertionResults }] })).toEqual(['b c'])
  expect(skippedIn(undefined)).toEqual([])
})

test('playwright: journeys by their outcome', () => {
  expect(countPlaywright(journeys(5, 1, 2), false)).toEqual({ passed: 5, failed: 1, skipped: 2 })
  expect(countPlaywright(journeys(5), true)).toEqual({ passed: 5, failed: 0, skipped: 0 })
})

test('playwright: an error outside the tests, a missing report, and no test at all are one failure', () => {
  expect(countPlaywright(journeys(5), false).failed).toBe(1)
  expect(countPlaywright(undefined, true).failed).toBe(1)
  expect(countPlaywright(journeys(0), true).failed).toBe(1)
})

test('the closing line', () => {
  const total = totalOf([
    { passed: 7, failed: 0, skipped: 0 },
    { passed: 5, failed: 1, skipped: 0 },
  ])
  expect(sentenceOf(total)).toBe('12 passed, 1 failed')
  expect(sentenceOf({ ...total, skipped: 2 })).toBe('12 passed, 1 failed, 2 skipped')
})

test('a suite says what it took of its budget, and when that was too much', () => {
  expect(spentOf(49.96, 60)).toBe('50.0 of 60 s')
  expect(spentOf(60.1, 60)).toBe('60.1 of 60 s, OVER ITS BUDGET')
})
