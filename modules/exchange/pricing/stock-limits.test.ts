import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { openTill } from '#apps/server/test-till.ts'
import { stockLimits } from '#modules/inventory/limits/limits.contract.ts'
import { alertJobs } from '#modules/inventory/shortages/alerts.server.ts'
import { limitUses } from '#modules/inventory/shortages/shortages.contract.ts'
import { deals } from '../deals/deals.contract.ts'

let app: TestApp
let admin: Call
let teller: Call
let till: Awaited<ReturnType<typeof openTill>>

beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  const session = await app.signIn('teller')
  teller = session.call
  till = await openTill(app, session, { stock: { USD: ['1', '1.00'] } })
})
afterAll(() => app.stop())

const nowhere = { regionId: null, branchId: null, counterId: null }
type Figures = [minimum: string | null, target: string | null, maximum: string | null]
const limited = (level: Partial<Record<keyof typeof nowhere, string>>, figures: Figures, act = 'block') =>
  admin(stockLimits.update, {
    ...nowhere,
    ...level,
    lines: [
      {
        itemId: till.id('USD'),
        unit: 'units',
        act: act as 'block',
        minimum: figures[0],
        target: figures[1],
        maximum: figures[2],
        bundle: null,
      },
    ],
  })
const sheetOf = async (level: Partial<Record<keyof typeof nowhere, string>>) => {
  const { lines } = (await admin(stockLimits.list, level)).body
  const line = lines.find(({ itemId }) => itemId === till.id('USD'))
  const { minimum, target, maximum } = line?.holds ?? {}
  const holds = [minimum, target, maximum].map((limit) => limit && `${limit.value} ${limit.level}`)
  return { own: [line?.minimum, line?.target, line?.maximum], holds }
}
const basket = (side: 'buy' | 'sell', quantity: string) => ({
  lines: [{ side, currencyId: till.id('USD'), quantity, subCurrencyId: null }],
})
const priced = async (side: 'buy' | 'sell', quantity: string) => {
  const { body } = await teller(deals.price, basket(side, quantity))
  const told = ({ reason, rule, value, limit }: (typeof body.gates)[number]) => [reason, rule, value, limit]
  const isStock = ({ rule }: { rule: string }) => rule.startsWith('stockLimit')
  return { gates: body.gates.filter(isStock).map(told), warnings: body.warnings.map(told) }
}
const breaches = async () => {
  for (const job of alertJobs) await job.run({}, app)
  const { lines } = (await admin(limitUses.list, { branchId: till.branchId, onlyBeyond: 'true' })).body
  return lines.map(({ counter, code, beyond, onHand }) => [counter, code, beyond, onHand])
}

test('a limit of 0 is a limit, and a blank one is that of the next level', async () => {
  const { branchId, counterId } = till
  await limited({}, ['1000', '3000', '10000'])
  await limited({ branchId }, ['0', null, null])
  await limited({ counterId }, ['0', '0', '0'])
  expect((await sheetOf({ branchId })).holds).toEqual(['0 branch', '3000 company', '10000 company'])
  expect((await sheetOf({ counterId })).holds).toEqual(['0 counter', '0 counter', '0 counter'])

  expect(await priced('sell', '1')).toEqual({ gates: [], warnings: [] })
  const sold = await teller(
    deals.create,
    { ...basket('sell', '1'), upTo: 'settle' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(sold.body.state).toBe('settled')
  const elsewhere = async () => (await breaches()).filter(([, code]) => code === 'USD')
  expect(await elsewhere()).toEqual([])

  expect((await priced('buy', '1')).gates).toEqual([['stockMaximum', 'stockLimitOfCounter', '', '0']])

  const { own } = await sheetOf({ branchId })
  expect(own).toEqual(['0', null, null])
  await limited({ branchId }, own as Figures)
  expect(await sheetOf({ branchId })).toEqual({
    own: ['0', null, null],
    holds: ['0 branch', '3000 company', '10000 company'],
  })

  await limited({ branchId }, [null, null, null])
  expect((await sheetOf({ branchId })).holds).toEqual(['1000 company', '3000 company', '10000 company'])
  expect((await sheetOf({ counterId })).holds).toEqual(['0 counter', '0 counter', '0 counter'])
  expect(await elsewhere()).toEqual([[null, 'USD', 'minimum', '0']])
  expect(
    await app.owner(`select 1 from inventory.limit_breach where branch_id = $1`, [branchId]),
  ).toHaveLength(1)
})

test('a limit that warns is said and stops nothing; what lies in a drawer is hidden from who counts it blind', async () => {
  const { counterId } = till
  await limited({ counterId }, [null, null, '0'], 'warn')
  expect(await priced('buy', '1')).toEqual({
    gates: [],
    warnings: [['stockMaximum', 'stockLimitOfCounter', '', '0']],
  })
})

test('a deal beyond a limit waits for a second person, who has the right alone', async () => {
  const { counterId } = till
  await limited({ counterId }, [null, null, '0'])
  const made = await teller(
    deals.create,
    { ...basket('buy', '1'), upTo: 'settle' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(made.body.state).toBe('waiting')
  expect(made.body.gates).toMatchObject([{ kind: 'limit', reason: 'stockMaximum', state: 'open' }])
  const manager = (await app.signIn('manager')).call
  const { body } = await manager(deals.approveLimit, { id: made.body.id, version: made.body.version })
  expect(body.gates).toMatchObject([{ reason: 'stockMaximum', value: '1', limit: '0', state: 'approved' }])
})
