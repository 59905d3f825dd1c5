import { expect, test } from 'vitest'
import { lineWith, type StatementLine } from '../formats/statement.domain.ts'
import { countRows, newRows, sharedNumbers } from './rows.domain.ts'

const row = (day: number, amount: string, text: string, bankReference = ''): StatementLine =>
  lineWith({ bookedOn: `2026-03-0${day}`, amount, text, bankReference })

/** Rows of an account that files are brought into, with what each file has new. */
function account() {
  const known = new Map<string, number>()
  return (lines: readonly StatementLine[]) => {
    const fresh = newRows(countRows(lines), known)
    for (const { key, occurrence } of fresh) known.set(key, occurrence)
    return fresh.map(({ line }) => `${line.amount} ${line.text}`)
  }
}

const [deposit, fee, rent] = [
  row(1, '300.00', 'Deposit'),
  row(2, '-20.00', 'Cash card fee'),
  row(3, '-100.00', 'Part of rent'),
]
const first = [deposit, fee, fee, rent]
const second = [fee, fee, fee, rent, row(4, '55.50', 'Deposit')]

test('a row is known by what it says and how often, in files that overlap', () => {
  const take = account()
  expect(take(first)).toHaveLength(4)
  expect(take(second)).toEqual(['-20.00 Cash card fee', '55.50 Deposit'])
  expect(take(first)).toEqual([])
})

test('the order of two files changes nothing of what they come to', () => {
  const take = account()
  expect(take(second)).toHaveLength(5)
  expect(take(first)).toEqual(['300.00 Deposit'])
  expect(account()(first)).toHaveLength(4)
})

test('a number that the bank uses twice is trusted for its own row alone, and said', () => {
  const hotel = row(4, '-86.40', 'Hotel', '7001')
  const lines = [hotel, row(4, '-2.59', 'Foreign fee', '7001'), row(6, '86.40', 'Hotel', '7001')]
  const take = account()
  expect(take(lines)).toHaveLength(3)
  expect(sharedNumbers(lines)).toEqual(['7001'])
  expect(take([hotel, row(7, '-12.00', 'Cafe', '7002')])).toEqual(['-12.00 Cafe'])
  expect(take(lines)).toEqual([])
  expect(account()([hotel, hotel])).toHaveLength(2)
})
