import { expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { deviationOf, type Side } from '../basket/basket.domain.ts'
import { type DealFacts, gatesOf, type Limits, optionalReasons, presentGates } from './gates.domain.ts'

const facts: DealFacts = {
  lines: [],
  deviationAsks: '0.02',
  amount: '1000',
  makerToday: '0',
  customerToday: null,
  waivedFees: '0',
  hasThirdParty: false,
  isUncleared: false,
  isRequested: false,
}
const free: Limits = new Map(['deal_amount', 'daily_amount'].map((type) => [type, 'unlimited']))
const upTo = (percent: string): Limits => new Map([...free, ['rate_deviation', percent]])

/** The gates of one line that is dealt at so much of the board's 4.4321. */
function at(side: Side, share: string, limits: Limits, more: Partial<DealFacts> = {}) {
  const usual = '4.4321'
  const rate = new Exact(usual).times(share).toFixed()
  const lines = [{ position: 0, deviation: deviationOf(side, rate, usual), loss: '0' }]
  return gatesOf({ ...facts, lines, ...more }, limits, optionalReasons).map(
    ({ reason, rule, value, limit, line }) => ({ reason, rule, value, limit, line }),
  )
}

const byRule = (value: string) => [
  { reason: 'rateDeviation', rule: 'rateValidation', value, limit: '0.02', line: 0 },
]

test.each<[side: Side, worse: (away: string) => string]>([
  ['buy', (away) => new Exact(1).minus(away).toFixed()],
  ['sell', (away) => new Exact(1).plus(away).toFixed()],
])('a rate worse for the customer asks a second person from the rule’s deviation on: %s', (side, worse) => {
  for (const limits of [free, upTo('1'), upTo('unlimited')]) {
    expect(at(side, worse('0.0199'), limits)).toEqual([])
    expect(at(side, worse('0.01999999'), limits)).toEqual([])
    expect(at(side, worse('0.02'), limits)).toEqual(byRule('0.02'))
    expect(at(side, worse('0.0201'), limits)).toEqual(byRule('0.0201'))
    expect(at(side, worse('0.099'), limits)).toEqual(byRule('0.099'))
  }
})

test.each<[side: Side, better: (away: string) => string]>([
  ['buy', (away) => new Exact(1).plus(away).toFixed()],
  ['sell', (away) => new Exact(1).minus(away).toFixed()],
])(
  'a rate better for the customer asks by the rule, and below it by the person’s limit: %s',
  (side, better) => {
    const ofPerson = (value: string, limit: string) => [
      { reason: 'rateDeviation', rule: 'authoriseLimits', value, limit, line: 0 },
    ]
    expect(at(side, better('0.0001'), free)).toEqual(ofPerson('0.0001', '0'))
    expect(at(side, better('0.03333333333'), free)).toEqual(byRule('0.03333333'))
    expect(at(side, better('0.01'), upTo('1'))).toEqual([])
    expect(at(side, better('0.0101'), upTo('1'))).toEqual(ofPerson('0.0101', '0.01'))
    for (const limits of [free, upTo('5'), upTo('unlimited')])
      expect(at(side, better('0.02'), limits)).toEqual(byRule('0.02'))
    expect(at(side, better('0.0199'), upTo('5'))).toEqual([])
  },
)

test('a rule on deviations asks nobody where it is switched off, nor about the board rate itself', () => {
  for (const side of ['buy', 'sell'] as const) {
    expect(at(side, '1', free, { deviationAsks: '0' })).toEqual([])
    expect(at(side, side === 'buy' ? '0.91' : '1.09', free, { deviationAsks: null })).toEqual([])
    const usual = { position: 0, deviation: '0.05', loss: '0' }
    expect(gatesOf({ ...facts, lines: [usual] }, free, [])).toEqual([])
  }
})

test('what a gate compares is shown with the decimals of the currency, a share and a count as they are', () => {
  const gate = {
    kind: 'limit' as const,
    rule: '',
    source: '',
    approveRole: null,
    value: '1000.5',
    limit: '100',
  }
  const figures = (more: object, exponent: number) =>
    presentGates([{ ...gate, reason: 'dealAmount' as const, ...more }], { permissions: hears }, exponent).map(
      ({ value, limit }) => [value, limit],
    )
  const hears = new Set(['clear_transaction_rba'])
  expect(figures({}, 3)).toEqual([['1000.500', '100.000']])
  expect(figures({ value: '1000', limit: null }, 0)).toEqual([['1000', null]])
  expect(figures({ reason: 'restRate', value: '0.0123', limit: '0.02' }, 2)).toEqual([['0.0123', '0.02']])
  expect(figures({ kind: 'rba', reason: 'dueDiligence', value: '3', limit: '2' }, 2)).toEqual([['3', '2']])
})
