// Long because every rule of the engine is tried on the same small house.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import type { Keeping, Pooled } from '../accounts/accounts.domain.ts'
import { type Books, poolKey, type PoolState, type PostingLine, settle } from './posting.domain.ts'

const branchId = 'branch'
const keptBy: Record<string, Keeping> = {
  stock: 'notes',
  cash: 'cash',
  bankForeign: 'bank',
  prefund: 'partner',
  goods: 'retail',
  stockInTransit: 'transit',
}
const partyOf: Record<string, string> = { payable: 'customer', interBranch: 'branch' }
const accountOf: Books['accountOf'] = ({ part }) =>
  typeof part === 'string' ? { id: part, keeps: keptBy[part] ?? null, party: partyOf[part] ?? null } : part

/** One branch, and what it holds of some items. */
class House {
  pools: ReadonlyMap<string, PoolState> = new Map()
  /** The document that is posted. */
  document = 'one'
  /** Every line ever, as the journal has them. */
  readonly journal: ReturnType<typeof settle>['lines'] = []

  post(...lines: (Omit<PostingLine, 'branchId'> & { branchId?: string })[]) {
    const settled = settle(
      lines.map((line) => ({ branchId, ...line })),
      {
        accountOf,
        pools: this.pools,
        exponent: 2,
        document: this.document,
        home: branchId,
        grossOf: (part) => (part === 'goods' ? { sales: 'retailSales', cost: 'retailCost' } : undefined),
        kindsOf: (type) => (type === 'walkIn' ? ['walkIn', 'customer'] : [type]),
      },
    )
    this.pools = settled.pools
    this.journal.push(...settled.lines)
    return settled.lines
  }

  buy(itemId: string, quantity: string, cost: string) {
    const paid = new Exact(cost).negated().toFixed()
    return this.post(
      { part: 'stock', itemId, quantity, amount: cost },
      { part: 'cash', itemId: 'MYR', quantity: paid, amount: paid },
    )
  }

  sell(itemId: string, quantity: string, proceeds: string) {
    return this.post(
      { part: 'stock', itemId, quantity: new Exact(quantity).negated().toFixed(), proceeds },
      { part: 'cash', itemId: 'MYR', quantity: proceeds, amount: proceeds },
    )
  }

  of(itemId: string, kind: Pooled = 'notes', holderId: string | null = null) {
    const key = poolKey({ branchId, kind, holderId, itemId })
    const { quantity, value } = this.pools.get(key) ?? { quantity: '0', value: '0' }
    return { quantity, value: new Exact(value).toFixed(2) }
  }
}

const amountOf = (lines: ReturnType<House['post']>, part: string) =>
  lines
    .filter(({ accountId }) => accountId === part)
    .reduce((sum, { amount }) => sum.plus(amount), new Exact(0))
    .toFixed(2)

describe('average cost, to the last digit', () => {
  const house = new House()
  test('buying adds what was paid', () => {
    house.buy('USD', '1000', '4450')
    expect(house.of('USD')).toEqual({ quantity: '1000', value: '4450.00' })
    house.buy('USD', '500', '2235')
    expect(house.of('USD')).toEqual({ quantity: '1500', value: '6685.00' })
  })

  test('selling takes the average, and the rest of what was got is gain', () => {
    const lines = house.sell('USD', '600', '2712')
    expect([amountOf(lines, 'stock'), amountOf(lines, 'realisedGain'), amountOf(lines, 'cash')]).toEqual([
      '-2674.00',
      '-38.00',
      '2712.00',
    ])
    expect(house.of('USD')).toEqual({ quantity: '900', value: '4011.00' })
  })

  test('what is sent to another branch leaves at cost, and is worth the same on its way', () => {
    const lines = house.post(
      { part: 'stock', itemId: 'USD', quantity: '-300' },
      { part: 'stockInTransit', itemId: 'USD', quantity: '300', mirrors: 0 },
    )
    expect([amountOf(lines, 'stock'), amountOf(lines, 'stockInTransit')]).toEqual(['-1337.00', '1337.00'])
    expect(house.of('USD')).toEqual({ quantity: '600', value: '2674.00' })
  })

  test('a sale that is cancelled brings its own cost back, a purchase takes its own away', () => {
    const other = new House()
    other.buy('USD', '1000', '4450')
    other.buy('USD', '500', '2235')
    other.sell('USD', '600', '2712')
    other.buy('USD', '400', '1840')
    expect(other.of('USD')).toEqual({ quantity: '1300', value: '5851.00' })
    const back = other.post(
      { part: 'stock', itemId: 'USD', quantity: '600', amount: '2674' },
      { part: 'realisedGain', itemId: 'USD', amount: '38' },
      { part: 'cash', itemId: 'MYR', quantity: '-2712', amount: '-2712' },
    )
    expect(amountOf(back, 'realisedGain')).toBe('38.00')
    expect(other.of('USD')).toEqual({ quantity: '1900', value: '8525.00' })
    other.post(
      { part: 'stock', itemId: 'USD', quantity: '-400', amount: '-1840' },
      { part: 'cash', itemId: 'MYR', quantity: '1840', amount: '1840' },
    )
    expect(other.of('USD')).toEqual({ quantity: '1500', value: '6685.00' })
  })

  test('a purchase whose money is no longer there goes back at the average, the difference to gain or loss', () => {
    const thin = new House()
    thin.buy('USD', '100', '100')
    thin.buy('USD', '100', '500')
    thin.sell('USD', '150', '700')
    expect(thin.of('USD')).toEqual({ quantity: '50', value: '150.00' })
    const lines = thin.post(
      { part: 'stock', itemId: 'USD', quantity: '-50', amount: '-250' },
      { part: 'cash', itemId: 'MYR', quantity: '250', amount: '250' },
    )
    expect([amountOf(lines, 'stock'), amountOf(lines, 'realisedGain')]).toEqual(['-150.00', '-100.00'])
    expect(thin.of('USD')).toEqual({ quantity: '0', value: '0.00' })
  })

  test('units of a hundred, and the last unit that takes what is left', () => {
    const yen = new House()
    yen.buy('JPY', '250000', '7125')
    const lines = yen.sell('JPY', '100000', '2920')
    expect([amountOf(lines, 'stock'), amountOf(lines, 'realisedGain')]).toEqual(['-2850.00', '-70.00'])
    expect(yen.of('JPY')).toEqual({ quantity: '150000', value: '4275.00' })
    const three = new House()
    three.buy('XAU', '3', '10')
    const costs = [1, 2, 3].map(() => amountOf(three.sell('XAU', '1', '4'), 'stock'))
    expect(costs).toEqual(['-3.33', '-3.34', '-3.33'])
    expect(three.of('XAU')).toEqual({ quantity: '0', value: '0.00' })
  })

  test('more sold than there was is trued up by the next purchase', () => {
    const short = new House()
    short.buy('USD', '100', '445')
    const sold = short.sell('USD', '150', '700')
    expect(amountOf(sold, 'stock')).toBe('-667.50')
    expect(short.of('USD')).toEqual({ quantity: '-50', value: '-222.50' })
    const covered = short.buy('USD', '200', '900')
    expect(amountOf(covered, 'realisedLoss')).toBe('2.50')
    expect(short.of('USD')).toEqual({ quantity: '150', value: '675.00' })
  })

  test('what is counted short goes at cost to short and over, what is over comes in at cost', () => {
    const count = new House()
    count.buy('USD', '300', '1300')
    const lost = count.post(
      { part: 'stock', itemId: 'USD', quantity: '-1' },
      { part: 'shortOver', itemId: 'USD', mirrors: 0 },
    )
    expect(amountOf(lost, 'shortOver')).toBe('4.33')
    const found = count.post(
      { part: 'stock', itemId: 'USD', quantity: '1' },
      { part: 'shortOver', itemId: 'USD', mirrors: 0 },
    )
    expect(amountOf(found, 'shortOver')).toBe('-4.33')
    const first = new House().post(
      { part: 'stock', itemId: 'EUR', quantity: '5', valueAt: '4.7' },
      { part: 'shortOver', itemId: 'EUR', mirrors: 0 },
    )
    expect(amountOf(first, 'stock')).toBe('23.50')
  })

  test('refuses what does not balance, cash that is not worth its quantity, stock without one', () => {
    const bad: Omit<PostingLine, 'branchId'>[][] = [
      [{ part: 'fee', amount: '1' }],
      [
        { part: 'cash', itemId: 'MYR', quantity: '1', amount: '2' },
        { part: 'fee', amount: '-2' },
      ],
      [
        { part: 'stock', itemId: 'USD', amount: '2' },
        { part: 'fee', amount: '-2' },
      ],
      [{ part: 'fee' }],
      [{ part: 'stock', itemId: 'USD', quantity: '-1', proceeds: '1' }],
    ]
    for (const lines of bad) expect(() => new House().post(...lines)).toThrow()
  })
})

describe('what lies apart', () => {
  const put = (house: House, part: string, quantity: string, more: Partial<PostingLine> = {}) =>
    house.post(
      { part, itemId: 'USD', quantity, ...more },
      {
        part: 'capital',
        ...(more.amount === undefined
          ? { mirrors: 0 }
          : { amount: new Exact(more.amount).negated().toFixed() }),
      },
    )

  test('has its own cost: notes, each bank account, each partner, goods, each transfer', () => {
    const places: [part: string, kind: Pooled, holderId: string | null][] = [
      ['stock', 'notes', null],
      ['bankForeign', 'bank', 'bankForeign'],
      ['bankForeign', 'bank', 'b1'],
      ['bankForeign', 'bank', 'b2'],
      ['prefund', 'partner', 'p1'],
      ['goods', 'retail', null],
      ['stockInTransit', 'transit', 'one'],
    ]
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.nat({ max: places.length - 1 }),
            isIn: fc.boolean(),
            units: fc.integer({ min: 1, max: 500 }),
            cents: fc.integer({ min: 1, max: 90_000 }),
          }),
          { maxLength: 40 },
        ),
        (moves) => {
          const [together, apart] = [new House(), places.map(() => new House())]
          for (const { at, isIn, units, cents } of moves) {
            const place = places[at]
            const alone = apart[at]
            if (!place || !alone) continue
            const [part, kind, holderId] = place
            const held = Number(alone.of('USD', kind, holderId).quantity)
            const quantity = String(isIn ? units : -Math.min(units, held))
            if (quantity === '0' || quantity === '-0') continue
            // A bank account that nobody names is that of its ledger account, a transfer that of its document.
            const isNamed = holderId === 'b1' || holderId === 'b2' || holderId === 'p1'
            const more = { ...(isNamed && { holderId }), ...(isIn && { amount: (cents / 100).toFixed(2) }) }
            const [one, other] = [together, alone].map((house) => put(house, part, quantity, more))
            expect(one).toEqual(other)
          }
          for (const [at, [, kind, holderId]] of places.entries())
            expect(together.of('USD', kind, holderId)).toEqual(apart[at]?.of('USD', kind, holderId))
        },
      ),
    )
  })

  test('is on its way by document, at the value with which it left', () => {
    const house = new House()
    house.buy('USD', '300', '1300')
    for (const [document, quantity] of [
      ['first', '100'],
      ['second', '30'],
    ] as const) {
      house.document = document
      house.post(
        { part: 'stock', itemId: 'USD', quantity: `-${quantity}` },
        { part: 'stockInTransit', itemId: 'USD', quantity, mirrors: 0 },
      )
    }
    house.buy('USD', '100', '900')
    const back = house.post(
      { part: 'stockInTransit', itemId: 'USD', quantity: '-30' },
      { part: 'stock', itemId: 'USD', quantity: '30', mirrors: 0 },
    )
    expect(back.map(({ amount }) => amount)).toEqual(['-130', '130'])
    expect(house.of('USD', 'transit', 'first')).toEqual({ quantity: '100', value: '433.33' })
    expect(house.of('USD', 'transit', 'second')).toEqual({ quantity: '0', value: '0.00' })
  })

  test('lies at no counter where it lies at a bank, with a partner or on the road', () => {
    for (const part of ['bankForeign', 'prefund', 'stockInTransit', 'stock', 'goods']) {
      const [line] = put(new House(), part, '1', { counterId: 'counter', amount: '4' })
      expect(line?.counterId).toBe(part === 'stock' || part === 'goods' ? 'counter' : null)
      expect(line?.holderId).toBe(part === 'stockInTransit' ? 'one' : line?.counterId ? null : part)
    }
  })
})

test('goods are posted gross: what was got and what they had cost, and as much is earned as by the net gain', () => {
  fc.assert(
    fc.property(
      fc.record({ had: fc.integer({ min: 1, max: 900 }), cost: fc.integer({ min: 1, max: 90_000 }) }),
      fc.record({ part: fc.integer({ min: 1, max: 900 }), got: fc.integer({ min: 0, max: 90_000 }) }),
      ({ had, cost }, { part, got }) => {
        const [paid, proceeds] = [(cost / 100).toFixed(2), (got / 100).toFixed(2)]
        const sold = (kept: 'goods' | 'stock') => {
          const house = new House()
          house.post(
            { part: kept, itemId: 'bag', quantity: String(had), amount: paid },
            { part: 'capital', amount: `-${paid}` },
          )
          return house.post(
            { part: kept, itemId: 'bag', quantity: String(-Math.min(part, had)), proceeds },
            { part: 'cash', itemId: 'MYR', quantity: proceeds, amount: proceeds },
          )
        }
        const [gross, net] = [sold('goods'), sold('stock')]
        const left = amountOf(net, 'stock')
        expect(amountOf(gross, 'goods')).toBe(left)
        expect(amountOf(gross, 'retailSales')).toBe(new Exact(proceeds).negated().plus(0).toFixed(2))
        expect(amountOf(gross, 'retailCost')).toBe(new Exact(left).negated().plus(0).toFixed(2))
        expect(amountOf(gross, 'realisedGain') + amountOf(gross, 'realisedLoss')).toBe('0.000.00')
      },
    ),
  )
})

test('an entry over several branches balances in each: what one owes another is posted beside, and names the other', () => {
  const at = fc.constantFrom(branchId, 'b', 'c', 'd')
  const part = fc.record({ from: at, to: at, cents: fc.integer({ min: -90_000, max: 90_000 }) })
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const house = new House()
      const lines = house.post(
        ...parts.flatMap(({ from, to, cents }) => [
          { part: 'fee', branchId: from, amount: new Exact(-cents).div(100).toFixed() },
          { part: 'capital', branchId: to, amount: new Exact(cents).div(100).toFixed() },
        ]),
      )
      const sumOf = (some: typeof lines) =>
        some.reduce((total, { amount }) => total.plus(amount), new Exact(0))
      for (const own of Map.groupBy(lines, (line) => line.branchId).values())
        expect(sumOf(own).isZero()).toBe(true)
      const pairs = lines.filter(({ accountId }) => accountId === 'interBranch')
      const given = lines.filter(({ accountId }) => accountId !== 'interBranch')
      for (const { branchId: one, partyType, partyId, amount } of pairs) {
        expect([partyType, one === branchId || partyId === branchId, one === partyId]).toEqual([
          'branch',
          true,
          false,
        ])
        expect(
          sumOf(pairs.filter((line) => line.branchId === partyId && line.partyId === one)).toFixed(),
        ).toBe(new Exact(amount).negated().toFixed())
        const other = one === branchId ? partyId : one
        const owed = sumOf(given.filter((line) => line.branchId === other)).toFixed()
        expect(new Exact(amount).abs().toFixed()).toBe(new Exact(owed).abs().toFixed())
      }
      if (parts.every(({ from, to }) => from === to)) expect(pairs).toEqual([])
    }),
  )
})

test('a sub-ledger takes a line of its kind of party, or of one that stands for it, and none of nobody', () => {
  const owed = (party: PostingLine['party']) =>
    new House().post({ part: 'fee', amount: '1' }, { part: 'payable', amount: '-1', ...(party && { party }) })
  expect(() => owed(null)).toThrow('names no customer')
  expect(() => owed({ type: 'branch', id: 'x' })).toThrow('names no customer')
  for (const type of ['customer', 'walkIn'])
    expect(owed({ type, id: 'x' })[1]).toMatchObject({ partyType: type, partyId: 'x' })
})

type Act = {
  kind: 'buy' | 'sell' | 'short' | 'over' | 'unsell' | 'unbuy'
  units: number
  cents: number
  at: number
}
const act: fc.Arbitrary<Act> = fc.record({
  kind: fc.constantFrom('buy', 'sell', 'short', 'over', 'unsell', 'unbuy'),
  units: fc.integer({ min: 1, max: 5000 }),
  cents: fc.integer({ min: 1, max: 900 }),
  at: fc.nat(),
})

/** Does what the act says as far as it can be done with what is there; without going below zero. */
function play(house: House, done: ReturnType<House['post']>[], { kind, units, cents, at }: Act) {
  const held = Number(house.of('USD').quantity)
  const some = String(Math.min(units, held))
  const money = new Exact(units).times(cents).div(100).toFixed(2)
  if (kind === 'buy') return done.push(house.buy('USD', String(units), money))
  if (held === 0) return 0
  if (kind === 'sell') return done.push(house.sell('USD', some, money))
  if (kind === 'short' || kind === 'over')
    return house.post(
      { part: 'stock', itemId: 'USD', quantity: kind === 'short' ? `-${some}` : some },
      { part: 'shortOver', itemId: 'USD', mirrors: 0 },
    ).length
  const [original] = done.splice(at % Math.max(1, done.length), 1)
  const stock = original?.find(({ accountId }) => accountId === 'stock')
  if (!original || !stock || (!stock.quantity?.startsWith('-') && Number(stock.quantity) > held)) return 0
  return house.post(
    ...original.map(({ accountId, itemId, quantity, amount }) => ({
      part: accountId as 'stock',
      ...(itemId && { itemId }),
      ...(quantity && { quantity: new Exact(quantity).negated().toFixed() }),
      amount: new Exact(amount).negated().toFixed(),
    })),
  ).length
}

test('whatever happens: lines add up to the pool, nothing is left of nothing, value is never below zero', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const house = new House()
      const done: ReturnType<House['post']>[] = []
      for (const one of acts) {
        play(house, done, one)
        const { quantity, value } = house.of('USD')
        expect(new Exact(quantity).isNegative() && !new Exact(quantity).isZero()).toBe(false)
        expect(new Exact(value).isNegative() && !new Exact(value).isZero()).toBe(false)
        if (new Exact(quantity).isZero()) expect(value).toBe('0.00')
      }
      const own = house.journal.filter(({ accountId }) => accountId === 'stock')
      const sum = (values: (string | null)[]) =>
        values.reduce((total, one) => total.plus(one ?? 0), new Exact(0))
      expect(sum(own.map(({ quantity }) => quantity)).toFixed()).toBe(house.of('USD').quantity)
      expect(sum(own.map(({ amount }) => amount)).toFixed(2)).toBe(house.of('USD').value)
      expect(sum(house.journal.map(({ amount }) => amount)).isZero()).toBe(true)
      expect(own.map(({ poolSeq }) => poolSeq)).toEqual(own.map((_, index) => BigInt(index + 1)))
      for (const { amount } of house.journal) expect(new Exact(amount).decimalPlaces()).toBeLessThanOrEqual(2)
    }),
    { numRuns: 300 },
  )
})

test('the average stays between the dearest and the cheapest purchase while nothing is cancelled', () => {
  const deal = fc.record({
    buys: fc.boolean(),
    units: fc.integer({ min: 100, max: 5000 }),
    cents: fc.integer({ min: 100, max: 900 }),
  })
  fc.assert(
    fc.property(fc.array(deal, { maxLength: 40 }), (deals) => {
      const house = new House()
      const prices: number[] = []
      for (const { buys, units, cents } of deals) {
        const held = Number(house.of('USD').quantity)
        if (buys) {
          house.buy('USD', String(units), new Exact(units).times(cents).div(100).toFixed(2))
          prices.push(cents / 100)
        } else if (held > 0) house.sell('USD', String(Math.min(units, held)), '1')
        const { quantity, value } = house.of('USD')
        // Rounding to cents may lean on a pool of few units.
        if (Number(quantity) < 1000) continue
        const average = Number(value) / Number(quantity)
        expect(average).toBeGreaterThan(Math.min(...prices) - 0.01)
        expect(average).toBeLessThan(Math.max(...prices) + 0.01)
      }
    }),
  )
})
