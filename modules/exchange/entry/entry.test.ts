import { describe, expect, it, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { lineAmount, type Piece, piecesFor, solveLine } from '../basket/basket.domain.ts'
import { draftOf, emptyBasket, newPaying, nobody } from './draft.domain.ts'
import {
  add,
  amountFor,
  type Entry,
  isNegotiated,
  newEntry,
  solveNumbers,
  typedNumber,
  typeInto,
} from './entry.domain.ts'

const grain = { quoteUnit: 1, localExponent: 2, ratePrecision: 4, cashUnit: '1' }
const dollars: Entry = { ...newEntry(1, 'buy'), currencyId: 'usd', usual: '4.45' }
const type = (...steps: [field: 'amount' | 'quantity' | 'rate', text: string][]) =>
  steps.reduce((entry, [field, text]) => typeInto(entry, field, text), dollars)

describe('a number as typed', () => {
  it.each([
    ['500', '500'],
    ['1,234.50', '1234.5'],
    ['1k', '1000'],
    ['2.5m', '2500000'],
    ['.5', '0.5'],
    ['0', undefined],
    ['', undefined],
    ['1.2.3', undefined],
    ['-5', undefined],
    ['5x', undefined],
  ])('%s is %s', (text, value) => expect(typedNumber(text)).toBe(value))
})

describe('any field of a line finds the others', () => {
  it('finds the amount from the quantity at the usual rate', () => {
    expect(solveNumbers(type(['quantity', '500']), grain)).toEqual({
      quantity: '500',
      rate: '4.45',
      amount: '2225.00',
    })
  })
  it('finds a quantity that can be handed over from an amount, and never touches the rate', () => {
    const entry = type(['quantity', '500'], ['amount', '2000'])
    expect(solveNumbers(entry, grain)).toEqual({ quantity: '449', rate: '4.45', amount: '1998.05' })
    expect(isNegotiated(entry, solveNumbers(entry, grain))).toBe(false)
  })
  it('finds the rate once it was emptied', () => {
    const entry = type(['quantity', '500'], ['rate', ''], ['amount', '2200'])
    expect(solveNumbers(entry, grain)).toEqual({ quantity: '500', rate: '4.4', amount: '2200.00' })
    expect(isNegotiated(entry, solveNumbers(entry, grain))).toBe(true)
  })
  it('keeps the quantity when the rate is negotiated', () => {
    expect(solveNumbers(type(['quantity', '1k'], ['rate', '4.46']), grain).amount).toBe('4460.00')
  })
  it('keeps the amount when the rate is negotiated after it', () => {
    expect(solveNumbers(type(['amount', '2000'], ['rate', '4']), grain).quantity).toBe('500')
  })
  it('forgets the quantity with the amount that it was found from', () => {
    expect(solveNumbers(type(['amount', '2000'], ['amount', '']), grain).quantity).toBeUndefined()
  })
})

describe('notes out of a drawer', () => {
  const notes = (...held: [faceValue: string, count: number][]): Piece[] =>
    held.map(([faceValue, count]) => ({ kind: 'note', faceValue, count }))
  test('are the fewest, going back where the largest lead nowhere', () => {
    expect(piecesFor('60', notes(['50', 1], ['20', 3]))).toEqual(notes(['20', 3]))
    expect(piecesFor('170', notes(['100', 2], ['50', 2], ['20', 1]))).toEqual(
      notes(['100', 1], ['50', 1], ['20', 1]),
    )
    expect(piecesFor('0.3', notes(['0.2', 1], ['0.1', 1]))).toEqual(notes(['0.2', 1], ['0.1', 1]))
  })
  test('that cannot make it are given up soon, however many there are', () => {
    expect(piecesFor('10005', notes(['100', 300], ['50', 300], ['20', 300], ['10', 200]))).toBeUndefined()
    const odd = notes(
      ['0.0002', 5000],
      ['0.0003', 5000],
      ['0.0005', 5000],
      ['0.0007', 5000],
      ['0.0011', 5000],
    )
    expect(piecesFor('59999.9999', odd)).toBeUndefined()
    expect(piecesFor('7', notes(['5', 1_000_000], ['3', 1_000_000]))).toBeUndefined()
  })
})

test('a cross deal by the books: 1000 SGD at 3.28 for dollars at 4.52', () => {
  const paid = lineAmount({ quantity: '1000', rate: '3.28', quoteUnit: 1 }, 2)
  expect(paid).toBe('3280.00')
  // 725.66371681 dollars, of which notes are 725.
  const got = solveLine({ amount: paid, rate: '4.52' }, 1, {
    localExponent: 2,
    ratePrecision: 8,
    cashUnit: '1',
  })
  expect(got).toMatchObject({ quantity: '725', amount: '3277.00' })
  expect(add([paid, `-${got.amount}`], 2)).toBe('3.00')
  expect(new Exact('3.28').dividedBy('4.52').toFixed(8)).toBe('0.72566372')
})

describe('the total of a deal finds its last line', () => {
  it('of a sale, with a fee beside it', () => expect(amountFor('sell', '1000', '5')).toBe('995'))
  it('of a purchase', () => expect(amountFor('buy', '-1000', '5')).toBe('1005'))
  it('not where the line goes the other way', () => expect(amountFor('buy', '1000', '0')).toBeUndefined())
})

describe('who stands in for the customer', () => {
  const party = { ...nobody, name: 'Ottoline Brackwater', idNumber: 'K7712' }
  const draft = (payable: string, part: object) =>
    draftOf(
      { ...emptyBasket(), ...part },
      { lines: [], payable, direction: 'out', cashId: 'cash', exponent: 2 },
    )
  it('goes with the payment that names them', () => {
    const { thirdParty, payments } = draft('5.00', { payments: [{ ...newPaying(), thirdParty: party }] })
    expect([thirdParty, payments.map((one) => one.thirdParty)]).toEqual([null, [party]])
  })
  it('is not forgotten when nothing is left to pay', () =>
    expect(draft('0.00', { payments: [{ ...newPaying(), thirdParty: party }] })).toMatchObject({
      thirdParty: party,
      payments: [],
    }))
  it('is nobody without a name', () => {
    const blank = { ...party, name: ' ' }
    const { thirdParty, payments } = draft('5.00', {
      thirdParty: blank,
      payments: [{ ...newPaying(), reference: 'Loan', thirdParty: blank }],
    })
    expect([thirdParty, payments.map((one) => one.thirdParty)]).toEqual([null, [null]])
  })
})
