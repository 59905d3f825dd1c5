import { expect, test } from 'vitest'
import { isRestLetThrough, findMostMoved } from './rests.domain.ts'

const line = (position: number, usualRate: string, rateNow: string) => ({ position, usualRate, rateNow })

test('of the lines of a rest the one counts whose rate has moved most, up or down', () => {
  expect(findMostMoved([line(0, '4.5', '4.5'), line(1, '5', '5.00')])).toBeUndefined()
  expect(findMostMoved([line(0, '4', '4.04'), line(1, '5', '4.9')])).toMatchObject({
    position: 1,
    deviation: '0.02',
  })
})

test('an approval holds for a rate that has moved no further, until its day is over', () => {
  const now = new Date('2026-03-02T10:00:00Z')
  const gate = { kind: 'rest', state: 'approved', value: '0.01', lapsesAt: '2026-03-02T16:00:00Z' }
  expect(isRestLetThrough([gate], '0.01', now)).toBe(true)
  expect(isRestLetThrough([gate], '0.011', now)).toBe(false)
  expect(isRestLetThrough([gate], '0.01', new Date('2026-03-02T16:00:00Z'))).toBe(false)
  expect(isRestLetThrough([{ ...gate, state: 'open' }], '0.01', now)).toBe(false)
  expect(isRestLetThrough([{ ...gate, kind: 'reversal' }], '0.01', now)).toBe(false)
})
