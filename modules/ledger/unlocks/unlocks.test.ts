import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { personOf } from '#apps/server/test-person.ts'
import { allowedActions } from '#kit/domain/document.domain.ts'
import { walkWorkflow } from '#kit/test/walk-workflow.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { counters } from '#modules/organisation/counters/counters.contract.ts'
import { periodLocks } from '../periods/periods.contract.ts'
import { periodUnlocks } from './unlocks.contract.ts'
import { unlockWorkflow } from './unlocks.domain.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

test('days of a locked period are opened by two people, for some hours, and it is seen who posted there', async () => {
  const { call: accountant } = await app.signIn('accountant')
  const { call: admin } = await app.signIn('admin')
  const branchId = (await admin(counters.list, {})).body.items[0]?.branchId ?? ''
  const itemId = (await admin(stockItems.listSelection)).body.find(({ code }) => code === 'USD')?.id ?? ''
  const open = async (businessDate: string) => {
    const draft = { branchId, businessDate, lines: [{ itemId, quantity: '10', cost: '45' }] }
    const answer = await admin(adjustments.createOpening, draft, {
      headers: { 'idempotency-key': randomUUID() },
    })
    return answer.status === 200 ? 'posted' : answer.error.code
  }
  const idle = { branchId, fromDate: '2026-03-10', toDate: '2026-03-12', hours: 2, reason: 'A late count' }
  expect((await accountant(periodUnlocks.ask, idle)).error.code).toBe('NOTHING_LOCKED')
  await accountant(periodLocks.update, { branchId: null, lockedTo: '2026-03-31', reason: 'Month end' })
  const draft = idle
  const beyond = await accountant(periodUnlocks.ask, { ...draft, toDate: '2026-04-01' })
  expect([beyond.status, beyond.error.code]).toEqual([422, 'DAYS_NOT_LOCKED'])
  const turned = await accountant(periodUnlocks.ask, { ...draft, toDate: '2026-03-09' })
  expect([turned.status, turned.error.invalidParams[0]?.field]).toEqual([422, 'toDate'])
  const asked = (await accountant(periodUnlocks.ask, draft)).body
  expect(asked).toMatchObject({ state: 'asked', askedBy: 'Hafiz Ismail', can: ['end'], entries: 0 })
  expect(await open('2026-03-11')).toBe('PERIOD_LOCKED')

  const key = { id: asked.id, version: asked.version }
  expect((await accountant(periodUnlocks.agree, key)).error.code).toBe('MAKER_IS_CHECKER')
  const agreed = (await admin(periodUnlocks.agree, key)).body
  expect(agreed).toMatchObject({ state: 'open', agreedBy: 'Aisyah Rahman', can: ['end'] })
  expect((await admin(periodUnlocks.agree, key)).status).toBe(409)
  expect(await open('2026-03-11')).toBe('posted')
  expect(await open('2026-03-09')).toBe('PERIOD_LOCKED')
  expect(await open('2026-03-13')).toBe('PERIOD_LOCKED')

  app.setNow(new Date(Date.parse(agreed.closesAt ?? '') + 1))
  expect(await open('2026-03-11')).toBe('PERIOD_LOCKED')
  const [over] = (await accountant(periodUnlocks.list)).body
  expect(over).toMatchObject({ state: 'ended', entries: 1, postedBy: ['Aisyah Rahman'], can: [] })
  expect((await admin(periodUnlocks.end, { id: agreed.id, version: agreed.version })).status).toBe(409)

  const again = (await admin(periodUnlocks.ask, { ...draft, branchId: null })).body
  const opened = (await accountant(periodUnlocks.agree, { id: again.id, version: again.version })).body
  expect(await open('2026-03-12')).toBe('posted')
  app.setNow(new Date(Date.parse(opened.openedAt ?? '') + 60_000))
  const ended = (await admin(periodUnlocks.end, { id: opened.id, version: opened.version })).body
  expect(ended).toMatchObject({ state: 'ended', entries: 1 })
  expect(await open('2026-03-12')).toBe('PERIOD_LOCKED')
  const manager = await app.signIn('manager')
  expect((await manager.call(periodUnlocks.ask, draft)).status).toBe(403)
})

test('who asked does not agree through a key that they answer for', () => {
  const asked = { state: 'asked', askedById: 'hafiz' } as const
  const may = (...selves: string[]) => {
    const actor = { permissions: new Set(['manage_period_lock']), selves: new Set(selves) }
    return allowedActions(unlockWorkflow, asked, actor)
  }
  expect(may('key', 'hafiz')).toEqual(['end'])
  expect(may('aisyah')).toEqual(['agree', 'end'])
})

test('two people open days, and either closes them', () => {
  walkWorkflow(
    {
      flow: unlockWorkflow,
      people: {
        asker: personOf('accountant', 'asker'),
        admin: personOf('company_administrator'),
        manager: personOf('branch_manager'),
      },
      record: (state) => ({ state, askedById: 'asker' }),
    },
    `
    act   | states     | asker            | admin | manager
    ask   | null       | asked            | asked | FORBIDDEN
    agree | asked      | MAKER_IS_CHECKER | open  | FORBIDDEN
    end   | asked open | ended            | ended | FORBIDDEN`,
  )
})
