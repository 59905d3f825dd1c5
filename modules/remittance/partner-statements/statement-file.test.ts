import { expect, test } from 'vitest'
import { statementOf } from './statement-file.domain.ts'

const cells = (line: string) => line.split(',')
const faultsOf = (decimals: number, amount: string, balance = '') =>
  statementOf(
    ['reference,kind,amount,balance', `R,payout,${amount},${balance}`].map((line, at) => ({
      rowNumber: at + 1,
      cells: cells(line),
    })),
    decimals,
  ).faults.map(({ field, code }) => `${field} ${code}`)

test('what may be thousands is refused, never read as a fraction', () => {
  expect(faultsOf(0, '-500.000')).toEqual(['amount TOO_MANY_DECIMALS'])
  expect(faultsOf(2, '-1.500', '20.000')).toEqual(['balance TOO_MANY_DECIMALS', 'amount TOO_MANY_DECIMALS'])
  expect(faultsOf(3, '-1.500')).toEqual([])
})

test('a reference that is too long is refused, never cut', () => {
  const read = (reference: string) =>
    statementOf(
      ['reference,kind,amount', `${reference},payout,-1`].map((line, at) => ({
        rowNumber: at + 1,
        cells: cells(line),
      })),
      2,
    )
  expect(read('R'.repeat(100)).rows).toMatchObject([{ reference: 'R'.repeat(100) }])
  expect(read('R'.repeat(101))).toMatchObject({
    rows: [],
    faults: [{ field: 'reference', code: 'TEXT_TOO_LONG' }],
  })
})

test('an amount has no more decimals than its currency; zeros beyond them say nothing', () => {
  expect(faultsOf(2, '-12.3456')).toEqual(['amount TOO_MANY_DECIMALS'])
  expect(faultsOf(0, '-500000.00')).toEqual([])
  expect(faultsOf(2, '-12.3400', '-12')).toEqual([])
})
