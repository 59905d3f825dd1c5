import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { ledgerGroups } from '../accounts/groups.contract.ts'
import { chartSheet } from './chart.contract.ts'

let app: TestApp
let books: Call
let send: Awaited<ReturnType<TestApp['signIn']>>['send']
beforeAll(async () => {
  app = await testApp()
  ;({ call: books, send } = await app.signIn('accountant'))
})
afterAll(() => app.stop())

const sheet = (written: string) => new File([written], 'chart.csv', { type: 'text/csv' })
const take = (written: string, isTrial: boolean) =>
  send(chartSheet.import, { isTrial: isTrial ? 'true' : 'false' }, sheet(written))

test('a chart goes out and comes in again as it was', async () => {
  const out = await books(chartSheet.export, { format: 'csv' })
  expect(out.status).toBe(200)
  const written = String(out.body)
  expect(written).toContain('3010,Retained earnings,equity,,yes,,保留盈利,留存收益,Lợi nhuận giữ lại,')
  const { body } = await take(written, false)
  expect(body).toMatchObject({ isTrial: false, added: [], changed: [], groups: [], faults: [] })
  expect((await books(chartSheet.export, { format: 'xlsx' })).status).toBe(200)
})

test('a trial says what would change, and changes nothing', async () => {
  const written =
    'code,name,class,group,manual\r\n1415,Deposits,asset,Receivables › Staff,yes\r\n6000,All expense,expense,,yes\r\n'
  const trial = await take(written, true)
  expect(trial.body).toMatchObject({
    isTrial: true,
    added: ['1415'],
    changed: ['6000'],
    groups: ['Receivables', 'Receivables › Staff'],
    faults: [],
  })
  const names = async () => (await books(accounts.list)).body.map(({ code, name }) => `${code} ${name}`)
  expect(await names()).not.toContain('1415 Deposits')
  const done = await take(written, false)
  expect(done.body).toMatchObject({ isTrial: false, added: ['1415'] })
  expect(await names()).toEqual(expect.arrayContaining(['1415 Deposits', '6000 All expense']))
  const groups = (await books(ledgerGroups.listSelection)).body.map(({ name }) => name)
  expect(groups).toEqual(expect.arrayContaining(['Receivables', 'Receivables › Staff']))
})

test('each fault is named at its row and column, and then nothing is taken in', async () => {
  const written =
    'code,name,class,group,manual,closed\r\n1200,Bank local,expense,,yes,\r\n12,Short,asset,,yes,\r\n1416,New,asset,,yes,soon\r\n1417,New,asset,,yes,\r\n'
  const { body } = await take(written, false)
  expect(body.isTrial).toBe(true)
  expect(body.faults.map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
    [3, 'code', 'LEDGER_CODE'],
    [4, 'closed', 'NOT_A_DAY'],
    [2, 'class', 'LEDGER_USED'],
  ])
  expect(body.faults.every(({ message }) => message !== '')).toBe(true)
  expect((await books(accounts.list)).body.map(({ code }) => code)).not.toContain('1417')
  const auditor = (await app.signIn('auditor')).send
  expect((await auditor(chartSheet.import, { isTrial: 'true' }, sheet(written))).status).toBe(403)
})

test('names and a currency go out and come in, and stay where a sheet has no column for them', async () => {
  const written =
    'code,name,class,manual,nameZhHant,currency\r\n1701,Loans,asset,yes,貸款,USD\r\n1702,Other loans,asset,yes,,XTS\r\n'
  expect((await take(written, false)).body.faults).toMatchObject([
    { rowNumber: 3, field: 'currency', code: 'LEDGER_CURRENCY_UNKNOWN' },
  ])
  const right = written.replace('XTS', '')
  expect((await take(right, false)).body).toMatchObject({ added: ['1701', '1702'], faults: [] })
  expect((await take(right, false)).body).toMatchObject({ added: [], changed: [], same: 2 })
  const out = String((await books(chartSheet.export, { format: 'csv' })).body)
  expect(out).toContain('1701,Loans,asset,,yes,,貸款,,,USD')
  const renamed = await take('code,name,class,manual\r\n1701,Staff loans,asset,yes\r\n', false)
  expect(renamed.body).toMatchObject({ changed: ['1701'] })
  expect((await books(accounts.list)).body.find(({ code }) => code === '1701')).toMatchObject({
    name: 'Staff loans',
    currency: 'USD',
  })
})
