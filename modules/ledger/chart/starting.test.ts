import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { chart } from '../accounts/accounts.domain.ts'
import { ledgerGroups } from '../accounts/groups.contract.ts'
import { mappings } from '../mappings/mappings.contract.ts'
import { post } from '../public.server.ts'
import { startingCharts } from './starting.contract.ts'
import { startingChart, startingCountries } from './starting.domain.ts'
import { startingGroups } from './starting-groups.domain.ts'

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

const nothing = { groups: [], added: [], changed: [], kept: [] }
const chartNow = async () => (await books(accounts.list)).body
const codesNow = async () => (await chartNow()).map(({ code }) => code)

test('a country adds ledgers beside the seeded ones, in groups of their class, each named in four languages', () => {
  const seeded = chart.map(({ code }) => code as string)
  for (const country of startingCountries) {
    const { ledgers, renamed } = startingChart(country)
    const codes = ledgers.map(({ code }) => code)
    expect(new Set([...seeded, ...codes]).size).toBe(seeded.length + codes.length)
    for (const { code, group, names } of ledgers) {
      expect(code).toMatch(/^\d{4}$/)
      expect(names.every((name) => name !== '')).toBe(true)
      const { class: kind } = startingGroups[group]
      expect([code, kind]).toEqual([
        code,
        { 1: 'asset', 2: 'liability', 4: 'income', 6: 'expense' }[code[0] as '1'],
      ])
    }
    expect(seeded).toEqual(expect.arrayContaining(Object.keys(renamed)))
  }
  // Each seeded ledger has one group, except those of equity.
  const placed = Object.values(startingGroups).flatMap((one) => ('seeded' in one ? [...one.seeded] : []))
  const grouped = chart.filter((one) => one.class !== 'equity').map(({ code }) => code)
  expect(placed.toSorted()).toEqual(grouped.toSorted())
})

test('a trial says what a country would add; then it is added once, and every mapping stays', async () => {
  const before = await chartNow()
  // It is proposed by the country of the company, until it is loaded.
  expect((await books(startingCharts.offer)).body.offer?.country).toBe('MY')
  const trial = (await books(startingCharts.load, { country: 'MY' })).body
  expect(trial.isTrial).toBe(true)
  expect(trial.groups).toContain('Current liabilities › Payroll liabilities')
  expect(trial.added).toContainEqual({ code: '2310', name: 'EPF payable' })
  expect(trial.changed).toContainEqual({ code: '2100', name: 'SST payable' })
  expect(await chartNow()).toEqual(before)

  const asked = { country: 'MY' as const, isTrial: false }
  const done = (await books(startingCharts.load, asked)).body
  expect(done).toEqual({ ...trial, isTrial: false })
  const after = await chartNow()
  expect(after.find(({ code }) => code === '2310')).toMatchObject({
    name: 'EPF payable',
    class: 'liability',
    groupName: 'Payroll liabilities',
  })
  expect(after.find(({ code }) => code === '2100')).toMatchObject({
    id: before.find(({ code }) => code === '2100')?.id,
    name: 'SST payable',
    groupName: 'Tax liabilities',
  })
  expect(await codesNow()).toEqual(expect.arrayContaining(before.map(({ code }) => code)))
  expect((await books(mappings.check)).body.missing.filter(({ part }) => part === 'outputTax')).toEqual([])
  expect((await books(startingCharts.load, asked)).body).toEqual({ ...nothing, isTrial: false })
  expect(await chartNow()).toEqual(after)
  expect((await books(startingCharts.offer)).body).toEqual({ offer: null })
  const groups = (
    await books(ledgerGroups.listSelection, undefined, { headers: { 'accept-language': 'vi' } })
  ).body
  expect(groups.map(({ name }) => name)).toContain('Nợ ngắn hạn › Phải trả người lao động')
})

test('what the accountant named otherwise stays, and once something is posted nothing is loaded', async () => {
  const { id } = (await chartNow()).find(({ code }) => code === '2110') ?? { id: '' }
  const { version } = (await books(accounts.getById, { id })).body
  const draft = { code: '2110', name: 'Tax on purchases', class: 'asset' as const }
  await books(accounts.update, { ...draft, id, version })
  // Only what is missing is proposed: this ledger left its group.
  const { offer } = (await books(startingCharts.offer)).body
  expect(offer?.found).toMatchObject({ added: [], changed: [{ code: '2110', name: 'Tax on purchases' }] })
  const trial = (await books(startingCharts.load, { country: 'SG' })).body
  expect(trial.changed).toEqual([{ code: '2110', name: 'Tax on purchases' }])
  expect(trial.added.map(({ name }) => name)).not.toContain('CPF payable')
  // The code of another country's ledger is taken, and it is said.
  expect(trial.kept).toContainEqual({ code: '2310', name: 'EPF payable', wanted: 'CPF payable' })

  const { db } = app.services
  const chartById = new Map((await chartNow()).map((one) => [one.code, one.id]))
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
            { part: { id: chartById.get('1500') ?? '', keeps: null }, branchId, amount: '250' },
            { part: 'opening', branchId, amount: '-250' },
          ],
        },
      ),
    )
  })
  expect((await books(startingCharts.load, { country: 'SG' })).body).toMatchObject({ code: 'CHART_POSTED' })
  expect((await books(startingCharts.offer)).body).toEqual({ offer: null })
  const auditor = (await app.signIn('auditor')).call
  expect((await auditor(startingCharts.load, { country: 'HK' })).status).toBe(403)
})
