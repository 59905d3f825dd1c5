import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { Mapping, statements } from './statements.contract.ts'

let app: TestApp
let admin: Awaited<ReturnType<TestApp['signIn']>>
beforeAll(async () => {
  app = await testApp()
  admin = await app.signIn('admin')
})
afterAll(() => app.stop())

let count = 0
/** An account of its own for a test. */
async function account(number: string, currency = 'MYR'): Promise<string> {
  const { call } = admin
  const { currencies } = (await call(bankAccounts.choices)).body
  count += 1
  const code = `B${number}`
  const ledger = await call(accounts.create, {
    code: `12${50 + count}`,
    name: `Bank ${number}`,
    class: 'asset',
  })
  expect(ledger.status, JSON.stringify(ledger.error)).toBe(200)
  const { status, body, error } = await call(
    bankAccounts.create,
    {
      code,
      name: `Bank ${number}`,
      bankName: 'Harbour Bank',
      number,
      branchId: (await call(branches.list, {})).body.items[0]?.id ?? '',
      currencyId: currencies.find(({ name }) => name === currency)?.id ?? '',
      ledgerId: ledger.body.id,
    },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(status, JSON.stringify(error)).toBe(200)
  return body.id
}
const file = (text: string, name = 'statement.sta') => new File([text], name)
const bring = (accountId: string, text: string) => admin.send(statements.import, { accountId }, file(text))
const look = (accountId: string, text: string, mapping = '') =>
  admin.send(statements.preview, { accountId, mapping }, file(text))

const mt940 = (
  number: string,
  opening: string,
  lines: readonly (readonly [day: string, amount: string, text: string])[],
  closing: string,
) =>
  [
    ':20:1',
    `:25:${number}`,
    ':28C:1',
    `:60F:C260301MYR${opening}`,
    ...lines.flatMap(([day, amount, text]) => [`:61:2603${day}03${day}${amount}NMSCNONREF`, `:86:${text}`]),
    `:62F:C260304MYR${closing}`,
    '-',
  ].join('\n')
const rent = ['03', 'D100,00', 'Part of rent'] as const
const fee = ['02', 'D20,00', 'Cash card fee'] as const
const first = (number: string) =>
  mt940(number, '1000,00', [['01', 'C300,00', 'Deposit'], fee, fee, rent], '1160,00')
const second = (number: string) =>
  mt940(number, '1300,00', [fee, fee, fee, rent, ['04', 'C55,50', 'Deposit']], '1195,50')

describe('statements of an account', () => {
  test('files that overlap bring each row once; one that is taken out can come in again', async () => {
    const id = await account('0068123456')
    const news = async (text: string) => {
      const { status, body, error } = await bring(id, text)
      expect(status, JSON.stringify(error)).toBe(200)
      return body.statements.map(({ newCount, lineCount, notes }) => [newCount, lineCount, notes.length])
    }
    expect((await look(id, first('68123456'))).body.statements).toMatchObject([
      { fits: true, newCount: 4, debits: '140', credits: '300', faults: [] },
    ])
    expect(await news(first('0068123456'))).toEqual([[4, 4, 0]])
    expect(await news(second('512308/0068123456'))).toEqual([[2, 5, 0]])
    expect(await news(first('0068123456MYR'))).toEqual([[0, 4, 0]])

    const { items } = (
      await admin.call(statements.list, { filters: [{ key: 'accountId', operator: 'Equals', value: id }] })
    ).body
    expect(items).toHaveLength(3)
    for (const one of items.filter(({ opening }) => opening === '1000.0000'))
      expect((await admin.call(statements.remove, { id: one.id, version: one.version })).status).toBe(200)
    // The deposit of 1 March was in no other statement.
    expect(await news(first('0068123456'))).toEqual([[1, 4, 0]])
    const other = await account('99001')
    expect((await look(other, first('99001'))).body.statements[0]?.newCount).toBe(4)
  })

  test('who sees an account of another branch neither imports to it nor takes a statement out', async () => {
    const id = await account('33001')
    const [made] = (await bring(id, first('33001'))).body.statements
    const elsewhere = (await admin.call(branches.list, {})).body.items[1]?.id ?? ''
    await app.addUser({
      userName: 'afar',
      roles: ['accountant'],
      workspaces: [{ type: 2 as const, workspaceId: elsewhere }],
    })
    const afar = await app.signIn('afar')
    const key = { id: made?.id ?? '', version: made?.version ?? 0 }
    expect((await afar.call(statements.getById, { id: key.id })).status).toBe(200)
    expect((await afar.call(statements.remove, key)).error.code).toBe('OUT_OF_SCOPE')
    const brought = await afar.send(statements.import, { accountId: id }, file(second('33001')))
    expect(brought.error.code).toBe('OUT_OF_SCOPE')
    const mapping = Mapping.parse({ date: 'Date', dateOrder: 'dmy', style: 'signed', amount: 'Amount' })
    const saved = await afar.call(statements.saveMapping, { accountId: id, mapping })
    expect(saved.error.code).toBe('OUT_OF_SCOPE')
    expect((await admin.call(statements.remove, key)).status).toBe(200)
  })

  test('an opening that does not continue the account is said with both figures', async () => {
    const id = await account('77001')
    await bring(id, first('77001'))
    const later = mt940('77001', '1500,00', [['09', 'C1,00', 'Later']], '1501,00')
    const { body } = await look(id, later)
    expect(body.statements[0]?.notes).toMatchObject([{ code: 'NOTE_GAP' }])
    expect(body.statements[0]?.notes[0]?.message).toContain('1,160.00')
    expect(body.statements[0]?.notes[0]?.message).toContain('1,500.00')
  })

  test("another account's file, one that does not add up, and a page of the bank are refused and nothing is kept", async () => {
    const id = await account('8123456')
    const refused = async (text: string) => (await bring(id, text)).error
    expect(await refused(first('568123456'))).toMatchObject({ code: 'ACCOUNT_OTHER' })
    expect(await refused(first('8123456').replace('1160,00', '1161,00'))).toMatchObject({
      code: 'STATEMENT_REFUSED',
      message: expect.stringContaining('1,161.00') as string,
    })
    expect(await refused('<!doctype html><title>Sign in</title>')).toMatchObject({ code: 'BANKFILE_HTML' })
    expect(await refused(first('8123456').slice(0, 120))).toMatchObject({ code: 'STATEMENT_REFUSED' })
    const { body } = await admin.call(statements.list, {
      filters: [{ key: 'accountId', operator: 'Equals', value: id }],
    })
    expect(body.items).toEqual([])
  })

  test('of a file of several accounts its own is taken and the others are named', async () => {
    const id = await account('55001')
    const { body } = await bring(id, `${first('55001')}\n${second('55002')}`)
    expect(body).toMatchObject({ statements: [{ lineCount: 4 }], leftOut: ['55002'] })
  })

  test('a table is read by the mapping that is saved, which is tried on the file first', async () => {
    const id = await account('44001')
    const csv =
      'My bank\nDate;Text;Amount;Balance\n03/03/2026;Deposit;1.234,50;2.234,50\n11/03/2026;Fee;-20,00;2.214,50\n'
    expect((await bring(id, csv)).error.code).toBe('MAPPING_NEEDED')
    const { table } = (await look(id, csv)).body
    expect(table?.dates).toEqual([{ column: 'Date', orders: ['dmy', 'mdy'] }])
    expect((await look(id, csv, '{}')).error.code).toBe('MAPPING_INVALID')
    const mapping = Mapping.parse({
      date: 'Date',
      dateOrder: 'dmy',
      style: 'signed',
      amount: 'Amount',
      decimalSign: ',',
      balance: 'Balance',
      text: ['Text'],
    })
    const tried = await look(id, csv, JSON.stringify(mapping))
    expect(tried.body.statements).toMatchObject([
      { fits: true, opening: { amount: '1000.00' }, closing: { amount: '2214.50' }, newCount: 2 },
    ])
    await admin.call(statements.saveMapping, { accountId: id, mapping })
    expect((await admin.call(statements.mapping, { accountId: id })).body.mapping).toEqual(mapping)
    const made = await bring(id, csv)
    const lines = await admin.call(statements.lines, { id: made.body.statements[0]?.id ?? '' })
    expect(lines.body.items.map(({ bookedOn, text }) => [bookedOn, text])).toEqual([
      ['2026-03-03', 'Deposit'],
      ['2026-03-11', 'Fee'],
    ])
  })
})
