import { expect, test } from 'vitest'
import type { Refusal } from '#kit/domain/refusal.domain.ts'
import { defaultLimits, rateRules } from '#modules/rates/validation/validation.domain.ts'
import { type EnteredLine, type LineGround, type LineTerms, priceLine } from './lines.domain.ts'
import { expectedGain } from './pricing.domain.ts'

const sold: EnteredLine = {
  side: 'sell',
  currencyId: 'usd',
  subCurrencyId: null,
  quantity: '250',
  rate: null,
  usualRate: null,
  reason: '',
  transfer: null,
  pieces: [],
}
const ground: LineGround = {
  currency: { id: 'usd', code: 'USD', exponent: 2, cashUnit: '1', quoteUnit: 1 },
  rate: { buy: '4.36', sell: '4.4512', mid: '4.4', rule: { kind: 'base', id: null } },
  sub: undefined,
  faces: ['1', '5', '10', '100'],
  accounts: [],
}
const terms: LineTerms = {
  localExponent: 2,
  held: [],
  costs: new Map([['usd', '4.380123']]),
  limits: rateRules.map((rule) => ({ rule, ...defaultLimits[rule] })),
  isChange: true,
}

/** The fields that a line is refused at, with their codes. */
function refusedAt(line: Partial<EnteredLine>, other: Partial<LineGround> = {}) {
  try {
    priceLine({ ...sold, ...line }, 1, { ...ground, ...other }, terms)
    return []
  } catch (error) {
    return (error as Refusal).fields.map(({ field, code }) => `${field} ${code}`)
  }
}

test('a sale at the usual rate has its amount and average cost, each rounded once', () => {
  const { line, facts, missing } = priceLine(sold, 0, ground, terms)
  expect(line).toMatchObject({ rate: '4.4512', usualRate: '4.4512', amount: '1112.80', cost: '1095.03' })
  expect(facts).toEqual({ position: 0, deviation: '0', loss: '0' })
  expect(missing).toEqual([])
  expect(expectedGain([line], 2)).toEqual({ dealing: '12.80', holding: '4.97', realised: '17.77' })
})

test('a negotiated rate below cost says how far it gives way, what is lost, and that the reason is missing', () => {
  const { line, facts, missing } = priceLine({ ...sold, rate: '4.375' }, 2, ground, terms)
  expect(line.amount).toBe('1093.75')
  expect(facts).toMatchObject({ position: 2, loss: '1.28' })
  expect(facts.deviation).toMatch(/^0\.01711897915168/)
  expect(missing).toEqual([
    { field: 'lines.2.reason', code: 'REASON_REQUIRED', rule: 'negotiatedRate', source: '' },
  ])
})

test('a quote holds for its own quantity alone', () => {
  const quoted = {
    side: 'sell' as const,
    currencyId: 'usd',
    subCurrencyId: null,
    quantity: '250.00',
    usualRate: '4.44',
    mid: '4.39',
    rateRule: ground.rate.rule,
  }
  const held = { ...terms, held: [quoted] }
  expect(priceLine(sold, 0, ground, held).line).toMatchObject({ rate: '4.44', mid: '4.39' })
  expect(priceLine({ ...sold, quantity: '251' }, 0, ground, held).line.rate).toBe('4.4512')
})

test('a purchase has no cost, and a whole of which a sale has none earns nothing yet', () => {
  const bought = priceLine({ ...sold, side: 'buy' }, 0, ground, terms).line
  expect(bought).toMatchObject({ rate: '4.36', amount: '1090.00', cost: null })
  const unstocked = priceLine(sold, 1, ground, { ...terms, costs: new Map() }).line
  expect(expectedGain([bought, unstocked], 2)).toBeNull()
  expect(expectedGain([bought], 2)).toEqual({ dealing: '0.00', holding: '0.00', realised: '0.00' })
})

test('a line is refused at the field that is wrong', () => {
  const at = (field: string, code: string) => [`lines.1.${field} ${code}`]
  expect(refusedAt({ quantity: '250.5' })).toEqual(at('quantity', 'NOT_PAYABLE'))
  expect(refusedAt({ quantity: '250.555' })).toEqual(at('quantity', 'TOO_MANY_DECIMALS'))
  expect(refusedAt({ usualRate: '4.45' })).toEqual(at('rate', 'RATE_CHANGED'))
  expect(refusedAt({ rate: '4.0' })).toEqual(at('rate', 'RATE_OUT_OF_TOLERANCE'))
  expect(refusedAt({ rate: '0.00000001', quantity: '1' })).toEqual(at('quantity', 'COMES_TO_NOTHING'))
  const note = (faceValue: string, count: number) => ({ kind: 'note' as const, faceValue, count })
  expect(refusedAt({ pieces: [note('100', 2)] })).toEqual(at('pieces', 'PIECES_DIFFER'))
  expect(refusedAt({ pieces: [note('50', 5)] })).toEqual(at('pieces', 'NO_SUCH_PIECE'))
  expect(refusedAt({ subCurrencyId: 'large' })).toEqual(at('subCurrencyId', 'INVALID_PAIR'))
  expect(refusedAt({}, { rate: { ...ground.rate, sell: null } })).toEqual(at('currencyId', 'INVALID_PAIR'))
})

test('by a bank a line goes in cents, by an account of its currency, at what that has cost', () => {
  const place = { ledgerId: 'l', branchId: 'b', isLocal: false }
  const accounts = [{ ...place, id: 'usd1', name: 'Nostro', currencyId: 'usd' }]
  const transfer = { accountId: 'usd1', reference: '' }
  const costs = new Map([['usd', '4.38'] as const, ['usd1', '4.5'] as const])
  const byBank = { ...sold, quantity: '100.55', transfer }
  const { line } = priceLine(byBank, 0, { ...ground, accounts }, { ...terms, costs })
  expect(line).toMatchObject({ transfer: { account: { id: 'usd1' } }, cost: '452.48' })
  expect(refusedAt({ quantity: '100.55' })).toEqual(['lines.1.quantity NOT_PAYABLE'])
  expect(refusedAt({ transfer })).toEqual(['lines.1.transfer.accountId BANK_ACCOUNT_UNFIT'])
  expect(refusedAt({ quantity: '100.555', transfer }, { accounts })).toEqual([
    'lines.1.quantity TOO_MANY_DECIMALS',
  ])
})
