import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from './accounts.contract.ts'
import { mappings } from '../mappings/mappings.contract.ts'
import { post } from '../public.server.ts'
import { ledgerGroups } from './groups.contract.ts'

let app: TestApp
let books: Call
let companyId: string
beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('accountant')
  books = session.call
  ;({ companyId } = session.login.company)
})
afterAll(() => app.stop())

const group = (name: string, more: object = {}) =>
  books(ledgerGroups.create, { name, class: 'asset', ...more })
const ledger = (code: string, more: object = {}) =>
  books(accounts.create, { code, name: `Ledger ${code}`, class: 'asset', ...more })
const idOf = async (code: string) =>
  (await books(accounts.list)).body.find((account) => account.code === code)?.id ?? ''

test('groups lie in one another under one class, in no circle, and go when they are empty', async () => {
  const loans = (await group('Staff loans')).body
  const long = (await group('Long staff loans', { parentId: loans.id })).body
  expect(long).toMatchObject({ path: 'Staff loans › Long staff loans', parentName: 'Staff loans' })
  expect((await group('Debts', { class: 'liability', parentId: loans.id })).body).toMatchObject({
    code: 'CLASS_OTHER',
  })
  const turned = { id: loans.id, version: loans.version, name: loans.name, class: 'asset' as const }
  expect((await books(ledgerGroups.update, { ...turned, parentId: long.id })).body).toMatchObject({
    code: 'GROUP_CIRCLE',
  })
  expect((await books(ledgerGroups.update, { ...turned, class: 'equity' })).body).toMatchObject({
    code: 'GROUP_FILLED',
  })
  const key = { id: loans.id, version: loans.version }
  expect((await books(ledgerGroups.delete, key)).body).toMatchObject({ code: 'GROUP_FILLED' })
  expect((await books(ledgerGroups.delete, { id: long.id, version: long.version })).status).toBe(200)
  expect((await books(ledgerGroups.delete, key)).status).toBe(200)
})

test('a ledger is made in a group of its class, and goes while nothing was posted to it', async () => {
  const { id: groupId } = (await group('Deposits')).body
  expect((await ledger('1511', { groupId, class: 'expense' })).body).toMatchObject({ code: 'CLASS_OTHER' })
  const made = (await ledger('1511', { groupId })).body
  expect(made).toMatchObject({ groupName: 'Deposits', isManual: true, closedFrom: null })
  expect((await ledger('1511')).status).toBe(409)
  expect((await books(accounts.delete, { id: made.id, version: made.version })).status).toBe(200)
})

test('a ledger with postings or a mapping is closed, never deleted', async () => {
  const made = (await ledger('1512')).body
  const { db } = app.services
  await inCompany(companyId, async () => {
    const { branches } = await tree(db)
    const branchId = branches[0]?.id ?? ''
    await db.transaction().execute((tx) =>
      post(
        { db: tx, actor: { userId: null, name: 'Somebody' }, now: app.services.now() },
        {
          event: adjustmentEvents.opening,
          source: { type: 'opening', id: randomUUIDv7() },
          businessDate: '2026-01-20',
          branchId,
          lines: [
            { part: { id: made.id, keeps: null }, branchId, amount: '250' },
            { part: 'opening', branchId, amount: '-250' },
          ],
        },
      ),
    )
  })
  const { groupName: _name, keeps: _keeps, ...draft } = made
  const key = { id: made.id, version: made.version }
  expect((await books(accounts.delete, key)).body).toMatchObject({ code: 'LEDGER_USED' })
  expect((await books(accounts.update, { ...asDraft(draft), class: 'expense' })).body).toMatchObject({
    code: 'LEDGER_USED',
  })
  expect((await books(accounts.update, { ...asDraft(draft), closedFrom: '2026-01-20' })).body).toMatchObject({
    code: 'LEDGER_POSTED_AFTER',
  })
  expect((await books(accounts.update, { ...asDraft(draft), closedFrom: '2026-02-01' })).body).toMatchObject({
    closedFrom: '2026-02-01',
  })
  const id = await idOf('4020')
  const fee = (await books(accounts.getById, { id })).body
  expect((await books(accounts.delete, { id, version: fee.version })).body).toMatchObject({
    code: 'LEDGER_USED',
  })
  expect((await books(accounts.update, { ...asDraft(fee), closedFrom: '2027-01-01' })).body).toMatchObject({
    code: 'LEDGER_MAPPED',
  })
})

test('a closed ledger is no account of a mapping, and what keeps stock is reached by no entry', async () => {
  const { id } = (await ledger('1513', { closedFrom: '2026-01-01' })).body
  const choice = (await books(mappings.choices)).body.accounts.find((account) => account.id === id)
  expect(choice?.isEnabled).toBe(false)
  const stock = (await books(accounts.getById, { id: await idOf('1100') })).body
  expect(stock.isManual).toBe(false)
  expect((await books(accounts.update, { ...asDraft(stock), isManual: true })).body).toMatchObject({
    code: 'LEDGER_KEEPS',
  })
})

/** A ledger as it is sent back. */
const asDraft = ({
  id,
  version,
  code,
  name,
  class: kind,
  groupId,
  isManual,
  closedFrom,
}: {
  id: string
  version: number
  code: string
  name: string
  class: 'asset' | 'equity' | 'expense' | 'income' | 'liability'
  groupId: string | null
  isManual: boolean
  closedFrom: string | null
}) => ({ id, version, code, name, class: kind, groupId, isManual, closedFrom })
