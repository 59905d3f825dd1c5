import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { manualEntries } from '../entries/entries.contract.ts'
import { mappings } from '../mappings/mappings.contract.ts'
import { balanceSheet, trialBalance } from '../statements/statements.contract.ts'
import { accounts } from './accounts.contract.ts'
import { chart } from './accounts.domain.ts'
import { ledgerGroups } from './groups.contract.ts'
import { seededNames } from './seeded-names.domain.ts'

let app: TestApp
let books: Call
beforeAll(async () => {
  app = await testApp()
  books = (await app.signIn('accountant')).call
})
afterAll(() => app.stop())

const said = (language: string) => ({ headers: { 'accept-language': language } })
const inChinese = said('zh-Hant')
const nameOf = async (code: string, language: string) =>
  (await books(accounts.list, undefined, said(language))).body.find((one) => one.code === code)?.name

test('every seeded ledger has a name of its own in each language', () => {
  for (const key of ['nameZhHant', 'nameZhHans', 'nameVi'] as const) {
    const names = chart.map(({ code }) => seededNames(code)[key])
    expect(names).not.toContain('')
    expect(new Set(names).size).toBe(chart.length)
  }
})

test('the chart of a new company is read in the language of the reader', async () => {
  expect(await nameOf('4020', 'en')).toBe('Fee income')
  expect(await nameOf('4020', 'zh-Hant')).toBe('手續費收入')
  expect(await nameOf('4020', 'zh-Hans')).toBe('手续费收入')
  expect(await nameOf('4020', 'vi')).toBe('Thu phí')
})

test('a name that is not there is its own name, in pickers, entries and statements too', async () => {
  const group = await books(ledgerGroups.create, { name: 'Loans', class: 'asset', nameZhHant: '貸款' })
  const made = await books(accounts.create, {
    code: '1514',
    name: 'Staff loans',
    class: 'asset',
    groupId: group.body.id,
    nameZhHant: '員工貸款',
  })
  expect(made.body).toMatchObject({ name: 'Staff loans', nameVi: '', shownName: 'Staff loans' })
  const { id } = made.body
  expect((await books(accounts.getById, { id }, inChinese)).body).toMatchObject({
    name: 'Staff loans',
    shownName: '員工貸款',
    groupName: '貸款',
  })
  expect(await nameOf('1514', 'vi')).toBe('Staff loans')
  const groups = (await books(ledgerGroups.listSelection, undefined, inChinese)).body
  expect(groups).toContainEqual({ id: group.body.id, name: '貸款', class: 'asset' })
  const choice = (await books(mappings.choices, undefined, inChinese)).body.accounts
  expect(choice.find((one) => one.id === id)?.name).toBe('1514 員工貸款')

  const branchId = (await (await app.signIn('admin')).call(branches.list, {})).body.items[0]?.id ?? ''
  const capital = (await books(accounts.list)).body.find(({ code }) => code === '3000')?.id ?? ''
  const entry = await books(
    manualEntries.create,
    {
      branchId,
      businessDate: '2026-01-15',
      reason: 'A loan',
      lines: [
        { accountId: id, branchId, debit: '250' },
        { accountId: capital, branchId, credit: '250' },
      ],
    },
    inChinese,
  )
  expect(entry.body.lines.map(({ accountName }) => accountName)).toEqual(['員工貸款', '資本'])
  const ask = { from: '2026-01-01', to: '2026-01-31', isWhole: true }
  const rowsIn = async (language: string) =>
    (await books(trialBalance.list, ask, said(language))).body.rows.map(({ name }) => name)
  expect(await rowsIn('zh-Hant')).toEqual(expect.arrayContaining(['貸款', '員工貸款', '資本']))
  expect(await rowsIn('vi')).toEqual(expect.arrayContaining(['Loans', 'Staff loans', 'Vốn']))
  expect((await books(balanceSheet.export, ask, inChinese)).status).toBe(200)
})

test('a company of before gets the names of the seeded ledgers that it has not named itself', async () => {
  const written = readFileSync(
    join(import.meta.dirname, '../../../db/migrations/0070_ledger_names.sql'),
    'utf8',
  )
  const named = written.match(/^update ledger\.account a[^;]+;/m)?.[0] ?? ''
  await app.owner(`update ledger.account set name_zh_hant = '', name_zh_hans = '', name_vi = ''`)
  await app.owner(`update ledger.account set name = 'Agents' where code = '2030'`)
  await app.owner(named)
  for (const [language, key] of [
    ['zh-Hant', 'nameZhHant'],
    ['zh-Hans', 'nameZhHans'],
    ['vi', 'nameVi'],
  ] as const) {
    const { body } = await books(accounts.list, undefined, said(language))
    const names = new Map(body.map(({ code, name }) => [code, name]))
    for (const { code } of chart)
      expect(names.get(code)).toBe(code === '2030' ? 'Agents' : seededNames(code)[key])
  }
})
