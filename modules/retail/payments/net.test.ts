import { expect, test } from 'vitest'
import { splitNet } from './net.domain.ts'

const cash = (amount: string) => ({ isCash: true, amount })
const card = (amount: string) => ({ isCash: false, amount })
const net = (total: string, owed: string, ...tenders: ReturnType<typeof cash>[]) =>
  splitNet({ total, owed }, tenders, { cashUnit: '0.05', decimals: 2 })

test('of a basket with a deal only what is paid in cash is rounded', () => {
  expect(net('69.97', '44.50', cash('30.00'))).toMatchObject({
    amounts: ['25.45'],
    rounding: '-0.02',
    change: '4.55',
  })
  expect(net('69.97', '44.50', card('25.47'))).toMatchObject({ amounts: ['25.47'], rounding: '0.00' })
  expect(net('69.97', '89.00')).toMatchObject({ paidOut: '-19.05', rounding: '-0.02' })
  expect(net('70.00', '445.00')).toMatchObject({ paidOut: '-375.00', rounding: '0.00' })
  expect(net('445.02', '445.00')).toMatchObject({ amounts: [], paidOut: '0.00', rounding: '-0.02' })
  expect(net('444.97', '445.00')).toMatchObject({ amounts: [], paidOut: '-0.05', rounding: '-0.02' })
})

test('what is owed to the customer is paid out, and what the customer owes of a deal is paid in cash', () => {
  expect(net('70.00', '445.00', cash('5.00'))).toEqual({ at: 0, code: 'NOTHING_TO_PAY' })
  expect(net('70.00', '-450.00', cash('500.00'), card('20.00'))).toEqual({ at: 1, code: 'DEAL_PAID_IN_CASH' })
  expect(net('70.00', '-450.00', cash('550.00'))).toMatchObject({ amounts: ['520.00'], change: '30.00' })
  expect(net('70.00', '-450.00')).toEqual({ at: 0, code: 'PAID_TOO_LITTLE' })
})
