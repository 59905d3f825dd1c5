import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, csvLine, headKey, readGuard, writeGuard } from './cells.domain.ts'
import { csvReader } from './csv.domain.ts'

const readLine = (text: string) => {
  const reader = csvReader(',')
  return [...reader.push(text), ...reader.end()].map((cells) => cells.map(csvCell))
}

test('any cells are read back as they were written, and none is written that a spreadsheet would run', () => {
  const start = fc.constantFrom('', "'", "''", '=', '+', '-', '@', '#N/A', '\t', ' ', '＝', '|')
  const end = fc.string({ unit: fc.constantFrom(...'=+-@\'a1 ,;."\t\r\n(%E#'.split('')), maxLength: 6 })
  const cell = fc.tuple(start, end).map((both) => both.join(''))
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
      expect(readLine(csvLine(cells))).toEqual([cells])
      for (const one of cells) {
        const written = writeGuard(one)
        expect(readGuard(written)).toBe(one)
        expect(written).not.toMatch(/^\s*(?:[=@|]|[+-]\s*(?![\d\s.,'()%+-]|\p{Sc}|E|$))/u)
      }
    }),
    { numRuns: 2000 },
  )
})

test('telephone numbers, signed numbers and dashes are written as they are; what runs is guarded once', () => {
  for (const text of [
    '+60123456789',
    '-5.00',
    '+65 9123 4567',
    '-1,234.56',
    '+60 (0)12-345 6789',
    '-5%',
    '-',
  ])
    expect(writeGuard(text)).toBe(text)
  for (const text of ['-1.5E-3', '- 5', '-$5.00', '-€ 1 234,50', 'a', "'t Hooft", "'Aisha", '5-x', '-.5'])
    expect([writeGuard(text), readGuard(text)]).toEqual([text, text])
  for (const text of [
    '- see file 7',
    '@desk 3',
    '=1',
    '-cmd',
    '+cmd|x',
    '-RM5',
    '\t=1',
    ' =1',
    '-1+A1',
    "'=1",
  ])
    expect(writeGuard(text)).toBe(`'${text}`)
  expect(["'+60123456789", "'-5.00", "'=1"].map(readGuard)).toEqual(['+60123456789', '-5.00', '=1'])
})

test('an error is a fault in a CSV file, a text that only looks like one is not', () => {
  for (const text of ['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', ' #n/a '])
    expect(csvCell(text)).toEqual({ code: 'CELL_ERROR', text: text.trim() })
  for (const text of ['N/A', '#12-3', 'see #N/A', '#N/A?']) expect(csvCell(text)).toBe(text)
  expect(csvCell(csvLine(['#N/A']).trim())).toBe('#N/A')
  expect(csvLine([{ code: 'CELL_ERROR', text: '#N/A' }])).toBe('#N/A\r\n')
})

test('the name of a column is known in any script, case and width', () => {
  for (const text of [
    'Nationality',
    'NATİONALİTY',
    'natıonalıty',
    'Ｎａｔｉｏｎａｌｉｔｙ',
    '\uFEFF Na\u200Btionality*',
    'Nation_ality:',
  ])
    expect(headKey(text)).toBe('nationality')
  expect([headKey('姓 名：'), headKey('Ngày sinh')]).toEqual(['姓名', headKey('NGÀY SINH'.normalize('NFD'))])
})
