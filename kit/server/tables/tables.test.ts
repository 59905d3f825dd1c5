import { expect, test } from 'vitest'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { sheetHead, sheetTail, workbookOf } from '#kit/test/hostile-files.ts'
import { tableRows, xlsx } from './table.server.ts'

async function read(bytes: Uint8Array, type = xlsx, isExact = false) {
  const pieces = await Array.fromAsync(tableRows(Uint8Array.from(bytes), type, undefined, isExact))
  return { ...pieces[0], rows: pieces.flatMap(({ rows }) => rows) }
}
const rowsOf = async (inner: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  (await read(workbookOf({ sheet: sheetHead + inner + sheetTail, ...more }))).rows
const cellsOf = async (cells: string, more: Partial<Parameters<typeof workbookOf>[0]> = {}) =>
  (await rowsOf(`<row>${cells}</row>`, more))[0]?.cells
const text = async (content: string | Buffer) =>
  (await read(Buffer.from(content), 'text/csv')).rows.map(({ rowNumber, cells }) => [rowNumber, ...cells])

test('rows and cells have the places that the file says, else they follow the one before', async () => {
  const cell = '<c><v>1</v></c>'
  const rows = await rowsOf(
    `<row r="2">${cell}</row><row>${cell}</row><row r="9"><c r="C9"><v>3</v></c><c><v>4</v></c></row><row><c r="B12"><v>5</v></c></row><row>${cell}</row>`,
  )
  expect(rows.map(({ rowNumber, cells }) => [rowNumber, ...cells])).toEqual([
    [2, '1'],
    [3, '1'],
    [9, '', '', '3', '4'],
    [12, '', '5'],
    [13, '1'],
  ])
  const refused = async (inner: string) => {
    const error: unknown = await rowsOf(inner).catch((found: unknown) => found)
    return error instanceof Refusal ? error.code : error
  }
  expect(await refused(`<row r="2">${cell}</row><row r="2">${cell}</row>`)).toBe('TABLE_UNREADABLE')
  expect(await refused('<row r="x"/>')).toBe('TABLE_UNREADABLE')
  expect(await refused('<row r="1048577"/>')).toBe('TABLE_LONG')
})

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="000000000000"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy"/></numFmts><cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="10"/></cellXfs></styleSheet>'

test('numbers are read as their formats show them, and in full', async () => {
  expect(
    await cellsOf(
      '<c s="1"><v>5400</v></c><c s="2"><v>20714025511</v></c><c s="3"><v>37451</v></c><c s="4"><v>0.125</v></c><c><v>1.23456789012E+11</v></c><c><v>4.0999999999999996</v></c><c s="1"><v>3</v></c>',
      { styles },
    ),
  ).toEqual(['05400', '020714025511', '2002-07-14', '12.50%', '123456789012', '4.1', '00003'])
})

test('of identifiers a number of more than 15 digits is a fault; the same as a text is a text', async () => {
  const numbers =
    '<c><v>8.96099123450001E+18</v></c><c><v>1234567890123456</v></c><c><v>352099001234562</v></c>'
  const asText = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const texts = ['898604B7192271000014', '8960991234500012342']
  const sheet = `${sheetHead}<row>${numbers}${texts.map(asText).join('')}</row>${sheetTail}`
  const fault = (shown: string) => ({ code: 'CELL_LONG', text: shown })
  expect((await read(workbookOf({ sheet }), xlsx, true)).rows[0]?.cells).toEqual([
    fault('8.96099123450001E+18'),
    fault('1234567890123456'),
    '352099001234562',
    ...texts,
  ])
  expect((await read(workbookOf({ sheet }))).rows[0]?.cells[1]).toBe('1234567890123456')
})

test('errors and formulas without a result are faults; a text that says the same is a text', async () => {
  const error = (shown: string) => ({ code: 'CELL_ERROR', text: shown })
  const formula = { code: 'CELL_FORMULA', text: '' }
  expect(
    await cellsOf(
      '<c t="e"><v>#N/A</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><v>#N/A</v></c><c t="inlineStr"><is><t>#REF!</t></is></c>' +
        '<c><f>A1+1</f></c><c><f>A1+1</f><v/></c><c t="str"><f>A1</f></c><c t="str"><f>""</f><v></v></c><c><f>1+1</f><v>2</v></c><c t="s"/><c t="b"/>',
    ),
  ).toEqual([error('#N/A'), error('#DIV/0!'), '#N/A', '#REF!', formula, formula, formula, '', '2', '', ''])
  expect(await text('a,#N/A,"#REF!"\n#x,see #N/A,\'#N/A\n')).toEqual([
    [1, 'a', error('#N/A'), error('#REF!')],
    [2, '#x', 'see #N/A', '#N/A'],
  ])
})

test('the first sheet that is not hidden is read, and the others are named', async () => {
  const sheets = [
    { name: 'Codes', state: 'hidden', sheet: `${sheetHead}<row><c><v>1</v></c></row>${sheetTail}` },
    { name: 'Customers', sheet: `${sheetHead}<row><c><v>2</v></c></row>${sheetTail}` },
    { name: 'Notes', sheet: sheetHead + sheetTail },
  ]
  expect(await read(workbookOf({ sheets }))).toEqual({
    sheet: 'Customers',
    otherSheets: ['Codes', 'Notes'],
    encoding: '',
    rows: [{ rowNumber: 1, cells: ['2'] }],
  })
  const hidden = workbookOf({ sheets: sheets.slice(0, 1) })
  await expect(read(hidden)).rejects.toMatchObject({ code: 'TABLE_UNREADABLE' })
})

test('what programs put before the header of a text is no row of it, and counts among its rows', async () => {
  const rows = [
    [2, 'a', 'b'],
    [3, '1,5', ''],
  ]
  for (const begin of ['sep=;\n', 'SEP=;\r\n', '\uFEFFsep=;\n', '"sep=;"\n', 'sep=;;\n'])
    expect(await text(`${begin}a;b\n1,5;`)).toEqual(rows)
  expect(await text('sep=|\na|b\n')).toEqual([[2, 'a', 'b']])
  expect(await text('sep=\t\na\tb\n')).toEqual([[2, 'a', 'b']])
  expect(await text('sep=^\na^b,c\n')).toEqual([[2, 'a', 'b,c']])
  expect(await text('\n\na;b\n1,5;2\n')).toEqual([
    [1, ''],
    [2, ''],
    [3, 'a', 'b'],
    [4, '1,5', '2'],
  ])
  expect(await text('separator,b\n')).toEqual([[1, 'separator', 'b']])
  for (const bytes of [[0xff, 0xfe], [] as number[]])
    expect(await text(Buffer.concat([Buffer.from(bytes), Buffer.from('sep=;\na;é\n', 'utf16le')]))).toEqual([
      [2, 'a', 'é'],
    ])
  expect(await text(Buffer.from('a;b\n', 'utf16le').swap16())).toEqual([[1, 'a', 'b']])
})
