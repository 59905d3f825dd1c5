import { describe, expect, test } from 'vitest'
import { valueDayOf } from '../providers/cut-off.domain.ts'
import { comparePartners, marginOf, solveQuote, totalOf } from './quotes.domain.ts'

const solve = (fixed: 'gets' | 'sends', amount: string, rate: string, payoutDecimals: number) =>
  solveQuote({ fixed, amount, rate, localDecimals: 2, payoutDecimals })

describe('a quote', () => {
  test('what the recipient gets is a promise: the customer sends the least that pays for it', () => {
    expect(solve('gets', '50000.00', '31.47', 2)).toEqual({
      fixed: 'gets',
      sends: '1588.82',
      gets: '50000.00',
      rounding: '0.005256',
    })
  })

  test('what the customer sends gives what the recipient gets, half up', () => {
    expect(solve('sends', '333.33', '31.47', 2)).toMatchObject({ sends: '333.33', gets: '10489.90' })
    expect(solve('sends', '1000.00', '3812.5', 0)).toMatchObject({ gets: '3812500' })
  })

  test('decimals are those in which the partner pays, not those of the currency', () => {
    expect(solve('sends', '777.71', '3487.15', 0)).toMatchObject({ gets: '2711991' })
    expect(solve('sends', '777.70', '1.6283', 0)).toMatchObject({ gets: '1266' })
    expect(solve('gets', '1266.50', '1.6283', 0)).toBe('TOO_MANY_DECIMALS')
  })

  test('nothing is sent for nothing', () => {
    expect(solve('sends', '0.01', '0.0001', 0)).toBe('RECIPIENT_GETS_NOTHING')
    expect(solve('sends', '10', '0', 0)).toBe('RATE_MISSING')
  })

  test('the customer pays what is sent, the fee and its tax; a waived fee costs nothing', () => {
    const fee = { fee: '12.96', isWaived: false }
    expect(totalOf('1000.00', [fee, { fee: '5.00', isWaived: true }], 2)).toBe('1012.96')
  })

  test('the margin is what is sent less what the partner takes', () => {
    expect(marginOf({ sends: '1000.00', gets: '3812500' }, '3850', 2)).toBe('9.74')
  })

  test('partners are compared by what the recipient gets, then by when', () => {
    const quote = (name: string, gets: string, arrivesOn: string) => ({ name, gets, total: '100', arrivesOn })
    const found = comparePartners(
      [
        quote('late', '99', '2026-12-02'),
        quote('poor', '90', '2026-11-30'),
        quote('best', '99', '2026-12-01'),
      ],
      'sends',
    )
    expect(found.map(({ name }) => name)).toEqual(['best', 'late', 'poor'])
  })
})

describe("the partner's day", () => {
  const weekdays = [1, 2, 3, 4, 5]
  const day =
    (timeZone: string, cutOff: string, workdays: number[], holidays: string[] = []) =>
    (at: string) =>
      valueDayOf({ timeZone, cutOff, workdays, holidays }, new Date(`${at}+08:00`))

  test('is told by the weekend and the holidays of the partner', () => {
    const manila = day('Asia/Manila', '14:00', weekdays, ['2026-11-30'])
    expect(manila('2026-11-27T13:59:59')).toBe('2026-11-27')
    expect(manila('2026-11-27T14:00:00')).toBe('2026-12-01')
    const dhaka = day('Asia/Dhaka', '15:00', [7, 1, 2, 3, 4])
    expect(dhaka('2026-11-26T16:59:59')).toBe('2026-11-26')
    expect(dhaka('2026-11-26T17:00:00')).toBe('2026-11-29')
  })

  test('follows summer time where the partner is', () => {
    const london = day('Europe/London', '16:30', weekdays)
    expect(london('2026-11-25T00:29:59')).toBe('2026-11-24')
    expect(london('2026-11-25T00:30:00')).toBe('2026-11-25')
    expect(london('2026-07-14T23:29:59')).toBe('2026-07-14')
    expect(london('2026-07-14T23:30:00')).toBe('2026-07-15')
  })

  test('never comes for a partner that does not work', () => {
    expect(day('Asia/Dhaka', '15:00', [])('2026-11-26T17:00:00')).toBeUndefined()
  })
})
