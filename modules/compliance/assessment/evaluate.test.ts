// Long because rules of several laws, their versions and every window are tried on the same deals.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import {
  type KeptRule,
  type Link,
  looserIn,
  metrics,
  type PackRule,
  type Rule,
  rulesOn,
  tierRank,
} from '../rules/rules.domain.ts'
import { packRules } from '../packs/packs.domain.ts'
import { type Known, stops } from './assess.domain.ts'
import { type Deal, type EarlierDeal, evaluate, type Facts, tierOf, windowOf } from './evaluate.domain.ts'

const on = '2026-11-20'
const packOf = (pack: string) =>
  rulesOn(
    on,
    packRules.filter((rule) => rule.pack === pack),
    [],
  )
const deal = (localAmount: string, part: Partial<Deal> = {}): Deal => ({
  at: '2026-11-20T04:00:00Z',
  businessDate: on,
  direction: 'buy',
  localAmount,
  cashAmount: localAmount,
  ...part,
})
const facts = (one: Deal, earlier: readonly EarlierDeal[] = [], part: Partial<Facts> = {}): Facts => ({
  service: 'money_changing',
  deal: one,
  earlier,
  ...part,
})
const same = () => '1'
const codes = (rules: readonly Rule[], given: Facts, rateOf: (currency: string) => string | null = same) =>
  evaluate(rules, given, rateOf).crossed.map(({ code }) => code)

describe('the packs', () => {
  test('Malaysia: from 3,000 in a day the customer is identified, above 10,000 with a copy, 25,000 in cash is a report', () => {
    const my = packOf('MY')
    expect(codes(my, facts(deal('2999.99')))).toEqual([])
    expect(codes(my, facts(deal('3000.00')))).toEqual(['MY-EXCHANGE-3K'])
    expect(codes(my, facts(deal('10000.00')))).toEqual(['MY-EXCHANGE-3K'])
    expect(codes(my, facts(deal('10000.01')))).toEqual(['MY-EXCHANGE-3K', 'MY-EXCHANGE-10K'])
    const first = deal('2000', { at: '2026-11-20T01:00:00Z' })
    expect(codes(my, facts(deal('1000'), [first]))).toEqual(['MY-EXCHANGE-3K'])
    expect(codes(my, facts(deal('999.99'), [first]))).toEqual([])
    expect(codes(my, facts(deal('1000'), [{ ...first, businessDate: '2026-11-19' }]))).toEqual([])
    const morning = deal('15000', { at: '2026-11-20T01:00:00Z', direction: 'sell' })
    const [report] = evaluate(my, facts(deal('10000'), [morning]), same).crossed.filter((one) => one.report)
    expect(report).toMatchObject({ code: 'MY-CASH-25K', total: '25000', report: 'CTR', tier: null })
    expect(codes(my, facts(deal('9999.99'), [morning]))).not.toContain('MY-CASH-25K')
    const byCard = { ...morning, cashAmount: '0' }
    expect(codes(my, facts(deal('10000'), [byCard]))).not.toContain('MY-CASH-25K')
    // Of what is paid in part by card the notes count, and notes of a small deal that are rounded up.
    const inPart = { ...morning, cashAmount: '14999.99' }
    expect(codes(my, facts(deal('10000'), [inPart]))).not.toContain('MY-CASH-25K')
    expect(codes(my, facts(deal('24999.99', { cashAmount: '25000' })))).toContain('MY-CASH-25K')
    const yesterday = { ...morning, businessDate: '2026-11-19' }
    expect(codes(my, facts(deal('10000'), [yesterday]))).not.toContain('MY-CASH-25K')
  })

  test('Hong Kong: 120,000 at once or linked; Singapore: 5,000; Canada: 10,000 in cash within 24 hours', () => {
    const hk = packOf('HK')
    const part = deal('60000', { at: '2026-11-19T04:00:00Z', businessDate: '2026-11-19' })
    expect(codes(hk, facts(deal('60000'), [part]))).toEqual(['HK-OCCASIONAL-120K'])
    expect(codes(hk, facts(deal('59999.99'), [part]))).toEqual([])
    expect(codes(packOf('SG'), facts(deal('5000')))).toEqual(['SG-EXCHANGE-5K'])
    const before = (at: string) => [deal('4000', { at, businessDate: '2026-11-19' })]
    expect(codes(packOf('SG'), facts(deal('1000'), before('2026-11-19T04:00:00Z')))).toEqual([
      'SG-EXCHANGE-5K',
    ])
    expect(codes(packOf('CA'), facts(deal('6000'), before('2026-11-19T04:00:00Z')))).toEqual(['CA-CASH-10K'])
    expect(codes(packOf('CA'), facts(deal('6000'), before('2026-11-19T03:59:59Z')))).toEqual([])
  })

  test('Hong Kong alone asks who brings or takes 120,000 in cash for somebody else', () => {
    const by = (...cash: string[]) => ({
      thirdParties: cash.map((one, at) => ({ who: `party ${at}`, cash: one })),
    })
    const rule = 'HK-THIRD-PARTY-CASH-120K'
    const hk = packOf('HK')
    expect(codes(hk, facts(deal('1'), [], by('119999.99')))).toEqual([])
    expect(codes(hk, facts(deal('1'), [], by('120000')))).toEqual([rule])
    // Each for themselves: what two bring together is nobody's.
    expect(codes(hk, facts(deal('1'), [], by('60000', '60000')))).toEqual([])
    // It is the third party's cash and no sum of deals; without one it need not even be measured.
    expect(codes(hk, facts(deal('1'), [deal('119999')], by('1')))).not.toContain(rule)
    expect(evaluate([hk[1] as Rule], facts(deal('500000')), () => null)).toEqual({
      crossed: [],
      unpriced: [],
    })
    const [crossed] = evaluate(hk, facts(deal('1'), [], by('5', '130000', '125000')), same).crossed
    expect(crossed).toMatchObject({ total: '130000', threshold: '120000', parties: ['party 1', 'party 2'] })
    expect(crossed?.source).toContain('4.2.6')
    const theirs = packRules.filter(({ metric }) => metric === 'thirdPartyCash')
    expect(theirs.map(({ pack, code }) => [pack, code])).toEqual([['HK', rule]])
  })

  test('a threshold in another currency is measured by its mid, and without one the rule says so', () => {
    const us = packOf('US')
    const rateOf = (currency: string) => (currency === 'USD' ? '4.49' : null)
    expect(codes(us, facts(deal('4490.00')), rateOf)).toEqual([])
    const [crossed] = evaluate(us, facts(deal('4490.01')), rateOf).crossed
    expect(crossed).toMatchObject({ code: 'US-EXCHANGE-1K', threshold: '4490', version: 1, revision: 0 })
    expect(crossed?.source).toContain('1022.410')
    const blind = evaluate(us, facts(deal('1')), () => null)
    expect(blind).toEqual({ crossed: [], unpriced: ['US-EXCHANGE-1K', 'US-CASH-10K'] })
  })

  test('each rule says its source, since when, and when that was last looked at', () => {
    expect(new Set(packRules.map(({ code, version }) => `${code}/${version}`)).size).toBe(packRules.length)
    for (const rule of packRules) {
      expect(rule.source, rule.code).not.toBe('')
      expect(rule.sourceUrl, rule.code).toMatch(/^https?:\/\//)
      expect(rule.effectiveFrom <= rule.lastCheckedAt, rule.code).toBe(true)
    }
  })
})

const law: PackRule = {
  ...(packRules.find(({ code }) => code === 'MY-EXCHANGE-10K') as PackRule),
  code: 'L',
}
const keptOf = (part: Partial<KeptRule> = {}): KeptRule => ({
  ...law,
  revision: 1,
  baseVersion: 1,
  nature: null,
  effectiveFrom: '2020-01-01',
  ...part,
})
const held = (laws: readonly PackRule[], kept: readonly KeptRule[], day = on) => rulesOn(day, laws, kept)[0]

describe('the rules of a company', () => {
  test('hold from their day on, each version of the law and of the company', () => {
    const laws = [law, { ...law, version: 2, amount: '8000', effectiveFrom: '2026-01-01' }]
    expect(held(laws, [], '2025-12-31')?.amount).toBe('10000')
    expect(held(laws, [], '2026-01-01')).toMatchObject({ amount: '8000', version: 2, revision: 0 })
    const kept = [
      keptOf({ amount: '5000' }),
      keptOf({ amount: '4000', revision: 2, effectiveFrom: '2026-12-01' }),
    ]
    expect(held([law], kept)).toMatchObject({ amount: '5000', revision: 1 })
    expect(held([law], kept, '2026-12-01')).toMatchObject({ amount: '4000', revision: 2 })
  })

  test('what was loosened ends with the version of the law that it was loosened from; what is stricter stays', () => {
    const newer = { ...law, version: 2, amount: '8000', effectiveFrom: '2026-01-01' }
    const loose = keptOf({ amount: '20000', documents: [], approveRole: 'mlro' })
    expect(held([law], [loose])).toMatchObject({ amount: '20000', documents: [], approveRole: 'mlro' })
    expect(held([law, newer], [loose])).toMatchObject({
      amount: '8000',
      documents: ['idImage'],
      approveRole: 'mlro',
    })
    expect(held([law, newer], [keptOf({ amount: '1000' })])?.amount).toBe('1000')
  })

  test('say in what they ask less than the law', () => {
    expect(looserIn(law, law)).toEqual([])
    expect(looserIn({ ...law, amount: '9999.99', tier: 'EDD' }, law)).toEqual([])
    expect(looserIn({ ...law, operator: '>=' }, law)).toEqual([])
    expect(looserIn({ ...law, operator: '>' }, { ...law, operator: '>=' })).toEqual(['amount'])
    const least = { ...law, isEnabled: false, amount: '10000.01', tier: null, documents: [] }
    expect(looserIn(least, law)).toEqual(['isEnabled', 'amount', 'tier', 'documents'])
  })
})

const cents = fc.integer({ min: 1, max: 5_000_000 }).map((n) => new Exact(n).dividedBy(100).toFixed(2))
const anyDeal: fc.Arbitrary<EarlierDeal> = fc.record({
  at: fc
    .date({ min: new Date('2026-11-01'), max: new Date(`${on}T04:00:00Z`), noInvalidDate: true })
    .map((at) => at.toISOString()),
  businessDate: fc.integer({ min: 1, max: 20 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
  direction: fc.constantFrom('buy', 'sell', 'both'),
  localAmount: cents,
  cashAmount: fc.oneof(cents, fc.constant('0')),
  links: fc.subarray<Link>(['customer', 'idDocument', 'presentedTogether']),
})
const anyRule: fc.Arbitrary<Rule> = fc
  .record({
    metric: fc.constantFrom(...metrics),
    direction: fc.constantFrom('buy', 'sell', 'both'),
    instrument: fc.constantFrom('cash', 'any'),
    operator: fc.constantFrom('>', '>='),
    amount: cents,
    tier: fc.constantFrom('SDD', 'CDD', 'EDD', null),
    days: fc.integer({ min: 1, max: 30 }),
    linkBy: fc.subarray<Link>(['customer', 'idDocument'], { minLength: 1 }),
  })
  .map((part) => ({
    ...law,
    ...part,
    amount: part.metric === 'count' ? String(Math.ceil(Number(part.amount) / 1000)) : part.amount,
    revision: 0,
  }))
const rulesAndDeals = [
  fc.array(anyRule, { maxLength: 6 }),
  anyDeal,
  fc.array(anyDeal, { maxLength: 8 }),
] as const

describe('whatever the rules and deals', () => {
  test('a further deal never lowers the tier, and crosses no rule less', () => {
    fc.assert(
      fc.property(...rulesAndDeals, anyDeal, (rules, one, earlier, more) => {
        const less = evaluate(rules, facts(one, earlier), same).crossed
        const all = evaluate(rules, facts(one, [...earlier, more]), same).crossed
        expect(tierRank(tierOf(all))).toBeGreaterThanOrEqual(tierRank(tierOf(less)))
        expect(all.length).toBeGreaterThanOrEqual(less.length)
      }),
    )
  })

  test('the order of the earlier deals does not matter', () => {
    fc.assert(
      fc.property(...rulesAndDeals, (rules, one, earlier) => {
        expect(evaluate(rules, facts(one, earlier.toReversed()), same)).toEqual(
          evaluate(rules, facts(one, earlier), same),
        )
      }),
    )
  })

  test('a threshold is met to the cent: inclusive at it, exclusive above it', () => {
    fc.assert(
      fc.property(cents, fc.constantFrom('>', '>='), (amount, operator) => {
        const rule: Rule = { ...law, metric: 'single', amount, operator, revision: 0 }
        const at = (cent: string) =>
          codes([rule], facts(deal(new Exact(amount).plus(cent).toFixed(2)))).length
        expect([at('-0.01'), at('0'), at('0.01')]).toEqual([0, operator === '>=' ? 1 : 0, 1])
      }),
    )
  })

  test('deals beyond the window of the rules count for none of them', () => {
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 6 }),
        fc.array(anyDeal, { maxLength: 8 }),
        (rules, earlier) => {
          const window = windowOf(rules)
          const now = deal('100')
          // Two days of play: a day begins at different moments in different places.
          const first = Date.parse(on) - (window + 1) * 86_400_000
          const near = earlier.filter(
            ({ businessDate, at }) => Date.parse(businessDate) >= first || Date.parse(at) >= first,
          )
          expect(codes(rules, facts(now, near))).toEqual(codes(rules, facts(now, earlier)))
        },
      ),
    )
  })
})

describe('a deal belongs to the time of a rule', () => {
  const moment = Date.parse('2026-11-20T04:00:00Z')
  const isCounted = (part: Partial<Rule>, one: Partial<EarlierDeal>) => {
    const rule: Rule = { ...law, revision: 0, amount: '2', operator: '>=', ...part }
    const { crossed } = evaluate([rule], facts(deal('1'), [{ ...deal('1'), ...one }]), same)
    return crossed.length === 1
  }
  const at = (milliseconds: number) => ({ at: new Date(moment + milliseconds).toISOString() })
  const onDay = (days: number) => ({
    businessDate: new Date(Date.parse(on) + days * 86_400_000).toISOString().slice(0, 10),
  })
  const hours = 3_600_000

  test('of the last 24 hours to the millisecond, whatever days it names and whatever comes later', () => {
    fc.assert(
      fc.property(fc.integer({ min: -72 * hours, max: 72 * hours }), fc.option(fc.nat(30)), (away, days) => {
        expect(isCounted({ metric: 'rolling24h', days }, at(away))).toBe(away >= -24 * hours)
      }),
    )
    const edge = (away: number) => isCounted({ metric: 'rolling24h', days: 3 }, at(away))
    expect([-24 * hours - 1, -24 * hours].map(edge)).toEqual([false, true])
  })

  test('of a linked series by the moment, so many days of 24 hours and one where it says none', () => {
    fc.assert(
      fc.property(
        fc.option(fc.integer({ min: 1, max: 30 })),
        fc.integer({ min: -1, max: 1 }),
        (days, more) => {
          const edge = -(days ?? 1) * 24 * hours
          expect(isCounted({ metric: 'linkedSeries', days }, at(edge + more))).toBe(more >= 0)
        },
      ),
    )
  })

  test('of rolling days and of counts by the business date, of which the deal’s own is the last', () => {
    const metric = fc.constantFrom('rollingDays', 'count')
    const days = fc.option(fc.integer({ min: 1, max: 30 }))
    fc.assert(
      fc.property(metric, days, fc.integer({ min: -40, max: 2 }), (kind, span, away) => {
        expect(isCounted({ metric: kind, days: span }, onDay(away))).toBe(away > -(span ?? 1))
      }),
    )
  })

  test('of the same day by the business date alone, and of no time where each stands alone', () => {
    expect([-1, 0, 1].map((away) => isCounted({ metric: 'sameDay' }, onDay(away)))).toEqual([
      false,
      true,
      false,
    ])
    expect(isCounted({ metric: 'single' }, {})).toBe(false)
    expect(evaluate([{ ...law, revision: 0, metric: 'thirdPartyCash' }], facts(deal('99999')), same)).toEqual(
      {
        crossed: [],
        unpriced: [],
      },
    )
  })

  test('where it is of the rule’s service, direction and instrument, and hangs together by what the rule names', () => {
    const sum = (part: Partial<Rule>, one: Partial<EarlierDeal>) =>
      isCounted({ metric: 'sameDay', direction: 'both', instrument: 'any', ...part }, one)
    expect(sum({ service: 'remittance' }, {})).toBe(false)
    expect(sum({ isEnabled: false }, {})).toBe(false)
    expect(sum({ direction: 'buy' }, { direction: 'both' })).toBe(true)
    expect(sum({ direction: 'buy' }, { direction: 'sell' })).toBe(false)
    expect(sum({ instrument: 'cash' }, { cashAmount: '0' })).toBe(false)
    expect(sum({ instrument: 'any' }, { cashAmount: '0' })).toBe(true)
    const byBoth = { linkBy: ['customer', 'idDocument'] as const }
    expect(sum(byBoth, { links: ['idDocument'] })).toBe(true)
    expect(sum(byBoth, { links: ['presentedTogether'] })).toBe(false)
    expect(sum(byBoth, { links: [] })).toBe(false)
  })

  test('of the widest window of the rules that are switched on', () => {
    const rule = (part: Partial<Rule>): Rule => ({ ...law, revision: 0, isEnabled: true, ...part })
    expect(windowOf([])).toBe(0)
    expect(windowOf([rule({ metric: 'single', days: 9 }), rule({ metric: 'thirdPartyCash', days: 9 })])).toBe(
      0,
    )
    expect(windowOf([rule({ metric: 'sameDay', days: null })])).toBe(1)
    expect(windowOf([rule({ metric: 'count', days: 7 }), rule({ metric: 'rollingDays', days: 30 })])).toBe(30)
    expect(windowOf([rule({ metric: 'count', days: 7, isEnabled: false })])).toBe(0)
  })
})

describe('what stands in the way of a deal', () => {
  const known: Known = {
    customerType: 1,
    isBlocked: false,
    isActive: true,
    filled: new Set(['name', 'nationality', 'idType', 'idNumber']),
    evidence: new Set(),
    idType: 'PASSPORT',
    idExpiryDate: null,
    openRequests: 0,
  }
  const crossedBy = (amount: string) => evaluate(packOf('MY'), facts(deal(amount)), same).crossed
  const codesOf = (amount: string, part: Partial<Known> | null, unpriced: string[] = []) =>
    stops(crossedBy(amount), unpriced, part && { ...known, ...part }, on).map(
      ({ code, level }) => `${level} ${code}`,
    )

  test('is nothing below every threshold, but for a customer who must not deal', () => {
    expect(codesOf('100', null)).toEqual([])
    expect(codesOf('100', { idExpiryDate: '2020-01-01', openRequests: 1 })).toEqual([])
    expect(codesOf('100', { isBlocked: true })).toEqual(['block CUSTOMER_BLOCKED'])
    expect(codesOf('100', { isActive: false })).toEqual(['block CUSTOMER_INACTIVE'])
    expect(codesOf('100', {}, ['X'])).toEqual(['gate THRESHOLD_UNKNOWN'])
  })

  test('is an unknown customer, a paper that has run out, and an open question once it is more than a small deal', () => {
    expect(codesOf('3000', null)).toEqual(['block CUSTOMER_REQUIRED'])
    expect(codesOf('3000', { idExpiryDate: '2026-11-20' })).toEqual([])
    expect(codesOf('3000', { idExpiryDate: '2026-11-19' })).toEqual(['block IDENTITY_EXPIRED'])
    expect(codesOf('3000', { openRequests: 1 })).toEqual([])
    expect(codesOf('10000.01', { openRequests: 1 })).toEqual(['gate INFORMATION_PENDING'])
  })
})
