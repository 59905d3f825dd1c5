import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { sheetHead, sheetTail, workbookOf } from '#kit/test/hostile-files.ts'
import { importJobs } from './import-jobs.server.ts'
import { imports } from './imports.contract.ts'

// What a file shows is what is read of it, whichever program wrote it.

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
})
afterAll(() => app.stop())

async function upload(bytes: Uint8Array | string, name = 'people.csv') {
  const file = new File([Buffer.from(bytes as string)], name)
  const { status, body: made, error } = await admin.send(imports.upload, { customerType: '1' }, file)
  expect(status, JSON.stringify(error)).toBe(200)
  const { companyId } = admin.login.company
  const context = { services: app.services, log: pino({ level: 'silent' }) }
  await inCompany(companyId, () => importJobs[0]?.run({ companyId, id: made.id }, context))
  const one = (await admin.call(imports.getById, { id: made.id })).body
  const { items } = (await admin.call(imports.rows, { id: made.id })).body
  return { one, items }
}
const faultsOf = ({ items }: Awaited<ReturnType<typeof upload>>) =>
  items.map(({ rowNumber, faults }) => [
    rowNumber,
    ...faults.map(({ field, message }) => `${field}: ${message}`),
  ])

const heads = [
  'Name',
  'Nationality',
  'Type of identity document',
  'Document number',
  'Issuing country',
  'Date of birth',
]
const cell = (text: string) => (text.startsWith('<c') ? text : `<c t="str"><v>${text}</v></c>`)
const row = (cells: readonly string[], r = '') => `<row${r && ` r="${r}"`}>${cells.map(cell).join('')}</row>`
const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="000000000000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'
const book = (rows: string, more = {}) =>
  upload(workbookOf({ sheet: sheetHead + rows + sheetTail, styles, ...more }), 'people.xlsx')
const person = (number: string, nationality = 'MY') => [
  `Form ${number}`,
  nationality,
  'Passport',
  number,
  'MY',
  '1980-02-01',
]

test('rows of a workbook have the numbers that the file says', async () => {
  const read = await book(
    row(heads, '1') +
      row(person('FORM1'), '2') +
      row(person('FORM2', 'Atlantis'), '5') +
      row(person('FORM3'), '9'),
  )
  expect(faultsOf(read)).toEqual([[2], [5, 'nationality: This value is not understood.'], [9]])
})

test('zeros that a format shows are part of a postcode and of a number', async () => {
  const { items } = await book(
    row([...heads, 'Postcode']) +
      row([
        'Form Zero',
        'MY',
        'MyKad',
        '<c s="2"><v>20714025511</v></c>',
        'MY',
        '2002-07-14',
        '<c s="1"><v>5400</v></c>',
      ]),
  )
  expect(items[0]).toMatchObject({ faults: [], given: { idNumber: '020714025511', postcode: '05400' } })
})

test('errors and formulas without a result are faults of their fields, and nothing of them is kept', async () => {
  const error = (shown: string) => `<c t="e"><v>${shown}</v></c>`
  const read = await book(
    row([...heads, 'Postcode', 'Remarks']) +
      row([...person(error('#N/A')).with(0, error('#NAME?')), error('#REF!'), '#N/A']) +
      row([...person('FORM5'), '<c><f>A1</f></c>']),
  )
  const said = (field: string, shown: string) =>
    `${field}: The cell has the error ${shown}. Correct it in the file, or write the value.`
  expect(faultsOf(read)).toEqual([
    [2, said('name', '#NAME?'), said('idNumber', '#N/A'), said('postcode', '#REF!')],
    [
      3,
      'postcode: The formula has no saved result. Open the file in a spreadsheet program, save it, and upload it again.',
    ],
  ])
  expect(Object.values(read.items[0]?.given ?? {}).toSorted()).toEqual([
    '#N/A',
    '1980-02-01',
    'MY',
    'MY',
    'Passport',
  ])
  const csv = await upload(`${heads.join(',')}\n${person('FORM6').with(0, '#N/A').join(',')}`)
  expect(faultsOf(csv)).toEqual([[2, said('name', '#N/A')]])
})

test('a line that says what parts cells is no header, names of columns have any script and width', async () => {
  const said = await upload(
    `sep=;\n${heads.join(';')}\n${person('FORM7').with(0, "'=Hana").with(5, '01/02/1980').join(';')}`,
  )
  expect(faultsOf(said)).toEqual([[3, 'name: A formula is not taken. Write the value itself.']])
  const wide = await upload(`\n\n\uFEFFＮａｍｅ,NATİONALİTY, phone\nForm Wide,MY,'+60123456789\n`)
  expect(wide.items).toMatchObject([
    { rowNumber: 4, given: { name: 'Form Wide', nationality: 'MY', phone: '+60123456789' } },
  ])
})

test('which sheet was read is said, a hidden one is not read, and columns not used are named', async () => {
  const sheet = (rows: string) => sheetHead + rows + sheetTail
  const { one, items } = await book('', {
    sheets: [
      { name: 'Codes', state: 'veryHidden', sheet: sheet(row(heads) + row(person('HIDDEN'))) },
      { name: 'People', sheet: sheet(row([...heads, 'Blocked']) + row([...person('FORM8'), 'No'])) },
    ],
  })
  expect(one).toMatchObject({ sheet: 'People', otherSheets: ['Codes'], unusedColumns: ['Blocked'] })
  expect(items.map(({ given }) => given['idNumber'])).toEqual(['FORM8'])
})
