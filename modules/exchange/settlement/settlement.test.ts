import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { modeKinds } from '#modules/currencies/modes/modes.domain.ts'
import { settle } from '#modules/ledger/posting/posting.domain.ts'
import { balanceOf, type Handover, handoverLines, partyOf } from './settlement.domain.ts'

const cents = (max: number) => fc.integer({ min: 0, max }).map((n) => new Exact(n).div(100).toFixed(2))
const some = fc.integer({ min: 1, max: 10_000 }).map(String)
const handover: fc.Arbitrary<Handover> = fc.record({
  branchId: fc.constant('branch'),
  counterId: fc.constant('counter'),
  party: fc.constant({ type: 'customer', id: 'c' }),
  localItemId: fc.constant('MYR'),
  lines: fc.array(
    fc.record({
      side: fc.constantFrom('buy', 'sell'),
      itemId: fc.constantFrom('USD', 'JPY'),
      quantity: some,
      amount: cents(100_000),
      mid: cents(1000),
      quoteUnit: fc.constantFrom(1, 100),
    }),
    { maxLength: 4 },
  ),
  payments: fc.array(
    fc.record({
      direction: fc.constantFrom('in', 'out'),
      modeId: fc.constantFrom('one', 'two'),
      kind: fc.constantFrom(...modeKinds),
      amount: cents(100_000),
    }),
    { maxLength: 4 },
  ),
  fees: fc.array(fc.record({ fee: cents(500), tax: cents(50) }), { maxLength: 2 }),
  rounding: fc.constantFrom('0', '0.02', '-0.02'),
})
const sum = (amounts: readonly (string | undefined)[]) =>
  amounts.reduce((total, one) => total.plus(one ?? 0), new Exact(0))
const signed = (isPlus: boolean, amount: string) => (isPlus ? amount : `-${amount}`)

test('what the customer has given above what was handed over is all that came in less all that went out', () => {
  fc.assert(
    fc.property(handover, (one) => {
      const given = sum([
        ...one.lines.map(({ side, amount }) => signed(side === 'buy', amount)),
        ...one.payments
          .filter(({ kind }) => kind !== 'offset')
          .map(({ direction, amount }) => signed(direction === 'in', amount)),
        ...one.fees.map(({ fee }) => `-${fee}`),
      ])
      expect(balanceOf(one)).toBe(given.minus(one.rounding).toFixed())
    }),
  )
})

test('a posting has each part at its sign, nothing of nothing, and balances once stock has its cost', () => {
  fc.assert(
    fc.property(handover, (one) => {
      const lines = handoverLines(one)
      for (const { amount, branchId, counterId } of lines) {
        expect([branchId, counterId]).toEqual(['branch', 'counter'])
        expect(amount === undefined || !new Exact(amount).isZero()).toBe(true)
      }
      const of = (part: string) =>
        sum(lines.filter((line) => line.part === part && !line.modeId).map(({ amount }) => amount))
      const fees = sum(one.fees.map(({ fee }) => fee))
      const tax = sum(one.fees.map((charged) => charged.tax))
      expect(of('fee').toFixed()).toBe(tax.minus(fees).toFixed())
      expect(of('outputTax').toFixed()).toBe(tax.negated().plus(0).toFixed())
      expect(of('rounding').equals(new Exact(one.rounding).negated())).toBe(true)
      expect(of('payable').equals(new Exact(balanceOf(one)).negated())).toBe(true)
      const accountOf = ({ part }: { part: unknown }) => ({
        id: String(part),
        keeps: part === 'stock' ? ('notes' as const) : part === 'cash' ? ('cash' as const) : null,
      })
      expect(() =>
        settle(lines, { accountOf, pools: new Map(), exponent: 2, document: 'd', home: 'branch' }),
      ).not.toThrow()
    }),
  )
})

test('sold notes leave at cost, or at the mid of a unit where none lie there; cash is of the local item', () => {
  const line = {
    side: 'sell' as const,
    itemId: 'JPY',
    quantity: '1000',
    amount: '30',
    mid: '2.9',
    quoteUnit: 100,
  }
  const paid = { direction: 'in' as const, modeId: 'm', kind: 'cash' as const, amount: '30' }
  const other = { direction: 'out' as const, modeId: 'm', kind: 'bankTransfer' as const, amount: '5' }
  const party = { type: 'customer', id: 'p' }
  const base = { branchId: 'b', counterId: 'c', party, localItemId: 'MYR', fees: [], rounding: '0' }
  const here = { branchId: 'b', counterId: 'c' }
  expect(handoverLines({ ...base, lines: [line], payments: [paid, other] })).toEqual([
    { part: 'stock', ...here, itemId: 'JPY', quantity: '-1000', proceeds: '30', valueAt: '0.029' },
    { part: 'cash', ...here, itemId: 'MYR', quantity: '30', amount: '30' },
    { part: 'bank', ...here, modeId: 'm', amount: '-5' },
    { part: 'payable', ...here, party, amount: '5' },
  ])
})

test('foreign money that is not notes goes to a part of its own: at a bank at its own cost, else for what was got', () => {
  const party = { type: 'customer', id: 'p' }
  const base = {
    branchId: 'b',
    counterId: 'c',
    party,
    localItemId: 'MYR',
    payments: [],
    fees: [],
    rounding: '0',
  }
  const parts = {
    cash: 'stock',
    bankTransfer: 'bankForeign',
    card: 'clearing',
    eWallet: 'clearing',
    cheque: 'cheques',
    account: 'payable',
  } as const
  for (const [kind, part] of Object.entries(parts) as [keyof typeof parts, string][])
    for (const side of ['buy', 'sell'] as const) {
      const mode = { id: 'm', kind }
      const line = { side, itemId: 'USD', quantity: '10', amount: '44', mid: '4.5', quoteUnit: 1, mode }
      const [posted] = handoverLines({ ...base, lines: [line] })
      const isCheque = kind === 'cheque' && side === 'sell'
      expect(posted).toMatchObject({ part: isCheque ? 'chequesIssued' : part, itemId: 'USD' })
      expect(posted?.modeId).toBe(kind === 'cash' ? undefined : 'm')
      const isOfParty = kind === 'account' || (kind === 'cheque' && side === 'buy')
      expect(posted?.party).toEqual(isOfParty ? party : undefined)
      expect(posted?.quantity).toBe(side === 'buy' ? '10' : '-10')
      const hasOwnCost = kind === 'cash' || kind === 'bankTransfer'
      if (side === 'buy') expect(posted?.amount).toBe('44')
      else if (hasOwnCost) expect(posted).toMatchObject({ proceeds: '44', valueAt: '4.5' })
      else expect(posted?.amount).toBe('-44')
    }
})

test('what is owed to somebody without a file is owed by the deal', () => {
  expect(partyOf('c', 'd')).toEqual({ type: 'customer', id: 'c' })
  expect(partyOf(null, 'd')).toEqual({ type: 'walkIn', id: 'd' })
})
