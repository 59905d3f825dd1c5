import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import words from '../locales/en.json' with { type: 'json' }
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { journal } from '../journal/journal.contract.ts'
import { type MappingDraft, mappings } from './mappings.contract.ts'
import { declarations } from '../events/events.domain.ts'
import { chart } from '../accounts/accounts.domain.ts'
import { postedParts, unfit } from './mappings.domain.ts'

let app: TestApp
let accountant: Call
let admin: Call
let branchId: string
let account: (code: string) => string
let item: (code: string) => string
beforeAll(async () => {
  app = await testApp()
  accountant = (await app.signIn('accountant')).call
  admin = (await app.signIn('admin')).call
  branchId = (await admin(branches.list, {})).body.items[0]?.id ?? ''
  await app.owner(
    `insert into ledger.account (company_id, code, name, class, keeps)
     select company_id, '1011', 'Vault at the airport', class, keeps from ledger.account where code = '1010'`,
  )
  const { accounts } = (await accountant(mappings.choices)).body
  account = (code) => accounts.find(({ name }) => name.startsWith(code))?.id ?? ''
  const items = (await admin(stockItems.listSelection)).body
  item = (code) => items.find((one) => one.code === code)?.id ?? ''
})
afterAll(() => app.stop())

const add = (draft: Partial<MappingDraft>, call = accountant) =>
  call(mappings.create, { part: 'opening', accountId: account('3000'), ...draft })
/** Posts an opening balance and answers the codes of the accounts that it went to. */
async function opened(code = 'USD') {
  const line = { itemId: item(code), quantity: '10', cost: code === 'MYR' ? '10' : '44' }
  const key = { headers: { 'idempotency-key': randomUUID() } }
  const { body } = await admin(adjustments.createOpening, { branchId, lines: [line] }, key)
  const filters = [{ key: 'sourceId' as const, operator: 'Equals' as const, value: body.id }]
  const [entry] = (await accountant(journal.list, { filters })).body.items
  const { lines } = (await accountant(journal.getById, { id: entry?.id ?? '' })).body
  return { id: entry?.id ?? '', codes: lines.map(({ accountCode }) => accountCode) }
}

test('a narrower mapping goes first for what is posted from then on, until it ends', async () => {
  expect((await accountant(mappings.check)).body).toEqual({ count: 0, missing: [] })
  const before = await opened()
  expect(before.codes).toEqual(['1100', '3020'])
  const { body: made } = await add({ branchId })
  expect(made).toMatchObject({
    part: 'opening',
    event: null,
    branchId,
    account: '3000 Capital',
    isUsual: false,
  })
  expect((await opened()).codes).toEqual(['1100', '3000'])
  expect((await add({ branchId })).error.code).toBe('MAPPING_EXISTS')
  const change = (accountId: string, version = made.version) =>
    accountant(mappings.update, { id: made.id, version, accountId })
  const { body: changed } = await change(account('3010'))
  expect((await change(account('3000'))).error.code).toBe('STALE_VERSION')
  expect((await opened()).codes).toEqual(['1100', '3010'])
  expect((await accountant(mappings.delete, { id: made.id, version: changed.version })).status).toBe(200)
  expect((await opened()).codes).toEqual(['1100', '3020'])
  const { lines } = (await accountant(journal.getById, { id: before.id })).body
  expect(lines.map(({ accountCode }) => accountCode)).toEqual(before.codes)
  const filters = [{ key: 'part' as const, operator: 'Equals' as const, value: 'opening' }]
  const [usual, ...rest] = (await accountant(mappings.list, { filters })).body.items
  expect([usual?.isUsual, rest]).toEqual([true, []])
  const gone = await accountant(mappings.delete, { id: usual?.id ?? '', version: usual?.version ?? 0 })
  expect(gone.error.code).toBe('MAPPING_USUAL')
})

test('an account that does not fit is refused, and one that would leave stock behind', async () => {
  const refused = async (draft: Partial<MappingDraft>) => {
    const { status, error } = await add(draft)
    return [status, error.code, error.invalidParams[0]?.field]
  }
  expect(await refused({ accountId: account('1200') })).toEqual([422, 'ACCOUNT_UNFIT', 'accountId'])
  expect(await refused({ accountId: account('1100') })).toEqual([422, 'KEEPS_OTHER', 'accountId'])
  expect(await refused({ event: 'count' })).toEqual([422, 'MAPPING_IDLE', 'event'])
  expect(await refused({ itemId: item('USD') })).toEqual([422, 'MAPPING_IDLE', 'itemId'])
  expect(await refused({ part: 'vault', itemId: item('USD'), accountId: account('1000') })).toEqual([
    422,
    'MAPPING_IDLE',
    'itemId',
  ])
  expect((await refused({ accountId: randomUUID() }))[0]).toBe(404)
  expect((await refused({ event: '' }))[0]).toBe(400)
  expect((await refused({ branchId: randomUUID() }))[0]).toBe(404)
  // The money of drawers and that of vaults is not put together: what is reversed could not be moved any more.
  expect(await refused({ part: 'vault', branchId, accountId: account('1000') })).toEqual([
    422,
    'KEEPS_OTHER',
    'accountId',
  ])
  expect((await refused({ part: 'cash', branchId, accountId: account('1010') }))[1]).toBe('KEEPS_OTHER')
  // The vault of a branch goes to another account only while nothing lies in it, and back likewise.
  const vault = { part: 'vault' as const, branchId, accountId: account('1011') }
  const { body: made } = await add(vault)
  expect((await opened('MYR')).codes).toEqual(['1011', '3020'])
  const ended = await accountant(mappings.delete, { id: made.id, version: made.version })
  expect(ended.error.code).toBe('MAPPING_HOLDS')
})

test('what every module posts may go where the chart leads it, and has words in the journal', async () => {
  const { events } = declarations()
  for (const part of postedParts(declarations())) {
    const usual = chart.find((one) => 'part' in one && one.part === part.code)
    const keeps = usual && 'keeps' in usual ? usual.keeps : null
    const party = usual && 'party' in usual ? usual.party : null
    expect([part.code, usual && unfit(part, { ...usual, keeps, party, isEnabled: true })]).toEqual([
      part.code,
      undefined,
    ])
    expect(Object.keys(words.mappings.values.part)).toContain(part.code)
  }
  for (const { code } of events)
    for (const event of [code, `${code}.reversed`].map((one) => one.replaceAll('.', '_')))
      if (event !== 'count_reversed') expect(Object.keys(words.journal.values.event)).toContain(event)
})

test('only whoever keeps the books changes it', async () => {
  const manager = (await app.signIn('manager')).call
  const auditor = (await app.signIn('auditor')).call
  expect((await manager(mappings.list, {})).status).toBe(403)
  expect((await add({ branchId }, auditor)).status).toBe(403)
  expect((await auditor(mappings.list, {})).body.pagination.totalItems).toBeGreaterThan(14)
  await app.owner(`delete from ledger.mapping where part = 'fee'`)
  const { body } = await auditor(mappings.check)
  expect(body.count).toBeGreaterThan(1)
  expect(body.missing[0]).toMatchObject({ part: 'fee', event: 'deal.settled', itemCode: null })
})
