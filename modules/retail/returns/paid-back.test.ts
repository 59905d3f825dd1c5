import { expect, test } from 'vitest'
import { splitRefund } from './returns.domain.ts'

test('other modes go back before cash, which is rounded, and the last return takes what is left', () => {
  const how = { roundingLeft: '0.02', cashUnit: '0.05', decimals: 2 }
  const paid = [
    { isCash: true, left: '5.30' },
    { isCash: false, left: '10.00' },
  ]
  expect(splitRefund('9.00', paid, { ...how, isLast: false })).toEqual({
    amounts: ['0.00', '9.00'],
    rounding: '0.00',
  })
  expect(splitRefund('12.02', paid, { ...how, isLast: false })).toEqual({
    amounts: ['2.00', '10.00'],
    rounding: '-0.02',
  })
  expect(splitRefund('15.28', paid, { ...how, isLast: true })).toEqual({
    amounts: ['5.30', '10.00'],
    rounding: '0.02',
  })
})
