import { randomUUIDv7 } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTill } from '#apps/server/test-till.ts'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { accounts } from '../accounts/accounts.contract.ts'
import { look, replay } from '../check/check.queries.ts'
import { detailLedger } from '../journal/journal.contract.ts'
import { post, reverse } from '../public.server.ts'
import { trialBalance } from '../statements/statements.contract.ts'
import { sealAll } from '../seal/seal.server.ts'

let app: TestApp
let admin: Call
let companyId: string
let here: Awaited<ReturnType<typeof openTill>>
let branchIds: string[]
const parties = [randomUUIDv7(), randomUUIDv7()]
beforeAll(async () => {
  app = await testApp()
  admin = (await app.signIn('admin')).call
  const teller = await app.signIn('teller')
  ;({ companyId } = teller.login.company)
  here = await openTill(app, teller, { stock: { USD: ['100000', '440000'] } })
  const { branches } = await inCompany(companyId, () => tree(app.services.db))
  branchIds = [here.branchId, ...branches.map(({ id }) => id).filter((id) => id !== here.branchId)].slice(
    0,
    2,
  )
})
afterAll(() => app.stop())

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
const seal = () => within(() => sealAll(app.services.db, app.services.now()))
const replayed = () => within(() => app.services.db.transaction().execute(replay))
const dayAt = (at: number) => new Date(Date.UTC(2026, 0, 3 + at)).toISOString().slice(0, 10)

interface Deal {
  day: number
  branch: number
  party: number
  cents: number
}
const sources: { id: string; day: number }[] = []
const poster = () => ({ actor: { userId: null, name: 'Somebody' }, now: app.services.now() })

/** Sells some dollars, for an account of a customer in one of two branches. */
async function deal({ day, branch, party, cents }: Deal) {
  const id = randomUUIDv7()
  const amount = (cents / 100).toFixed(2)
  const place = { branchId: here.branchId, counterId: here.counterId }
  await within(() =>
    app.services.db.transaction().execute((db) =>
      post(
        { db, ...poster() },
        {
          event: settledEvent,
          source: { type: 'deal', id },
          businessDate: dayAt(day),
          branchId: here.branchId,
          lines: [
            { part: 'stock', ...place, itemId: here.id('USD'), quantity: '-1', proceeds: amount },
            {
              part: 'payable',
              branchId: branchIds[branch] ?? '',
              party: { type: 'customer', id: parties[party] ?? '' },
              amount,
            },
          ],
        },
      ),
    ),
  )
  sources.push({ id, day })
}

async function undo(at: number, day: number) {
  const [gone] = sources.splice(at % sources.length, 1)
  if (!gone) return
  const undone = { source: { type: 'deal', id: gone.id }, event: settledEvent, businessDate: dayAt(day) }
  await within(() => app.services.db.transaction().execute((db) => reverse({ db, ...poster() }, undone)))
}

/** Every balance that is shown is the sum of all lines, on some days and by party. */
async function compare(day: number) {
  const chart = (await admin(accounts.list)).body
  const [from, to] = [dayAt(day), dayAt(day + 2)]
  const sums = await app.owner<{ id: string; all: string; opening: string; closing: string }>(
    `select account_id id, sum(amount)::float8 as all, coalesce(sum(amount) filter (where business_date < $1), 0)::float8 as opening,
       coalesce(sum(amount) filter (where business_date <= $2), 0)::float8 as closing from ledger.line group by 1`,
    [from, to],
  )
  for (const { id, balance } of chart)
    expect(Number(balance)).toBe(Number(sums.find((one) => one.id === id)?.all ?? 0))
  for (const { id, opening, closing } of sums) {
    const { body } = await admin(detailLedger.list, { accountId: id, from, to })
    expect([Number(body.opening), Number(body.closing)]).toEqual([Number(opening), Number(closing)])
  }
  const asked = { from, to, branchId: null, compare: null, isWhole: false }
  const { foreign } = (await admin(trialBalance.list, asked)).body
  const held = await app.owner<{ id: string; code: string; quantity: string }>(
    `select l.account_id id, c.code, sum(l.quantity)::float8 as quantity from ledger.line l
     join currencies.currency c on c.company_id = l.company_id and c.id = l.item_id and c.code <> 'MYR'
     where l.business_date <= $1 group by 1, 2 having sum(l.quantity) <> 0`,
    [to],
  )
  const said = (all: readonly { id: string; code: string; quantity: string }[]) =>
    all.map(({ id, code, quantity }) => `${id} ${code} ${Number(quantity)}`).toSorted()
  expect(said(foreign.map((one) => ({ ...one, id: one.accountId, code: one.currency })))).toEqual(said(held))
  const payable = chart.find(({ code }) => code === '2000')?.id ?? ''
  for (const branchId of branchIds)
    for (const partyId of parties) {
      const own = await app.owner<{ opening: string; closing: string }>(
        `select coalesce(sum(amount) filter (where business_date < $1), 0)::float8 as opening,
           coalesce(sum(amount) filter (where business_date <= $2), 0)::float8 as closing from ledger.line
         where account_id = $3 and branch_id = $4 and party_id = $5`,
        [from, to, payable, branchId, partyId],
      )
      const ask = { accountId: payable, branchId, partyType: 'customer', partyId, from, to }
      const { body } = await admin(detailLedger.list, ask)
      expect([Number(body.opening), Number(body.closing)]).toEqual(
        [own[0]?.opening, own[0]?.closing].map(Number),
      )
    }
}

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('deal' as const),
      day: fc.nat({ max: 6 }),
      branch: fc.nat({ max: 1 }),
      party: fc.nat({ max: 1 }),
      cents: fc.integer({ min: 1, max: 90_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(), day: fc.nat({ max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('seal' as const) }) },
)

test('are the sums of the lines on every day, whatever is back-dated, undone and sealed in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.nat({ max: 6 }), async (steps, day) => {
      for (const one of steps) {
        if (one.kind === 'deal') await deal(one)
        else if (one.kind === 'seal') await seal()
        else if (sources.length > 0) await undo(one.at, one.day)
      }
      await compare(day)
      expect((await replayed()).differences).toEqual([])
    }),
    { numRuns: 12 },
  )
  await seal()
  await compare(3)
  const { days, differences } = await replayed()
  expect(differences).toEqual([])
  expect(days).toBeGreaterThan(10)
}, 60_000)

/** What the checks and the replay name. */
async function named() {
  const wrong = (await within(() => look(app.services.db))).filter((one) => one.wrong > 0)
  return [wrong.map(({ what }) => what), (await replayed()).differences.length]
}
const quietly = (statement: string) => app.owner(`set session_replication_role = replica; ${statement}`)

test('one that is changed behind the back is named', async () => {
  await deal({ day: 1, branch: 0, party: 0, cents: 500 })
  await seal()
  const what = 'balances of the days are the sums of what is sealed'
  for (const [table, column] of [
    ['day_balance', 'value'],
    ['day_balance', 'quantity'],
    ['stock_week', 'value'],
    ['stock_week', 'quantity'],
    ['stock_flow', 'value'],
    ['stock_flow', 'quantity'],
    ['event_flow', 'debit'],
    ['event_flow', 'credit'],
    ['account_day', 'debit'],
    ['account_day', 'credit'],
    ['account_day', 'closing'],
  ]) {
    const [changed] = await app.owner<{ at: string }>(
      `update ledger.${table} set ${column} = ${column} + 0.01 where ctid = (select ctid from ledger.${table} limit 1)
       returning ctid::text as at`,
    )
    expect(await named()).toEqual([[what], 1])
    await app.owner(`update ledger.${table} set ${column} = ${column} - 0.01 where ctid = $1::tid`, [
      changed?.at,
    ])
    expect(await named()).toEqual([[], 0])
  }
}, 60_000)

test('they are made anew where the chain is: cut at its end, begun again, or of another copy of the books', async () => {
  await deal({ day: 2, branch: 1, party: 1, cents: 700 })
  await seal()
  const last = `number >= (select max(number) from ledger.seal where what = 'journal')`
  await quietly(`delete from ledger.sealed where ${last}; delete from ledger.seal where ${last}`)
  await seal()
  await compare(1)
  expect(await named()).toEqual([[], 0])
  await quietly('delete from ledger.sealed; delete from ledger.sealed_audit; delete from ledger.seal')
  await deal({ day: 0, branch: 0, party: 1, cents: 300 })
  await seal()
  await compare(0)
  expect(await named()).toEqual([[], 0])
  await app.owner(`update ledger.balanced_to set hash = set_byte(hash, 0, (get_byte(hash, 0) + 1) % 256)`)
  await deal({ day: 5, branch: 0, party: 0, cents: 200 })
  await seal()
  await compare(5)
  expect(await named()).toEqual([[], 0])
}, 60_000)
