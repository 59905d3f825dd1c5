import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settle } from '#modules/ledger/posting/posting.domain.ts'
import type { StockItem } from '../items/items.domain.ts'
import { floatLines, openingLines } from './adjustments.domain.ts'

const item = (id: string): StockItem => ({
  id,
  code: id,
  currencyId: id,
  flagCode: '',
  exponent: 2,
  quoteUnit: 1,
  isLocal: id === 'MYR',
  isEnabled: true,
  denominations: [],
})
const accountOf = ({ part }: { part: unknown }) => ({
  id: String(part),
  keeps:
    part === 'stock' ? ('notes' as const) : part === 'cash' || part === 'vault' ? ('cash' as const) : null,
})
const moved = fc.uniqueArray(
  fc.record({ id: fc.constantFrom('MYR', 'USD', 'EUR', 'JPY'), units: fc.integer({ min: 1, max: 9999 }) }),
  { selector: ({ id }) => id, minLength: 1 },
)

test('an opening puts everything into the vault at what it cost, and a float moves it on at that', () => {
  fc.assert(
    fc.property(moved, fc.integer({ min: 1, max: 500 }), (given, cents) => {
      const lines = given.map(({ id, units }) => ({
        item: item(id),
        quantity: String(units),
        cost: id === 'MYR' ? String(units) : ((units * cents) / 100).toFixed(2),
      }))
      const opened = settle(openingLines('b', lines), {
        accountOf,
        pools: new Map(),
        exponent: 2,
        document: 'd',
        home: 'b',
      })
      const total = lines.reduce((sum, { cost }) => sum + Math.round(Number(cost) * 100), 0)
      expect(Math.round(Number(opened.lines.at(-1)?.amount) * 100)).toBe(-total)
      for (const { counterId, branchId } of opened.lines) expect([branchId, counterId]).toEqual(['b', null])

      const float = settle(floatLines('b', null, 'c', lines), {
        accountOf,
        pools: opened.pools,
        exponent: 2,
        document: 'd',
        home: 'b',
      })
      for (const { item: one, quantity, cost } of lines) {
        const own = float.lines.filter(({ itemId }) => itemId === one.id)
        expect(own.map((line) => [line.counterId, Number(line.quantity), Number(line.amount)])).toEqual([
          [null, -Number(quantity), -Number(cost)],
          ['c', Number(quantity), Number(cost)],
        ])
        expect(own.map(({ accountId }) => accountId)).toEqual(
          one.isLocal ? ['vault', 'cash'] : ['stock', 'stock'],
        )
      }
      for (const [key, pool] of opened.pools)
        expect(float.pools.get(key)).toMatchObject({ quantity: pool.quantity, value: pool.value })
    }),
  )
})
