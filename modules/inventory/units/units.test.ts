import { expect, test } from 'vitest'
import { countSwapped, listUnits, noUnits, readUnits, sizeOf } from './units.domain.ts'

test('serials are read one on a line or apart by a semicolon', () => {
  const units = readUnits(' S-1\n\nS 2; S-3 ;', 'serial')
  expect(units).toEqual({ serials: ['S-1', 'S 2', 'S-3'], batches: [] })
  expect(sizeOf(units)).toBe('3')
})

test('batches are read with how many of each; one alone needs no number where the line has its quantity', () => {
  const read = (text: string, quantity?: string) =>
    readUnits(text, 'batch', quantity).batches.map(({ code, quantity: units }) => `${code}|${units}`)
  expect(read('A-12 40; B 7 × 3\nC*2; D x 5')).toEqual(['A-12|40', 'B 7|3', 'C|2', 'D|5'])
  expect(read('A-12', '40')).toEqual(['A-12|40'])
  expect(read('A-12x40', '40')).toEqual(['A-12x40|40'])
  expect(read('A-12; B', '40')).toEqual(['A-12|1', 'B|1'])
  const units = readUnits('A-12 40; B 7 × 3', 'batch')
  expect(sizeOf(units)).toBe('43')
  expect(readUnits(listUnits(units).join('\n'), 'batch')).toEqual(units)
})

test('a zero says that none is there, and what is kept by quantity alone has no units', () => {
  expect(readUnits('0', 'serial')).toEqual({ serials: [], batches: [] })
  expect(readUnits('S-1', undefined)).toEqual({ serials: [], batches: [] })
})

test('a unit in the place of another is told by what it is, not by how it is spelt', () => {
  const serials = (...all: string[]) => ({ ...noUnits, serials: all })
  const batches = (code: string, quantity: string) => ({ ...noUnits, batches: [{ code, quantity }] })
  expect(countSwapped(serials('8960991234500012342'), serials('8960 9912 3450 0012 342F'))).toBe(0)
  expect(countSwapped(serials('C-1', 'C-2', 'C-3'), serials('C-1', 'C-9'))).toBe(1)
  expect(countSwapped(batches('A-1', '40'), batches('a-1 ', '40'))).toBe(0)
  // Of a batch a hyphen is a part of its code.
  expect(countSwapped(batches('A-1', '40'), batches('A1', '38'))).toBe(38)
})
