import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { csvReader } from './csv.domain.ts'
import { Refusal } from './refusal.domain.ts'
import { tableBounds } from './tables.domain.ts'

const read = (pieces: readonly string[], delimiter = ',') => {
  const reader = csvReader(delimiter)
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()]
}
const refusal = (text: string, most?: number) => {
  try {
    const reader = csvReader(',', most)
    for (const row of [...reader.push(text), ...reader.end()]) expect(row.length).toBeGreaterThan(0)
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.data]
    throw error
  }
  return undefined
}

describe('comma-separated text', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab1 ,;|"\r\né'.split('')), maxLength: 6 })
  const row = fc.array(cell, { minLength: 1, maxLength: 4 })
  const delimiter = fc.constantFrom(',', ';', '|', '\t')
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r')
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

  test('has the rows that were written, with any line end, in pieces of any size', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        delimiter,
        lineEnd,
        fc.array(fc.nat(12), { maxLength: 12 }),
        fc.boolean(),
        (rows, mark, end, cuts, isEnded) => {
          const text =
            rows.map((cells) => cells.map(quoted).join(mark)).join(end) +
            // A last line that is empty is none.
            (isEnded || rows.at(-1)?.join('') === '' ? end : '')
          let at = 0
          const pieces = cuts.map((length) => text.slice(at, (at += length)))
          expect(read([...pieces, text.slice(at)], mark)).toEqual(rows)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('needs no quotation marks around what is plain, and keeps empty lines and cells', () => {
    expect(read(['a,b\r\n\r\nc,\n\n,d\r\re'])).toEqual([
      ['a', 'b'],
      [''],
      ['c', ''],
      [''],
      ['', 'd'],
      [''],
      ['e'],
    ])
    expect(read(['a;b,c'], ';')).toEqual([['a', 'b,c']])
    expect(read([''])).toEqual([])
  })

  test('is refused by the row where a value or a row is too long, or a quotation mark never ends', () => {
    expect(refusal('ab\nabc', 2)).toEqual(['TABLE_CELL', { row: 2, most: 2 }])
    expect(refusal(`a\n${'b,'.repeat(tableBounds.columns)}c`)).toEqual([
      'TABLE_WIDE',
      { row: 2, most: tableBounds.columns },
    ])
    expect(refusal(`a\n${'b,'.repeat(tableBounds.columns - 1)}c`)).toBeUndefined()
    expect(refusal('a\nb\n"c\nd')).toEqual(['TABLE_QUOTE', { row: 3 }])
  })
})
