import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { sheetHead, sheetTail, workbookOf } from '#kit/test/hostile-files.ts'
import { bulk, type Bulk } from './bulk.contract.ts'
import { bulkJob } from './bulk-job.server.ts'
import { screenings } from '../screenings/screenings.contract.ts'

let app: TestApp
let officer: Session
beforeAll(async () => {
  app = await testApp()
  await app.addUser({ userName: 'officer', roles: ['compliance_officer'] })
  officer = await app.signIn('officer')
})
afterAll(() => app.stop())

async function upload(content: string | Buffer): Promise<Bulk> {
  const file = new File(
    [Buffer.from(content as string)],
    typeof content === 'string' ? 'names.csv' : 'names.xlsx',
  )
  const { status, body, error } = await officer.send(bulk.upload, { dataSource: 'unsc' }, file)
  expect(status, JSON.stringify(error)).toBe(200)
  const { id } = body
  const { companyId } = officer.login.company
  const given = { id, companyId }
  await inCompany(companyId, () => bulkJob.run(given, { services: app.services, log: app.http.log as never }))
  return (await officer.call(bulk.getById, { id })).body
}

describe('a file of names', () => {
  test('is screened row by row, gives a file back, and makes no customers', async () => {
    const customers = async () =>
      (await app.owner<{ n: number }>('select count(*)::int n from customers.customer'))[0]?.n
    const before = await customers()
    const made = await upload(
      'Ref,Full name,Type,DOB\n1,"Zarunin, Viktor Emilovich",person,1971-03-14\n2,Ottoline Brackwater,person,\n3,=cmd(),person,\n4,Somebody,person,1990-02-30\n5,🦊,person,\n',
    )
    expect(made).toMatchObject({ state: 'finished', total: 5, done: 5, withHits: 1, faulty: 2, stale: [] })
    const { body } = await officer.call(bulk.result, { id: made.id })
    const lines = String(body).trim().split('\r\n')
    expect(lines).toHaveLength(6)
    expect(lines[0]).toContain('Ref,Full name,Type,DOB,result,reason,matches,score,list,entry,matchedName')
    expect(lines[1]).toMatch(/^1,"Zarunin, Viktor Emilovich",person,1971-03-14,in_review,,1,1\.000,un,/)
    expect(lines[2]).toBe('2,Ottoline Brackwater,person,,no_hit,,0,,,,')
    expect(lines[3]).toMatch(/^3,'=cmd\(\),person,,no_hit/)
    expect(lines[4]).toContain(',error,NO_SUCH_DAY,0,')
    expect(lines[5]).toContain(',error,NAME_WITHOUT_LETTERS,0,')
    const filters = [{ key: 'bulkId' as const, operator: 'Equals' as const, value: made.id }]
    const kept = await officer.call(screenings.list, { filters })
    expect(kept.body.items).toMatchObject([{ cause: 'bulk', customerId: null, isOpen: true }])
    expect(await customers()).toBe(before)
  })

  test('comes back as it was: telephones and numbers as they are, what a spreadsheet would run guarded once', async () => {
    const rows = [
      'name,phone,balance,note',
      'Harmless Person,+60123456789,-5.00,- see file 7',
      'Another Person,+65 9123 4567,"-1,234.56",@desk 3',
    ]
    const made = await upload(rows.join('\n'))
    expect(made).toMatchObject({ unusedColumns: ['phone', 'balance', 'note'], sheet: '', otherSheets: [] })
    const result = async ({ id }: Bulk) => String((await officer.call(bulk.result, { id })).body)
    const first = await result(made)
    const without = (text: string) =>
      text.split('\r\n').map((line) => line.replace(/,(?:result|no_hit).*$/, ''))
    expect(without(first).slice(1, 3)).toEqual([
      "Harmless Person,+60123456789,-5.00,'- see file 7",
      `Another Person,+65 9123 4567,"-1,234.56",'@desk 3`,
    ])
    expect(without(await result(await upload(first))).slice(1)).toEqual(without(first).slice(1))
  })

  test('whose cells that are read hold errors is not screened in these rows, and says which sheet was read', async () => {
    const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
    const sheet = `${sheetHead}<row>${cell('Name')}${cell('Note')}</row><row><c t="e"><v>#N/A</v></c></row><row>${cell('Ada Quiet')}<c t="e"><v>#REF!</v></c></row><row><c><f>A1</f></c></row>${sheetTail}`
    const made = await upload(
      workbookOf({
        sheets: [
          { name: 'Old', state: 'hidden', sheet: sheetHead + sheetTail },
          { name: 'New', sheet },
        ],
      }),
    )
    expect(made).toMatchObject({
      total: 3,
      faulty: 2,
      sheet: 'New',
      otherSheets: ['Old'],
      unusedColumns: ['Note'],
    })
    const { body } = await officer.call(bulk.result, { id: made.id })
    expect(String(body).trim().split('\r\n').slice(1)).toEqual([
      '#N/A,error,CELL_ERROR,0,,,,',
      'Ada Quiet,#REF!,no_hit,,0,,,,',
      ',error,CELL_FORMULA,0,,,,',
    ])
  })

  test('may name its columns as the screens do in any language', async () => {
    const made = await upload('sep=;\n姓名;NGÀY SINH\nAda Quiet;1990-02-30\n')
    expect(made).toMatchObject({ total: 1, faulty: 1, unusedColumns: [] })
    expect(await upload('name;Name\nAda;Eve\n')).toMatchObject({
      state: 'failed',
      failure: 'These columns are there twice: Name',
    })
  })

  test('keeps the order of its rows, though threads share them', async () => {
    const names = Array.from({ length: 1100 }, (_, at) =>
      [0, 499, 500, 800, 1099].includes(at) ? 'Viktor Emilovich Zarunin' : `Ottoline Brackwater ${at}`,
    )
    const made = await upload(`name\n${names.join('\n')}\n`)
    expect(made).toMatchObject({ state: 'finished', total: 1100, done: 1100, withHits: 5, faulty: 0 })
    const { body } = await officer.call(bulk.result, { id: made.id })
    const rows = String(body).trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',').slice(0, 2).join())).toEqual(
      names.map((name) => `${name},${name.startsWith('V') ? 'in_review' : 'no_hit'}`),
    )
  })

  test.each([
    ['no column of names', 'Ref,Country\n1,MY\n', 'The file has no column "name".'],
    ['no row', 'name\n', 'There are no rows under the names of the columns.'],
    [
      'a row too many',
      `name\n${'A B\n'.repeat(1_000_001)}`,
      'The table has more than 1000000 rows. Divide the file.',
    ],
  ])('with %s is refused as a whole', async (_, content, failure) => {
    expect(await upload(content)).toMatchObject({ state: 'failed', failure, done: 0, hasResult: false })
  })
})
