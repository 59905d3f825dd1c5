import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { ListEntry } from '../entries/entry.domain.ts'
import type { ListHead } from '../entries/head.domain.ts'
import { readRow } from '../reading/ofac-rows.domain.ts'
import { readList } from './read.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'agio-lists-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = async (path: string) => {
  const head: ListHead = { format: '' }
  const entries = new Map<string, ListEntry>()
  for await (const entry of readList(path, head)) entries.set(entry.id, entry)
  return { entries, unread: head.unread }
}
const readText = (text: string, name = 'list') => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return read(path)
}
const person = (id: number, remarks = '-0- ') =>
  `${id},"SZABO, Persona ${id}","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,${remarks}`
const readSdn = (sdn: string[], { comments = '', alt = '', end = '\r\n\x1A' } = {}) => {
  const own = mkdtempSync(join(folder, 'sdn-'))
  const files = {
    'sdn.csv': sdn.join('\r\n') + end,
    'alt.csv': alt,
    'add.csv': '',
    'sdn_comments.csv': comments,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text)
  return read(join(own, 'sdn.csv'))
}
const weakOf = (entry: ListEntry | undefined) =>
  entry?.names.flatMap(({ text, quality }) => (quality === 'weak' ? text : []))

describe('remarks and comments of OFAC', () => {
  test.each([
    ['doubled', '""'],
    ['not doubled', '"'],
  ])('have weak aliases between quotation marks, %s', async (_, mark) => {
    const comments = [
      `900001,"hone Number 4477000001; a.k.a. "redjack1980"; a.k.a. "dragonqueen"; Linked To: ORLOK GROUP."`,
      `900002,"hone Number 4477000002; a.k.a. "silverfox81"; Linked To: SZABO, Janos."`,
      `900003,"a.k.a. "x-ray, five", "MIRA"; alt. POB "Old Town", Orlok; f.k.a. "semi; colon"."`,
    ].map((line) => line.replaceAll(/(?<!\d,)"(?!$)/g, mark))
    const { entries, unread } = await readSdn(
      [person(900001, '"Website orlok.example; P"'), person(900002), person(900003)],
      {
        comments: comments.join('\r\n') + '\r\n',
      },
    )
    expect(unread).toBeUndefined()
    const [first, second, third] = [...entries.values()]
    expect(weakOf(first)).toEqual(['redjack1980', 'dragonqueen'])
    expect(first?.profile.phoneNumbers).toEqual(['4477000001'])
    expect(first?.profile.relationships).toEqual([{ type: 'Linked To', name: 'ORLOK GROUP' }])
    expect(weakOf(second)).toEqual(['silverfox81'])
    expect(second?.profile.relationships).toEqual([{ type: 'Linked To', name: 'SZABO, Janos' }])
    expect(weakOf(third)).toEqual(['x-ray, five', 'MIRA', 'semi; colon'])
  })

  test('are read with marks in a row of twelve, in the first row too', async () => {
    const { entries } = await readSdn([
      person(1, '"DOB 1970; a.k.a. "JACKDAW"; Gender Male."'),
      person(2, `"a.k.a. 'O'RORKE'; a.k.a. “ROOK”; a.k.a. WREN."`),
    ])
    expect(weakOf(entries.get('1'))).toEqual(['JACKDAW'])
    expect(entries.get('1')?.genders).toEqual(['male'])
    expect(weakOf(entries.get('2'))).toEqual(["O'RORKE", 'ROOK', 'WREN'])
  })

  test('a row keeps its values, whatever marks and commas are in them', () => {
    const value = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', ';', 'b'), maxLength: 12 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 6 }), (values) => {
        const row = values.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')
        expect(readRow(row, values.length)).toEqual(values)
      }),
    )
    const plain = fc.stringMatching(/^[a-z][a-z ]{0,5}("[a-z]{1,6}"[a-z; ]{1,4}){0,3}[a-z]$/)
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 6 }), (values) => {
        expect(readRow(values.map((one) => `"${one}"`).join(' ,'), values.length)).toEqual(values)
      }),
    )
  })
})

describe('a line that is not understood', () => {
  const many = Array.from({ length: 150 }, (_, at) => at + 1)

  test('is named and left out of OFAC, and the rest is read', async () => {
    const rows = many.map((id) => person(id))
    rows[9] = '10,"BROKEN'
    const { entries, unread } = await readSdn(rows)
    expect(entries.size).toBe(149)
    expect(unread).toEqual({ count: 1, partly: 0, lines: [{ file: 'sdn.csv', line: 10, reason: 'columns' }] })
    rows[9] = 'garbage'
    expect((await readSdn(rows)).entries.size).toBe(149)
  })

  test('is named with its file where it is beside the list', async () => {
    const alt = many.map((id) => `${id},${id},"aka","ALIAS ${id}",-0- `)
    alt[4] = 'x,5,"aka","ALIAS",-0- '
    const { entries, unread } = await readSdn(
      many.map((id) => person(id)),
      { alt: alt.join('\r\n') + '\r\n' },
    )
    expect(entries.size).toBe(150)
    expect(unread?.lines).toEqual([{ file: 'alt.csv', line: 5, reason: 'number' }])
  })

  const formats = {
    un: {
      rows: (id: number) =>
        `<INDIVIDUAL><DATAID>${id}</DATAID><FIRST_NAME>Persona ${id}</FIRST_NAME></INDIVIDUAL>`,
      broken: '<INDIVIDUAL><DATAID>3</DATAID></INDIVIDUAL>',
      around: ['<CONSOLIDATED_LIST><INDIVIDUALS>', '</INDIVIDUALS></CONSOLIDATED_LIST>'],
      reason: 'name',
    },
    ftm: {
      rows: (id: number) =>
        JSON.stringify({ id: `p${id}`, schema: 'Person', properties: { name: [`Persona ${id}`] } }),
      broken: '{"id":"p3","schema":',
      around: [],
      reason: 'json',
    },
    senzing: {
      rows: (id: number) =>
        JSON.stringify({ DATA_SOURCE: 'OWN', RECORD_ID: `${id}`, NAMES: [{ NAME_FULL: `Persona ${id}` }] }),
      broken: '{"DATA_SOURCE":"OWN","RECORD_ID":7}',
      around: [],
      reason: 'record',
    },
    own: {
      rows: (id: number) => `${id},Persona ${id}`,
      broken: '3,Persona,3',
      around: ['id,name'],
      reason: 'columns',
    },
  }
  test.each(Object.entries(formats))(
    'is named and left out of %s, but not of a list with many',
    async (_, format) => {
      const { rows, broken, around, reason } = format
      const lines = [around[0] ?? [], many.map((id) => rows(id)), around[1] ?? []].flat()
      const at = around.length > 0 ? 4 : 3
      lines[at] = broken
      const { entries, unread } = await readText(`${lines.join('\n')}\n`)
      expect(entries.size).toBe(149)
      expect(unread).toEqual({ count: 1, partly: 0, lines: [{ file: '', line: at + 1, reason }] })
      lines[at + 1] = broken
      await expect(readText(`${lines.join('\n')}\n`)).rejects.toMatchObject({
        code: 'LIST_SHAPE',
        data: { line: at + 1 },
      })
    },
  )

  test('is kept without the day or the country that is not understood, which is named with its line', async () => {
    const { entries, unread } = await readText(
      [
        'id,name,dob,country',
        '1,Persona One,"12/1971; 1973",Burma',
        '2,Persona Two,31/12/71,Singapore',
        '3,Persona Three,1971,Atlantis',
        '4,Persona Four,1971,XXA',
        '5,Persona Five,"",',
      ].join('\n'),
    )
    expect([...entries.values()].map(({ birthDates, countries }) => [birthDates.length, countries])).toEqual([
      [2, ['mm']],
      [0, ['sg']],
      [1, []],
      [1, []],
      [0, []],
    ])
    const named = (unread?.lines ?? []).map(({ reason }) => reason)
    expect([unread?.count, unread?.partly, named]).toEqual([0, 3, ['birth', 'country', 'country']])
  })

  test('is one whose note of a birth or country of an address is not understood', async () => {
    const un = (
      birth: string,
      country: string,
    ) => `<CONSOLIDATED_LIST dateGenerated="2026-01-01"><INDIVIDUALS><INDIVIDUAL>
      <DATAID>1</DATAID><FIRST_NAME>Persona</FIRST_NAME>
      <INDIVIDUAL_DATE_OF_BIRTH><NOTE>${birth}</NOTE></INDIVIDUAL_DATE_OF_BIRTH>
      <INDIVIDUAL_ADDRESS><COUNTRY>${country}</COUNTRY></INDIVIDUAL_ADDRESS>
      </INDIVIDUAL></INDIVIDUALS><ENTITIES></ENTITIES></CONSOLIDATED_LIST>`
    const reasons = async (...texts: [string, string]) =>
      (await readText(un(...texts))).unread?.lines.map(({ reason }) => reason)
    expect(await reasons('Between Aug. and Sep. 1977', 'Democratic Republic of the Congo')).toBeUndefined()
    expect(await reasons('1971, 1973', 'Congo')).toEqual(['country'])
    expect(await reasons('30-35 years old', 'Zaire')).toEqual(['birth'])
  })

  test('is one whose company, ship or second row says a country or a day that is not understood', async () => {
    const reasons = async (...lines: string[]) =>
      (await readText(lines.join('\n'))).unread?.lines.map(({ reason }) => reason)
    const ftm = (schema: string, properties: object) =>
      JSON.stringify({ id: 'a', schema, datasets: [], properties: { name: ['Persona'], ...properties } })
    for (const key of ['country', 'jurisdiction', 'mainCountry']) {
      expect(await reasons(ftm('Company', { [key]: ['Atlantis'] }))).toEqual(['country'])
      expect(await reasons(ftm('Company', { [key]: ['hu', 'Burma'] }))).toBeUndefined()
    }
    expect(await reasons(ftm('Vessel', { flag: ['Atlantis'] }))).toEqual(['country'])
    expect(await reasons(ftm('Person', { birthCountry: ['suhh'] }))).toEqual(['country'])
    expect(await reasons(ftm('Person', { birthPlace: ['Atlantis'] }))).toBeUndefined()
    const senzing = (kind: string, text: string) =>
      JSON.stringify({
        DATA_SOURCE: 'X',
        RECORD_ID: '1',
        RECORD_TYPE: 'ORGANIZATION',
        NAMES: [{ NAME_TYPE: 'PRIMARY', NAME_ORG: 'Persona' }],
        COUNTRIES: [{ [kind]: text }],
      })
    for (const kind of ['COUNTRY_OF_ASSOCIATION', 'REGISTRATION_COUNTRY', 'NATIONALITY']) {
      expect(await reasons(senzing(kind, 'Atlantis'))).toEqual(['country'])
      expect(await reasons(senzing(kind, 'HUN'))).toBeUndefined()
    }
    const rows = ['id,name,dob,country', '7,Persona One,1971,Hungary', '7,Persona Uno,31/12/71,Atlantis']
    expect(await reasons(...rows)).toEqual(['birth', 'country'])
    const { entries } = await readText(rows.join('\n'))
    expect(entries.get('7')?.profile).toMatchObject({
      datesOfBirth: [{ date: '1971' }, { date: '31/12/71' }],
      nationalities: ['Hungary', 'Atlantis'],
    })
  })

  test('ends a list that is cut off in it', async () => {
    const rows = many.map((id) => person(id))
    await expect(readSdn([...rows, '151,"CUT'], { end: '' })).rejects.toMatchObject({
      code: 'LIST_TRUNCATED',
    })
    await expect(readSdn([...rows, '151,"CUT",-0-'], { end: '' })).rejects.toMatchObject({
      code: 'LIST_SHAPE',
    })
    const { ftm } = formats
    const lines = many.map((id) => ftm.rows(id)).join('\n')
    await expect(readText(lines.slice(0, -20))).rejects.toMatchObject({ code: 'LIST_SHAPE' })
    await expect(readText(`id,name\n${many.map((id) => `${id},P`).join('\n')}\n151`)).rejects.toMatchObject({
      code: 'LIST_SHAPE',
    })
  })
})
