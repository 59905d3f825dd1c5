import { expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { payingModes, pricePayments } from './payments.domain.ts'
import { addPayout } from './pieces.domain.ts'

const mode = (id: string, side: 'payment' | 'delivery', kind: 'cash' | 'bankTransfer') =>
  ({ id, side, kind, code: id, name: id, needsClearing: kind === 'bankTransfer' }) as const
const modes = [
  mode('cashIn', 'payment', 'cash'),
  mode('bankIn', 'payment', 'bankTransfer'),
  mode('cashOut', 'delivery', 'cash'),
]
const terms = {
  modes,
  net: '1112.83',
  local: { exponent: 2, cashUnit: '0.05' },
  hasCustomer: true,
  isChange: true,
}
const paid = (modeId: string, amount: string, direction: 'in' | 'out' = 'in') => ({
  direction,
  modeId,
  amount,
  tendered: null,
  reference: '',
  thirdParty: null,
})

function refusal(act: () => unknown) {
  try {
    act()
  } catch (error) {
    return (error as Refusal).fields[0]
  }
  return undefined
}

test('without an entry the whole is cash, rounded to the smallest coin', () => {
  const { payments, rounding } = pricePayments([], terms)
  expect(rounding).toBe('0.02')
  expect(payments).toMatchObject([{ direction: 'in', mode: { id: 'cashIn' }, amount: '1112.85' }])
  const out = pricePayments([], { ...terms, net: '-1112.83' })
  expect(out).toMatchObject({ rounding: '-0.02', payments: [{ direction: 'out', amount: '1112.85' }] })
  expect(pricePayments([], { ...terms, net: '0.02' })).toEqual({ payments: [], rounding: '-0.02' })
})

test('only cash is rounded, by half a coin at most', () => {
  const mixed = [paid('bankIn', '1000'), paid('cashIn', '112.85')]
  expect(pricePayments(mixed, terms).rounding).toBe('0.02')
  const short = refusal(() => pricePayments([paid('bankIn', '1112.85')], terms))
  expect(short).toMatchObject({ code: 'PAYMENTS_DIFFER', data: { expected: '1112.83', entered: '1112.85' } })
  // Whoever is still typing hears it from the screen.
  expect(pricePayments([paid('bankIn', '1')], { ...terms, isChange: false }).rounding).toBe('0.00')
})

test('a payment is refused at the field that is wrong', () => {
  const at = (entry: ReturnType<typeof paid>) => refusal(() => pricePayments([entry], terms))
  expect(at(paid('cashOut', '1'))).toMatchObject({ field: 'payments.0.modeId', code: 'UNKNOWN_MODE' })
  expect(at(paid('cashOut', '1', 'out'))).toMatchObject({ code: 'PAYMENT_AGAINST_NET' })
  expect(at(paid('cashIn', '1112.83'))).toMatchObject({ code: 'NOT_PAYABLE', data: { cashUnit: '0.05' } })
  expect(at({ ...paid('cashIn', '1112.85'), tendered: '1000' } as never)).toMatchObject({
    field: 'payments.0.tendered',
    code: 'TENDERED_TOO_LITTLE',
  })
})

test('fees by mode are of what is paid in, which is the whole in cash where nothing is entered', () => {
  expect(payingModes([], modes, '50')).toEqual([{ modeId: 'cashIn', amount: '50' }])
  expect(payingModes([], modes, '-50')).toEqual([])
  expect(payingModes([paid('bankIn', '10'), paid('cashOut', '5', 'out')], modes, '50')).toMatchObject([
    { modeId: 'bankIn', amount: '10' },
  ])
})

test('notes that are paid out add up to the cash', () => {
  const { payments } = pricePayments([], { ...terms, net: '-60' })
  const notes = [{ kind: 'note' as const, faceValue: '20', count: 3 }]
  expect(addPayout(payments, notes)).toMatchObject([{ amount: '60', pieces: notes }])
  const more = [{ kind: 'note' as const, faceValue: '50', count: 1 }]
  expect(refusal(() => addPayout(payments, more))).toMatchObject({
    field: 'payout',
    code: 'PIECES_DIFFER',
    data: { sum: '50', quantity: '60' },
  })
})
