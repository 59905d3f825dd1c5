import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountFor, chart, type MappingRow } from './accounts.domain.ts'

const keys = ['event', 'modeId', 'itemId', 'branchId'] as const
// Most rows fit what most ask for, so that several compete.
const mostlyA = fc.constantFrom('a', 'a', 'a', 'b')
const anyRow: fc.Arbitrary<MappingRow> = fc.record({
  part: mostlyA,
  event: fc.option(mostlyA, { freq: 2 }),
  modeId: fc.option(mostlyA, { freq: 2 }),
  itemId: fc.option(mostlyA, { freq: 2 }),
  branchId: fc.option(mostlyA, { freq: 2 }),
  accountId: fc.uuid(),
})
const anyAsk = fc.record({
  part: mostlyA,
  event: mostlyA,
  modeId: fc.option(mostlyA, { freq: 9 }),
  itemId: fc.option(mostlyA, { freq: 9 }),
  branchId: mostlyA,
})

describe('the account of a part', () => {
  test('is that of the row that fits and names most, an event before a mode, an item and a branch', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyRow, { selector: rowOf, maxLength: 30 }), anyAsk, (rows, ask) => {
        const fitting = rows.filter(
          (row) => row.part === ask.part && keys.every((key) => row[key] === null || row[key] === ask[key]),
        )
        // Of two rows the one that names the first key in which they differ.
        const best = fitting.reduce<MappingRow | undefined>((most, row) => {
          const key = keys.find((one) => (most?.[one] === null) !== (row[one] === null))
          return !most || (key && row[key] !== null) ? row : most
        }, undefined)
        expect(accountFor(rows, ask)).toBe(best?.accountId)
      }),
      { numRuns: 500 },
    )
  })
})

const rowOf = ({ part, event, modeId, itemId, branchId }: MappingRow) =>
  [part, event, modeId, itemId, branchId].join()

describe('the chart of accounts', () => {
  test('has each code and each part once, and a name for each account', () => {
    const codes = chart.map(({ code }) => code)
    const parts = chart.flatMap((account) => ('part' in account ? account.part : []))
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(parts).size).toBe(parts.length)
    for (const { name } of chart) expect(name).toMatch(/^[A-Z]/)
  })

  test('numbers assets, liabilities, equity, income and expenses by their first digit', () => {
    const kinds = { 1: 'asset', 2: 'liability', 3: 'equity', 4: 'income', 5: 'expense', 6: 'expense' }
    // Tax that was paid lies among the liabilities, beside the tax that is owed.
    for (const { code, class: kind } of chart)
      expect([code, kind]).toEqual([code, code === '2110' ? 'asset' : kinds[code[0] as '1']])
  })
})
