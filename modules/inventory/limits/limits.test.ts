import { describe, expect, test } from 'vitest'
import { blankLimit, limitsOfSheet } from './limit-sheet.domain.ts'
import {
  findBreachAfter,
  beyondNow,
  freeBelow,
  type LimitRow,
  limitsAt,
  narrowestLimits,
} from './limits.domain.ts'

const company = { regionId: null, branchId: null, counterId: null }
const row = (at: Partial<LimitRow>, ...[minimum, target, maximum]: (string | null)[]): LimitRow => ({
  ...company,
  itemId: 'USD',
  unit: 'units',
  act: 'block',
  minimum: minimum ?? null,
  target: target ?? null,
  maximum: maximum ?? null,
  bundle: null,
  ...at,
})
const rows = [
  row({}, '1000', '3000', '10000'),
  row({ branchId: 'B' }, '0', null, null),
  row({ counterId: 'B1' }, '0', '0', '0'),
]
const B = { regionId: null, branchId: 'B', counterId: null }
const B1 = { ...B, counterId: 'B1' }
const none = { onHand: '0', reserved: '0', coming: '0' }
const told = (limits: ReturnType<typeof narrowestLimits>) =>
  (['minimum', 'target', 'maximum'] as const).map(
    (field) => limits[field] && `${limits[field].value} (${limits[field].level})`,
  )

describe('the narrowest limit', () => {
  test('wins for each field by itself and says where it is from: 0 is a limit, blank is none', () => {
    expect(told(narrowestLimits(rows, B))).toEqual(['0 (branch)', '3000 (company)', '10000 (company)'])
    expect(told(narrowestLimits(rows, B1))).toEqual(['0 (counter)', '0 (counter)', '0 (counter)'])
    const cleared = rows.with(1, row({ branchId: 'B' }, null, null, null))
    expect(told(narrowestLimits(cleared, B))).toEqual(['1000 (company)', '3000 (company)', '10000 (company)'])
  })

  test('of a region holds in its branches alone, and under what a branch says', () => {
    const inRegion = [...rows, row({ regionId: 'R' }, '2000', '4000', null)]
    expect(told(narrowestLimits(inRegion, { ...B, regionId: 'R' }))).toEqual([
      '0 (branch)',
      '4000 (region)',
      '10000 (company)',
    ])
    expect(told(narrowestLimits(inRegion, B))).toEqual(['0 (branch)', '3000 (company)', '10000 (company)'])
  })

  test('of a branch is of the branch as a whole: a drawer is held against what was set for it', () => {
    expect(told(limitsAt(rows, { ...B, counterId: 'B2' }))).toEqual([null, null, null])
    expect(told(limitsAt(rows, B1))).toEqual(['0 (counter)', '0 (counter)', '0 (counter)'])
  })
})

describe('what lies beyond a limit', () => {
  const limits = limitsAt(rows, B)
  test('is below the minimum or above the maximum, and not at it', () => {
    expect(beyondNow(limits, none, undefined)).toBeUndefined()
    expect(findBreachAfter(limits, { ...none, onHand: '1' }, '-1', undefined)).toBeUndefined()
    expect(findBreachAfter(limitsAt(rows, B1), none, '1', undefined)).toMatchObject({
      kind: 'maximum',
      value: '1',
      limit: { value: '0', level: 'counter' },
    })
    expect(beyondNow(narrowestLimits(rows.slice(0, 1), B), none, undefined)?.kind).toBe('minimum')
  })

  test('is found with what is on its way there, and without what is promised to somebody', () => {
    const held = { onHand: '6000', reserved: '5500', coming: '3000' }
    expect(freeBelow(limits, held, undefined)).toBe('1000')
    expect(findBreachAfter(limits, held, '1000', undefined)).toBeUndefined()
    expect(findBreachAfter(limits, held, '1001', undefined)).toMatchObject({ value: '10001' })
    expect(findBreachAfter(limits, held, '-501', undefined)).toMatchObject({ kind: 'minimum', value: '-1' })
  })

  test('counts in local currency where the limit does, and nothing where no rate is known', () => {
    const local = narrowestLimits([row({ unit: 'local' }, null, null, '4450')], B)
    expect(beyondNow(local, { onHand: '1000' }, '4.45')).toBeUndefined()
    expect(beyondNow(local, { onHand: '1000.01' }, '4.45')).toMatchObject({ value: '4450.0445' })
    expect(beyondNow(local, { onHand: '9999' }, undefined)).toBeUndefined()
    expect(freeBelow(local, { ...none, onHand: '999' }, '4.45')).toBe('1')
  })
})

describe('a sheet of limits', () => {
  const ids: Record<string, string | null> = { USD: 'u', CASH: null }
  const read = (before: Parameters<typeof limitsOfSheet>[2], ...cells: string[][]) =>
    limitsOfSheet(
      cells.map((line, index) => ({ rowNumber: index + 1, cells: line })),
      (code) => ids[code],
      before,
    )
  test('says no limit by an empty cell, 0 by a 0, and leaves a column that it does not have', () => {
    const before = { ...blankLimit('u'), maximum: '10000', act: 'warn' as const }
    expect(read([before], ['Code', 'Minimum', 'Target'], ['usd', '0', '']).at(0)).toEqual({
      ...before,
      minimum: '0',
      target: null,
    })
    expect(read([], ['code', 'maximum'], ['CASH', '250,000']).at(0)).toMatchObject({
      itemId: null,
      unit: 'local',
      maximum: '250000',
    })
  })

  test('is taken whole or not at all: each cell that cannot be read is named', () => {
    const fault = () => read([], ['code', 'minimum', 'unit'], ['USD', '1.250,5', 'kg'], ['XXX', '1', ''])
    expect(fault).toThrow(
      expect.objectContaining({
        fields: [
          { field: 'rows.2.minimum', code: 'NOT_A_NUMBER' },
          { field: 'rows.2.unit', code: 'NOT_A_CHOICE' },
          { field: 'rows.3.code', code: 'ITEM_UNKNOWN' },
        ],
      }),
    )
    expect(() => read([], ['currency'], ['USD'])).toThrow(
      expect.objectContaining({ code: 'SHEET_WITHOUT_CODE' }),
    )
  })
})
