import { expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { splitPayment } from './payment.domain.ts'

const card = (amount: string) => ({ isCash: false, amount })
const cash = (amount: string) => ({ isCash: true, amount })
const paid = (total: string, ...tenders: ReturnType<typeof cash>[]) =>
  splitPayment(total, tenders, { cashUnit: '0.05', decimals: 2 })

test('only what is paid in cash is rounded', () => {
  expect(paid('15.28', card('10.00'), cash('5.30'))).toMatchObject({ rounding: '0.02', change: '0.00' })
  expect(paid('15.28', cash('10.00'), card('5.28'))).toMatchObject({ rounding: '0.00', change: '0.00' })
  expect(paid('15.28', cash('20.00'))).toEqual({ amounts: ['15.30'], rounding: '0.02', change: '4.70' })
  expect(paid('15.28', card('15.28'))).toEqual({ amounts: ['15.28'], rounding: '0.00', change: '0.00' })
  expect([paid('17.97', cash('17.95')), paid('17.97', card('17.97'))]).toMatchObject([
    { rounding: '-0.02' },
    { rounding: '0.00' },
  ])
})

test('what cannot be paid so is refused at its tender', () => {
  expect(paid('15.28', cash('10.02'), card('5.26'))).toEqual({ at: 0, code: 'NOT_PAYABLE_IN_CASH' })
  expect(paid('15.28', card('20.00'))).toEqual({ at: 0, code: 'MORE_THAN_DUE' })
  expect(paid('15.28', cash('15.25'))).toEqual({ at: 0, code: 'PAID_TOO_LITTLE' })
  expect(paid('15.28', card('15.27'))).toEqual({ at: 0, code: 'PAID_TOO_LITTLE' })
})

test('sales and payments of a day meet', () => {
  const four = [
    paid('15.28', card('10.00'), cash('5.30')),
    paid('15.28', cash('10.00'), card('5.28')),
    paid('15.28', cash('20.00')),
    paid('15.28', card('15.28')),
  ]
  const all = four.flatMap((one) => ('amounts' in one ? one.amounts : []))
  expect(all.reduce((sum, amount) => sum.plus(amount), new Exact(0)).toFixed(2)).toBe('61.16')
})
