// Long because imports are tried from the file to the last row, with everything that can end them.
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Session, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { corporates, individuals } from '../profiles/profiles.contract.ts'
import { individualExports } from '../exports/exports.contract.ts'
import { workbook } from '#kit/server/tables/table.server.ts'
import { cellText } from '#kit/domain/cells.domain.ts'
import { tableRows } from '#kit/server/tables/table.server.ts'
import { importJobs } from './import-jobs.server.ts'
import { type Import, imports } from './imports.contract.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
})
afterAll(() => app.stop())

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const headers = () => ({ authorization: `Bearer ${admin.login.userInfo.accessToken}` })

/** Sends a file and lets it be checked, as the queue would. */
async function upload(bytes: Buffer, fields: Record<string, string> = {}): Promise<Import> {
  const file = new File([Uint8Array.from(bytes)], 'people.csv')
  const { status, body: made, error } = await admin.send(imports.upload, { customerType: 1, ...fields }, file)
  expect(status, JSON.stringify(error)).toBe(200)
  await runJob(0, made.id)
  return (await admin.call(imports.getById, { id: made.id })).body
}

const runJob = (which: number, id: string, isLast = false, how: 'run' | 'died' = 'run') => {
  const { companyId } = admin.login.company
  const context = { services: app.services, log: pino({ level: 'silent' }), isLast }
  return inCompany(companyId, () => importJobs[which]?.[how]?.({ companyId, id }, context))
}

/** The rows of a workbook that a call answers. */
async function sheet(endpoint: Endpoint, body: object): Promise<string[][]> {
  const reply = await app.http.inject({
    method: 'POST',
    url: `/api${endpoint.path}`,
    headers: headers(),
    payload: body,
  })
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, xlsx])
  const pieces = await Array.fromAsync(tableRows(Uint8Array.from(reply.rawPayload), xlsx))
  return pieces.flatMap(({ rows }) => rows.map(({ cells }) => cells.map(cellText)))
}

const head = 'Name,Nationality,Type of identity document,Document number,Issuing country,Date of birth,Phone'
const row = (number: string, more: { name?: string; born?: string; phone?: string } = {}) =>
  `${more.name ?? `Import ${number}`},Singapore,Passport,${number},SG,${more.born ?? '31/12/1980'},${more.phone ?? ''}`
const csv = (...rows: string[]) => Buffer.from([head, ...rows].join('\n'))

describe('a file of customers', () => {
  test('is checked row by row, mended, and taken in; nothing is lost', async () => {
    const existing = {
      name: 'Import Twin',
      nationality: 'SG',
      idType: 'PASSPORT' as const,
      idNumber: 'IMP0',
      idIssuingCountry: 'SG',
    }
    expect((await admin.call(individuals.create, existing)).status).toBe(200)
    const one = await upload(
      csv(
        row('IMP1', { phone: '+6591234567' }),
        row('IMP2', { born: '31/12/2999' }),
        row('IMP3', { name: '=cmd|calc!A1' }),
        row('imp-1', { name: 'The same again' }),
        row('IMP0', { name: 'Known already' }),
        row('IMP4', { phone: '12' }),
        ',,,,,,',
        row('IMP5'),
      ),
    )
    expect(one).toMatchObject({ state: 'checked', total: 7, good: 2, bad: 5, done: 0, encoding: 'utf-8' })
    const bad = (await admin.call(imports.rows, { id: one.id, state: 'bad' })).body.items
    expect(
      bad.map(({ rowNumber, faults }) => [
        rowNumber,
        ...faults.map(({ field, message }) => `${field}: ${message}`),
      ]),
    ).toEqual([
      [3, 'dateOfBirth: The date of birth lies in the future.'],
      [4, 'name: A formula is not taken. Write the value itself.'],
      [5, 'idNumber: The same as row 2'],
      [6, 'idNumber: Registered already: Import Twin'],
      [7, 'phone: There is no such telephone number.'],
    ])
    const given = { ...bad[0]?.given, dateOfBirth: '1999-12-31' }
    const mended = await admin.call(imports.updateRow, { id: one.id, rowNumber: 3, given })
    expect(mended.body).toMatchObject({ state: 'good', faults: [] })
    const faulty = await sheet(imports.faultyRows, { id: one.id })
    expect(faulty).toHaveLength(5)
    expect(faulty.at(-1)?.at(-1)).toContain('There is no such telephone number.')
    expect(faulty[1]?.[0]).toBe('=cmd|calc!A1')

    const now = (await admin.call(imports.getById, { id: one.id })).body
    expect((await admin.call(imports.start, { id: one.id, version: now.version })).body.state).toBe(
      'importing',
    )
    await runJob(1, one.id)
    await runJob(1, one.id)
    const done = (await admin.call(imports.getById, { id: one.id })).body
    expect(done).toMatchObject({ state: 'finished', total: 7, good: 3, bad: 4, done: 3 })
    for (const [number, born] of [
      ['IMP1', '1980-12-31'],
      ['IMP2', '1999-12-31'],
      ['IMP5', '1980-12-31'],
    ] as const) {
      const { body } = await admin.call(individuals.queryByText, { text: number })
      expect(
        body.map(({ idNumber, dateOfBirth, nationality }) => [idNumber, dateOfBirth, nationality]),
      ).toEqual([[number, born, 'SG']])
    }
  })

  test('says who looks like a customer or another row, until somebody confirms that it is another', async () => {
    const known = { name: 'Ruth Alike', nationality: 'SG', dateOfBirth: '1971-02-03', phone: '+6591110001' }
    const paper = { idType: 'PASSPORT' as const, idIssuingCountry: 'SG' }
    const made = await admin.call(individuals.create, { ...known, ...paper, idNumber: 'ALIKE0' })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    const one = await upload(
      csv(
        row('ALIKE1', { name: 'ALIKE Ruth', born: '3.2.1971' }),
        row('ALIKE2', { name: 'Nobody Else', phone: '+65 9111-0001' }),
        row('ALIKE3', { name: 'Twin One', born: '1999-09-09', phone: '+6591110002' }),
        row('ALIKE4', { name: 'One Twin', born: '1999-09-09' }),
        row('ALIKE5', { name: 'Same Phone', phone: '+65 9111 0002' }),
        row('ALIKE6', { name: 'Ruth Alike', born: '1971-02-04' }),
      ),
    )
    const told = async () => {
      const { items } = (await admin.call(imports.rows, { id: one.id, state: 'bad' })).body
      return items.map(({ rowNumber, faults }) => [rowNumber, ...faults.map(({ message }) => message)])
    }
    const rest = 'Confirm that it is somebody else.'
    expect(await told()).toEqual([
      [2, `Looks like Ruth Alike. ${rest}`],
      [3, `Looks like Ruth Alike. ${rest}`],
      [5, `Looks like row 4. ${rest}`],
      [6, `Looks like row 4. ${rest}`],
    ])
    // Saved again as it was, it looks the same still; confirmed, it may come in.
    const { items } = (await admin.call(imports.rows, { id: one.id, state: 'bad' })).body
    for (const { rowNumber, given } of items) {
      const again = await admin.call(imports.updateRow, { id: one.id, rowNumber, given })
      expect([rowNumber, again.body.state]).toEqual([rowNumber, 'bad'])
    }
    for (const { rowNumber, given } of items.slice(0, 3))
      await admin.call(imports.updateRow, {
        id: one.id,
        rowNumber,
        given: { ...given, isDuplicateConfirmed: 'yes' },
      })
    expect(await told()).toEqual([[6, `Looks like row 4. ${rest}`]])
    const { version } = (await admin.call(imports.getById, { id: one.id })).body
    await admin.call(imports.start, { id: one.id, version })
    await runJob(1, one.id)
    expect((await admin.call(imports.getById, { id: one.id })).body).toMatchObject({ done: 5, bad: 1 })
    // What did not come in is confirmed in the downloaded file, and sent again.
    const [heads = [], left = []] = await sheet(imports.faultyRows, { id: one.id })
    left[heads.indexOf('This is somebody else')] = 'Yes'
    const { stream } = workbook('again', heads, [left])
    expect(await upload(await buffer(stream))).toMatchObject({ state: 'checked', good: 1, bad: 0 })
  })

  test('that is written wrongly loses nothing: values without a column, columns twice, a quote never closed', async () => {
    const shifted = await upload(
      Buffer.from('Name,Address,Nationality\nAda,1 Jalan Ampang, Kuala Lumpur,MY\nBen,"2, Jalan Gasing",MY'),
    )
    const { items } = (await admin.call(imports.rows, { id: shifted.id })).body
    expect(items[0]?.faults.map(({ message }) => message)).toContain('More values than columns: MY')
    expect(items[1]?.given).toEqual({ name: 'Ben', address: '2, Jalan Gasing', nationality: 'MY' })
    const failures = [
      ['Name,Nationality,name\nAda,MY,Ada', 'These columns are there twice: name'],
      [
        'Name,Nationality\nAda,MY\nBen,"MY\nCho,SG\nDan,SG',
        'A quotation mark is opened in row 3 and never closed.',
      ],
    ] as const
    for (const [text, failure] of failures)
      expect(await upload(Buffer.from(text))).toMatchObject({ state: 'failed', failure })
    const long = await upload(Buffer.from(`Name,Remarks\nAda,${'x'.repeat(2500)}`))
    const faults = (await admin.call(imports.rows, { id: long.id })).body.items[0]?.faults
    expect(faults?.map(({ field }) => field)).toContain('remarks')
  })

  test('whoever was registered meanwhile is refused at the end, and said so', async () => {
    const one = await upload(csv(row('LATE1'), row('LATE2')))
    await admin.call(individuals.create, {
      name: 'Quicker',
      nationality: 'SG',
      idType: 'PASSPORT',
      idNumber: 'LATE1',
      idIssuingCountry: 'SG',
    })
    await admin.call(imports.start, { id: one.id, version: one.version })
    await runJob(1, one.id)
    expect((await admin.call(imports.getById, { id: one.id })).body).toMatchObject({
      good: 1,
      bad: 1,
      done: 1,
    })
    const refused = (await admin.call(imports.rows, { id: one.id, state: 'refused' })).body.items
    expect(refused[0]?.faults).toEqual([{ field: 'idNumber', message: 'Registered already: Quicker' }])
  })

  test('may be UTF-8, UTF-16 or what somebody says it is, and have its columns in any language', async () => {
    const text = (number: string) =>
      `姓名,原文姓名,國籍,idType,idNumber\n${number} Chan,陳美玲,香港,passport,${number}`
    const utf16 = Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(text('ENC2').replace('香港', 'HK'), 'utf16le'),
    ])
    // 陳美玲 and the names of the columns in Big5.
    const big5 = Buffer.concat([
      Buffer.from('name,originalName,nationality,idType,idNumber\nENC3 Chan,'),
      Buffer.from([0xb3, 0xaf, 0xac, 0xfc, 0xac, 0xc2]),
      Buffer.from(',SG,PASSPORT,ENC3'),
    ])
    const files = [
      [Buffer.from(`\uFEFF${text('ENC1').replace('香港', '新加坡')}`), 'utf-8', 'ENC1'],
      [utf16, 'utf-16le', 'ENC2'],
      [big5, 'big5', 'ENC3'],
    ] as const
    for (const [bytes, encoding, number] of files) {
      const one = await upload(bytes, { encoding: 'big5' })
      const { items } = (await admin.call(imports.rows, { id: one.id })).body
      expect(one, JSON.stringify(items)).toMatchObject({ state: 'checked', encoding, good: 1 })
      expect(items[0]?.given).toMatchObject({ originalName: '陳美玲', idNumber: number })
    }
  })

  test('may be a workbook; one that is broken, or without names, says so', async () => {
    const { stream } = workbook(
      'companies',
      ['Name', 'Registration number', 'Country of incorporation'],
      [
        ['Workbook Bhd', '202099', 'Malaysia'],
        ['', '202098', 'Malaysia'],
      ],
    )
    const one = await upload(await buffer(stream), { customerType: '2' })
    expect(one).toMatchObject({ state: 'checked', total: 2, good: 1, bad: 1 })
    await admin.call(imports.start, { id: one.id, version: one.version })
    await runJob(1, one.id)
    const found = await admin.call(corporates.queryByText, { text: 'workbook 202099' })
    expect(found.body).toHaveLength(1)
    const nameless = await upload(Buffer.from('a,b\n1,2'))
    expect([nameless.state, nameless.failure]).toEqual([
      'failed',
      'The first row must name the columns; one of them is Name.',
    ])
    expect((await upload(Buffer.from(head))).failure).toBe(
      'There are no rows under the names of the columns.',
    )
    const odd = await upload(Buffer.from('Name,Shoe size,What is wrong\nA,44,'))
    expect(odd.failure).toBe(
      'Nobody knows these columns: Shoe size. Name them as in the template, or take them out.',
    )
    const cancelled = await upload(csv(row('CAN1')))
    const gone = await admin.call(imports.cancel, { id: cancelled.id, version: cancelled.version })
    expect(gone.body.state).toBe('cancelled')
    expect((await admin.call(imports.start, { id: gone.body.id, version: gone.body.version })).status).toBe(
      409,
    )
  })
})

test.each(['run', 'died'] as const)(
  'an import that fails for good in taking its rows (%s) says so, and what came in stays',
  async (how) => {
    const one = await upload(csv(row(`GOOD${how}`), row(`GONE${how}`)))
    await admin.call(imports.start, { id: one.id, version: one.version })
    const seen = async () => (await admin.call(imports.getById, { id: one.id })).body
    await app.owner(
      `update customers.import_row set state = 'done' where import_id = '${one.id}' and row_number = 2`,
    )
    await app.owner(`create function customers.breaks() returns trigger language plpgsql as $$
        begin raise exception 'breaks'; end $$;
      create trigger breaks before insert on customers.customer execute function customers.breaks()`)
    try {
      await expect(runJob(1, one.id)).rejects.toThrow('breaks')
      expect(await seen()).toMatchObject({ state: 'importing', failure: '' })
      if (how === 'run') await expect(runJob(1, one.id, true)).rejects.toThrow('breaks')
      else await runJob(1, one.id, true, how)
    } finally {
      await app.owner('drop function customers.breaks() cascade')
    }
    expect(await seen()).toMatchObject({
      state: 'failed',
      done: 1,
      failure: 'The server could not take in every row. Those that came in stay; send a file of the others.',
    })
    await runJob(1, one.id)
    expect((await seen()).state).toBe('failed')
  },
)

test('an export holds what the filters show, text as text, and leaves a trace', async () => {
  const rows = await sheet(individualExports.export, {
    filters: [{ key: 'search', operator: 'Contains', value: 'IMP1' }],
  })
  expect(rows).toHaveLength(2)
  expect(rows[1]?.[0]).toBe('Import IMP1')
  const all = await sheet(individualExports.export, {})
  const { body } = await admin.call(individuals.list)
  expect(all).toHaveLength(body.pagination.totalItems + 1)
  const [audit] = await app.owner<{ kind: string }>(
    `select kind from kit.audit where act = 'customerindividual.export' order by id desc limit 1`,
  )
  expect(audit).toEqual({ kind: 'VIEW' })
  const teller = await app.signIn('teller')
  expect((await teller.call(individualExports.export)).status).toBe(403)
})
