import { expect, test } from 'vitest'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { checkReconciliation, type Reconciled } from './invariants.domain.ts'
import { previewRule, type Rule, type RuledLine } from './rules.domain.ts'
import { datePoints, isOneOff, type OpenItem, type OpenLine, referencePoints } from './score.domain.ts'
import { findSubsets } from './subsets.domain.ts'
import { suggestMatches } from './suggest.domain.ts'

const line = (more: Partial<OpenLine> = {}): OpenLine => ({
  id: 'L',
  bookedOn: '2026-03-03',
  amount: 25_000,
  text: 'CASH DEP',
  counterparty: '',
  ...more,
})
const item = (id: string, day: number, amount = 25_000, more: Partial<OpenItem> = {}): OpenItem => ({
  id,
  on: `2026-03-0${day}`,
  amount,
  reference: id,
  party: '',
  ...more,
})
const ways = (lines: readonly OpenLine[], items: readonly OpenItem[]) =>
  suggestMatches(lines, items).map(({ suggestions, isSure }) => [
    suggestions.map(({ itemIds, score }) => `${itemIds.join('+')} ${score.total}`),
    isSure,
  ])

const equal = [item('R1', 2), item('R2', 3), item('R3', 3)]

test('equal amounts are suggested with what tells them apart, and none is sure', () => {
  expect(ways([line()], equal)).toEqual([[['R2 70', 'R3 70', 'R1 67'], false]])
})

test('a reference in the text makes one of them sure, and says why', () => {
  const [found] = suggestMatches([line({ text: 'CASH DEP R3' })], equal)
  expect(found?.isSure).toBe(true)
  expect(found?.suggestions[0]).toMatchObject({
    itemIds: ['R3'],
    score: { total: 90, amount: 50, date: 20, reference: 20, party: 0 },
  })
})

test('all ways to add up are shown and none is ticked; the one that is left is', () => {
  const party = { party: 'Heron', reference: '' }
  const deposit = line({ amount: 100_000, text: 'HERON', counterparty: 'Heron' })
  const items = [
    item('A', 3, 40_000, party),
    item('B', 3, 60_000, party),
    item('C', 3, 30_000, party),
    item('D', 3, 70_000, party),
  ]
  expect(ways([deposit], items)).toEqual([[['A+B 80', 'C+D 80'], false]])
  expect(
    ways(
      [deposit],
      items.filter(({ id }) => id !== 'C'),
    ),
  ).toEqual([[['A+B 80'], false]])
})

test('two lines that are sure of one item are not', () => {
  const lines = [line({ id: 'L1', text: 'R3' }), line({ id: 'L2', text: 'R3' })]
  expect(ways(lines, [item('R3', 3)])).toEqual([
    [['R3 90'], false],
    [['R3 90'], false],
  ])
})

test('lines that come to one item together are suggested as parts of it', () => {
  const lines = [
    line({ id: 'L1', amount: 10_000, text: 'X9' }),
    line({ id: 'L2', amount: 15_000, text: 'X9' }),
  ]
  const [first, second] = suggestMatches(lines, [item('X9', 3)])
  expect(first?.suggestions).toEqual(second?.suggestions)
  expect(first?.suggestions).toMatchObject([{ lineIds: ['L1', 'L2'], itemIds: ['X9'], score: { total: 90 } }])
  expect([first?.isSure, second?.isSure]).toEqual([false, false])
})

test('what goes out never settles what comes in', () => {
  expect(ways([line({ amount: -25_000 })], equal)).toEqual([[[], false]])
})

test('points of a day fall to none at seven', () => {
  expect([0, 1, -3, 7, 20].map(datePoints)).toEqual([20, 17, 11, 0, 0])
})

test('a reference is found over blanks and signs, and one sign off where it is long', () => {
  expect(referencePoints(['CHQ', '101'], ['101'])).toBe(20)
  expect(referencePoints(['INV', '2026', '0007'], ['INV2026', '0007'])).toBe(20)
  expect(referencePoints(['INV20260070'], ['INV20260007'])).toBe(12)
  expect(referencePoints(['102'], ['101'])).toBe(0)
  expect(['12', 'ab', 'abcd'].map((text) => isOneOff(text, 'ab'))).toEqual([false, false, false])
})

test('subsets are bounded by twelve amounts and give the fewest first', () => {
  expect(findSubsets([40, 60, 30, 70, 100], 100)).toEqual({
    ways: [
      [0, 1],
      [2, 3],
    ],
    isWhole: true,
  })
  expect(findSubsets([10, 20, 30, 60], 60)).toEqual({ ways: [[0, 1, 2]], isWhole: true })
  expect(
    findSubsets(
      Array.from({ length: 13 }, () => 1),
      2,
    ),
  ).toEqual({ ways: [], isWhole: false })
  expect(
    findSubsets(
      Array.from({ length: 12 }, () => 1),
      2,
    ),
  ).toMatchObject({ isWhole: false })
})

const rule: Rule = { contains: 'fee', direction: 'out', least: null, most: null, accountId: '5050' }
const ruled = (id: string, text: string, amount: string, more: Partial<RuledLine> = {}): RuledLine => ({
  id,
  text,
  amount,
  matchedTo: null,
  isExcluded: false,
  ...more,
})

test('a rule says before it runs what it would change, and what was decided otherwise', () => {
  const lines = [
    ruled('monthly', 'MONTHLY FEE', '-10.00'),
    ruled('coffee', 'COFFEE HOUSE', '-12.40', { matchedTo: 'expense' }),
    ruled('refund', 'FEE REFUND', '10.00'),
    ruled('fee', 'fee', '-8.00'),
    ruled('card', 'CARD FEE', '-3.00', { isExcluded: true }),
  ]
  const preview = previewRule(rule, lines)
  expect(preview).toEqual({
    fit: ['monthly', 'coffee', 'fee', 'card'],
    change: ['monthly', 'fee'],
    against: ['coffee'],
    excluded: ['card'],
  })
  const after = lines.map((one) => (preview.change.includes(one.id) ? { ...one, matchedTo: '5050' } : one))
  expect(previewRule(rule, after)).toMatchObject({ change: [], against: ['coffee'] })
  expect(previewRule({ ...rule, least: '9', most: '10' }, lines).fit).toEqual(['monthly'])
})

const january: Reconciled = {
  opening: '10000.00',
  closing: '10950.00',
  lines: [
    { id: 'deposit', amount: '1200.00' },
    { id: 'cheque 102', amount: '-250.00' },
  ],
  book: '10450.00',
  outstanding: ['-500.00'],
  previousClosing: '10000.00',
  processedLines: new Set(),
}

test('a reconciliation opens, adds up and fits the books, or says both figures', () => {
  const refused = (more: Partial<Reconciled>) => {
    try {
      checkReconciliation({ ...january, ...more })
      return undefined
    } catch (error) {
      return error instanceof Refusal ? [error.code, error.data] : error
    }
  }
  expect(refused({})).toBeUndefined()
  expect(refused({ previousClosing: null })).toBeUndefined()
  expect(refused({ previousClosing: '9999.00' })).toEqual([
    'RECONCILIATION_OPENING',
    { expected: '9999.00', opening: '10000.00' },
  ])
  expect(refused({ closing: '10951.00' })).toEqual([
    'RECONCILIATION_CLOSING',
    { expected: '10950', closing: '10951.00' },
  ])
  expect(refused({ book: '10375.00' })).toMatchObject([
    'RECONCILIATION_BOOK',
    { expected: '10875', closing: '10950.00' },
  ])
  expect(refused({ book: '10375.00', outstanding: ['-500.00', '-75.00'] })).toBeUndefined()
  expect(refused({ processedLines: new Set(['deposit']) })).toMatchObject([
    'RECONCILIATION_LINE',
    { line: 'deposit' },
  ])
  expect(refused({ lines: [...january.lines, ...january.lines] })).toMatchObject([
    'RECONCILIATION_LINE',
    { line: 'deposit' },
  ])
})
