import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  amountsOf,
  draftOf,
  emptyBasket,
  fieldWithoutNumber,
  hasContent,
  newPaying,
  nextKey,
  nobody,
  type Paying,
  roundingOf,
  findRepresentative,
} from './draft.domain.ts'
import { add, type Entry, newEntry } from './entry.domain.ts'

const decimal = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((n) => new Exact(n).div(10 ** places).toFixed(places))
const entry: Entry = { ...newEntry(1, 'buy'), currencyId: 'JPY', usual: '2.9' }
const paying = (part: Partial<Paying> = {}): Paying => ({ ...newPaying(), ...part })
const party = { ...nobody, name: 'Ottoline Brackwater' }

test('a deal names the first field in which something is typed that is no number', () => {
  const find = (part: Partial<Entry>, payment: Partial<Paying> = {}, isCash = true) =>
    fieldWithoutNumber({ entries: [{ ...entry, ...part }], payments: [paying(payment)] }, () => isCash)
  expect(find({ quantity: '250', amount: '' })).toBeUndefined()
  for (const text of ['250,50', 'x', '0', '1e5']) {
    expect(find({ quantity: text })).toBe('1.quantity')
    expect(find({ rate: text })).toBe('1.rate')
    expect(find({ amount: text, found: 'quantity' })).toBe('1.amount')
    // What is found from the other two is not read.
    expect(find({ amount: text })).toBeUndefined()
    expect(find({}, { amount: text })).toBe('payments.0.amount')
    expect(find({}, { tendered: text })).toBe('payments.0.tendered')
    expect(find({}, { tendered: text }, false)).toBeUndefined()
  }
  expect(find({ pieces: [{ kind: 'note', faceValue: '1', count: Number.NaN }] })).toBe('1.pieces.0')
})

describe('payments', () => {
  const amounts = fc.array(fc.oneof(decimal(1, 10 ** 5, 2), fc.constant('')), { maxLength: 5 })
  test('come to what is payable: the first without an amount takes what the others leave', () => {
    fc.assert(
      fc.property(amounts, decimal(0, 10 ** 5, 2), (given, payable) => {
        const found = amountsOf(
          given.map((amount) => paying({ amount })),
          payable,
          2,
        )
        const rest = add([payable, ...given.flatMap((one) => (one === '' ? [] : `-${one}`))], 2)
        const open = given.indexOf('')
        expect(found).toEqual(
          given.map((one, at) =>
            one !== '' ? new Exact(one).toFixed() : at === open && Number(rest) > 0 ? rest : null,
          ),
        )
      }),
    )
  })

  test('in cash are rounded to the smallest coin: what is left for cash, in the direction it goes', () => {
    const ask = { cashUnit: '0.05', exponent: 2, isCash: (modeId: string) => modeId !== 'card' }
    const rounding = (net: string, ...payments: Partial<Paying>[]) =>
      roundingOf(payments.map(paying), { ...ask, net })
    expect(rounding('10.02')).toBe('-0.02')
    expect(rounding('-10.02')).toBe('0.02')
    expect(rounding('10.02', {})).toBe('-0.02')
    expect(rounding('10.02', { modeId: 'card' })).toBe('0.00')
    expect(rounding('10.02', { amount: '5' })).toBe('0.00')
    expect(rounding('10.02', { modeId: 'card', amount: '5.01' }, {})).toBe('-0.01')
    expect(rounding('-10.02', { modeId: 'card', amount: '5.01' }, {})).toBe('0.01')
    expect(rounding('10.02', {}, { modeId: 'card' })).toBe('-0.02')
  })

  test('are left out where all is plain cash, and say who handed over how much', () => {
    const draft = (direction: 'in' | 'out', ...payments: Partial<Paying>[]) =>
      draftOf(
        { ...emptyBasket(), payments: payments.map(paying) },
        { lines: [], payable: '10.00', direction, cashId: 'cash', exponent: 2 },
      ).payments
    expect(draft('in', {}, { modeId: 'cash' })).toEqual([])
    const rest = { reference: '', thirdParty: null, tendered: null }
    const one = { direction: 'in', modeId: 'cash', amount: '10.00', ...rest }
    expect(draft('in', { modeId: 'card' })).toEqual([{ ...one, modeId: 'card' }])
    expect(draft('in', { tendered: '20' })).toEqual([{ ...one, tendered: '20' }])
    expect(draft('out', { tendered: '20' })).toEqual([{ ...one, direction: 'out' }])
    expect(draft('in', { amount: '4' }, {})).toEqual([
      { ...one, amount: '4' },
      { ...one, amount: '6.00' },
    ])
    expect(draft('in', { amount: '10' }, {})).toEqual([{ ...one, amount: '10' }])
    expect(draft('in', { reference: 'R1' })).toEqual([{ ...one, reference: 'R1' }])
    expect(draft('in', { thirdParty: party })).toEqual([{ ...one, thirdParty: party }])
  })
})

describe('the deal that is sent', () => {
  const context = { lines: [], payable: '0.00', direction: 'in', cashId: 'cash', exponent: 2 } as const
  test('names a customer, or who walked in and gave something of themselves', () => {
    const walkIn = { name: '', idType: '', idNumber: 'K1', idIssuingCountry: '' } as const
    const customer = { id: 'c', name: 'Anna', type: 1, isBlocked: false } as const
    const draft = (part: object) => draftOf({ ...emptyBasket(), ...part }, context)
    expect(draft({ walkIn })).toMatchObject({ customerId: null, walkIn })
    expect(draft({ walkIn, customer })).toMatchObject({ customerId: 'c', walkIn: null })
    expect(draft({ walkIn: { ...walkIn, idNumber: ' ' } })).toMatchObject({ customerId: null, walkIn: null })
    expect(draft({ waived: { a: 'regular', b: ' ' } }).waivedFees).toEqual([
      { ruleId: 'a', reason: 'regular' },
    ])
  })

  test('says rate and reason only where they were negotiated, and pieces that there are some of', () => {
    const pieces = [
      { kind: 'note' as const, faceValue: '50', count: 1 },
      { kind: 'note' as const, faceValue: '20', count: 0 },
    ]
    const line = (rate: string, quantity?: string) =>
      draftOf(emptyBasket(), {
        ...context,
        lines: [{ entry: { ...entry, reason: 'regular', pieces }, typed: { rate, quantity } }],
      }).lines[0]
    const base = {
      side: 'buy',
      currencyId: 'JPY',
      subCurrencyId: null,
      pieces: pieces.slice(0, 1),
      transfer: null,
    }
    expect(line('2.9', '100')).toEqual({ ...base, quantity: '100', rate: null, reason: '' })
    expect(line('2.8')).toEqual({ ...base, quantity: '', rate: '2.8', reason: 'regular' })
  })

  test('says by which account of ours a line comes or goes', () => {
    const byBank = { ...entry, accountId: 'usd1', reference: 'FT 1' }
    const { lines } = draftOf(emptyBasket(), { ...context, lines: [{ entry: byBank, typed: {} }] })
    expect(lines[0]?.transfer).toEqual({ accountId: 'usd1', reference: 'FT 1' })
  })

  test('says who came: the first that a payment names, where nothing is left to pay', () => {
    const payments = [paying(), paying({ thirdParty: party })]
    expect(findRepresentative({ thirdParty: nobody, payments }, true)).toBe(party)
    expect(findRepresentative({ thirdParty: nobody, payments }, false)).toBe(nobody)
    expect(findRepresentative({ thirdParty: nobody, payments: [paying()] }, true)).toEqual(nobody)
    const other = { ...nobody, name: 'Cleo Nash' }
    expect(findRepresentative({ thirdParty: other, payments }, true)).toBe(other)
  })

  test('would be lost where anything was entered', () => {
    const empty = emptyBasket()
    expect(hasContent(empty)).toBe(false)
    expect(empty.entries).toHaveLength(1)
    for (const part of [
      { entries: [{ ...newEntry(1, 'buy'), quantity: '5' }] },
      { customer: { id: 'c', name: 'Anna', type: 1, isBlocked: false } as const },
      { walkIn: { ...empty.walkIn, name: 'x' } },
      { walkIn: { ...empty.walkIn, idNumber: 'x' } },
      { thirdParty: party },
      { remarks: 'x' },
    ])
      expect(hasContent({ ...empty, ...part })).toBe(true)
    expect(nextKey()).toBeLessThan(nextKey())
  })
})
