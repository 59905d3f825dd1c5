import { describe, expect, test } from 'vitest'
import { enteredOf, isEntry, linesOf, piecesOf, runningTotal } from './entry.domain.ts'
import { faultsOf, partAt, type StockItem, totalOf } from './items.domain.ts'

const item = (part: Partial<StockItem> = {}): StockItem => ({
  id: 'usd',
  code: 'USD',
  currencyId: 'usd',
  flagCode: 'us',
  exponent: 2,
  quoteUnit: 1,
  isLocal: false,
  isEnabled: true,
  denominations: [
    { kind: 'note', faceValue: '100' },
    { kind: 'note', faceValue: '1' },
    { kind: 'coin', faceValue: '1' },
  ],
  ...part,
})
const typed = (values: Record<string, string>) => new Map(Object.entries(values))

describe('what is typed beside notes and coins', () => {
  test('is a count of up to a million, or nothing', () => {
    for (const text of ['', ' ', '0', ' 5 ', '1000000']) expect(isEntry(text)).toBe(true)
    for (const text of ['x', '-1', '1.5', '1000001', '12345678', '5x']) expect(isEntry(text)).toBe(false)
  })

  test('makes pieces of each kind and face value, and their sum', () => {
    const given = typed({ 'note 100': '2', 'note 1': ' 3 ', 'coin 1': '0', 'coin 5': '9', amount: '7' })
    expect(piecesOf(item(), given)).toEqual([
      { kind: 'note', faceValue: '100', count: 2 },
      { kind: 'note', faceValue: '1', count: 3 },
    ])
    expect(runningTotal(item(), given)).toBe('203')
    expect(runningTotal(item({ denominations: [] }), typed({ amount: '1,234.50' }))).toBe('1234.5')
    expect(runningTotal(item({ denominations: [] }), typed({ amount: '' }))).toBe('0')
  })

  test('has no sum where something typed is no number', () => {
    for (const amount of ['x', '1.234', '-1', '250,50'])
      expect(runningTotal(item({ denominations: [] }), typed({ amount }))).toBeUndefined()
    for (const count of ['x', '1.5', '2,5'])
      expect(runningTotal(item(), typed({ 'note 100': '2', 'note 1': count }))).toBeUndefined()
    expect(linesOf(new Map([['usd', typed({ 'note 1': '2,5' })]]), [item()])[0]?.quantity).toBe('')
    expect(runningTotal(item(), typed({ 'note 1': '1,250' }))).toBe('1250')
  })

  test('is blank where nothing was typed, and zero where a zero was; a draft gives both back as they were', () => {
    const given = typed({ 'note 100': '2', 'note 1': '3' })
    const all = [item(), item({ id: 'eur' }), item({ id: 'thb' }), item({ id: 'yen', denominations: [] })]
    const entered = new Map([
      ['usd', given],
      ['eur', typed({ 'note 100': '0' })],
      ['thb', typed({ 'note 100': ' ' })],
      ['yen', typed({ amount: '0' })],
    ])
    const lines = linesOf(entered, all)
    expect(lines).toEqual([
      { itemId: 'usd', quantity: '203', pieces: piecesOf(item(), given) },
      { itemId: 'eur', quantity: '0', pieces: [] },
      { itemId: 'thb', quantity: null, pieces: [] },
      { itemId: 'yen', quantity: '0', pieces: [] },
    ])
    const draft = lines.map(({ quantity, ...line }) => ({ ...line, counted: quantity }))
    entered.delete('thb')
    expect(enteredOf(draft, all)).toEqual(entered)
  })
})

describe('a line of a document', () => {
  const items = new Map([['usd', item()]])
  const note = (faceValue: string, count = 1) => ({ kind: 'note' as const, faceValue, count })
  const faults = (...lines: Parameters<typeof faultsOf>[0][number][]) =>
    faultsOf(lines, items).map(({ field, code }) => `${field} ${code}`)
  test('names an item once, in its decimals, with notes that it has and that add up', () => {
    const line = { itemId: 'usd', quantity: '101', pieces: [note('100'), note('1.00')] }
    expect(faults(line)).toEqual([])
    expect(faults({ ...line, quantity: '101.00' })).toEqual([])
    expect(faults({ ...line, pieces: [] })).toEqual([])
    expect(faults(line, line)).toEqual(['lines.1.itemId ITEM_TWICE'])
    expect(faults({ ...line, itemId: 'x' })).toEqual(['lines.0.itemId ITEM_UNKNOWN'])
    expect(faults({ ...line, quantity: '101.001' })).toEqual(['lines.0.quantity TOO_MANY_DECIMALS'])
    expect(faults({ ...line, pieces: [note('100'), note('100.0')] })).toEqual([
      'lines.0.pieces PIECE_UNKNOWN',
    ])
    expect(faults({ ...line, pieces: [note('50', 2)] })).toEqual(['lines.0.pieces PIECE_UNKNOWN'])
    expect(faults({ ...line, quantity: '102' })).toEqual(['lines.0.quantity PIECES_DIFFER'])
  })

  test('lies in the cash of a counter, in the vault, or in stock', () => {
    expect([
      partAt({ isLocal: true }, 'c'),
      partAt({ isLocal: true }, null),
      partAt({ isLocal: false }, null),
    ]).toEqual(['cash', 'vault', 'stock'])
    expect(totalOf([note('0.25', 3), note('100')])).toBe('100.75')
  })
})
