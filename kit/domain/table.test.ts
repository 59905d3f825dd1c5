import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Path, ValueAt } from '#kit/domain/table.domain.ts'
import { arrange, matches, nextDirection, parseSort, sortRows, valueAt } from '#kit/domain/table.domain.ts'

interface Deal {
  id: string
  amount: string
  branch?: { name: string; region: { code: string } }
  tags: string[]
  at: Date
}

test('paths are the dotted ones of the row, values have their type', () => {
  expectTypeOf<Path<Deal>>().toEqualTypeOf<
    'id' | 'amount' | 'branch' | 'branch.name' | 'branch.region' | 'branch.region.code' | 'tags' | 'at'
  >()
  expectTypeOf<ValueAt<Deal, 'branch.region.code'>>().toEqualTypeOf<string | undefined>()
  expectTypeOf<ValueAt<Deal, 'at'>>().toEqualTypeOf<Date>()
  expect(valueAt({ branch: { name: 'KL' } }, 'branch.name')).toBe('KL')
  expect(valueAt({ branch: null }, 'branch.region.code')).toBeUndefined()
})

describe('sorting', () => {
  test('none to desc, desc to asc, asc to desc or to none', () => {
    expect(nextDirection(undefined, false)).toBe('desc')
    expect(nextDirection('desc', true)).toBe('asc')
    expect(nextDirection('asc', false)).toBe('desc')
    expect(nextDirection('asc', true)).toBeUndefined()
  })

  test('column-direction is read back, hyphens and dots in the column included', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z.-]+$/), fc.constantFrom('asc', 'desc'), (column, direction) => {
        expect(parseSort(`${column}-${direction}`)).toEqual({ column, direction })
      }),
    )
    expect(parseSort('name')).toBeUndefined()
  })

  test('decimal strings by size, missing values last both ways', () => {
    const rows = [{ v: '1000.50' }, { v: null }, { v: '-3' }, { v: '200' }]
    expect(sortRows(rows, 'v', 'asc').map((row) => row.v)).toEqual(['-3', '200', '1000.50', null])
    expect(sortRows(rows, 'v', 'desc').map((row) => row.v)).toEqual(['1000.50', '200', '-3', null])
  })

  test('a sorted copy holds the same rows in order', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ n: fc.integer() })), (rows) => {
        const sorted = sortRows(rows, 'n', 'desc')
        expect(new Set(sorted)).toEqual(new Set(rows))
        for (const [at, row] of sorted.slice(1).entries())
          expect(row.n).toBeLessThanOrEqual(sorted[at]?.n ?? 0)
      }),
    )
  })
})

test('search: every column and, for the global one, any column', () => {
  const row = { name: 'Kuala Lumpur', branch: { code: 'KL-1' } }
  expect(matches(row, { name: 'lumpur', 'branch.code': 'kl' }, '', [])).toBe(true)
  expect(matches(row, { name: 'penang' }, '', [])).toBe(false)
  expect(matches(row, {}, 'kl-1', ['name', 'branch.code'])).toBe(true)
  expect(matches(row, {}, 'kl-1', ['name'])).toBe(false)
})

describe('arrange', () => {
  const rows = [
    { id: '1', side: 'Buy' },
    { id: '2', side: 'Sell' },
    { id: '3', side: 'Buy' },
  ]
  const none = new Set<string>()

  test('details follow their row', () => {
    const lines = arrange(rows, (row) => row.id, { closed: none, open: new Set(['2']) })
    expect(lines.map((line) => `${line.kind} ${line.id}`)).toEqual(['row 1', 'row 2', 'detail 2', 'row 3'])
  })

  test('groups hold value and count; a closed one hides its rows', () => {
    const lines = arrange(rows, (row) => row.id, { groupBy: 'side', closed: new Set(['Sell']), open: none })
    expect(lines.map((line) => `${line.kind} ${line.id}`)).toEqual([
      'group Buy',
      'row 1',
      'row 3',
      'group Sell',
    ])
    expect(lines[0]).toMatchObject({ value: 'Buy', count: 2, open: true })
    expect(lines[3]).toMatchObject({ count: 1, open: false })
  })

  test('every row appears once when all groups are open', () => {
    const record = fc.record({ side: fc.constantFrom('Buy', 'Sell', null) })
    fc.assert(
      fc.property(fc.array(record), (some) => {
        const numbered = some.map((row, at) => ({ ...row, id: String(at) }))
        const lines = arrange(numbered, (row) => row.id, { groupBy: 'side', closed: none, open: none })
        const shown = lines.filter((line) => line.kind === 'row').map((line) => line.row)
        expect(new Set(shown)).toEqual(new Set(numbered))
        expect(shown).toHaveLength(numbered.length)
      }),
    )
  })
})
