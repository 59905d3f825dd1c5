// Long because postings, promises, seals and checks are tried on the books of one company.
import { randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#apps/server/test-app.ts'
import { inCompany, type Tx } from '#kit/server/database.server.ts'
import { revisionOf, pinSettings } from '#kit/server/remembered.server.ts'
import { readTradedCurrencies } from '#modules/currencies/public.server.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { settledEvent } from '#modules/exchange/settlement/settlement.domain.ts'
import { adjustmentEvents } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { tree } from '#modules/organisation/public.server.ts'
import { look, replay } from './check/check.queries.ts'
import type { PostingEvent } from './events/events.domain.ts'
import {
  averageCosts,
  post,
  type Posting,
  type PostingLine,
  type Promised,
  countPromisedAt,
  release,
  reserve,
  reverse,
} from './public.server.ts'
import { releaseExpired } from './reservations/reservations.server.ts'
import { sealAll, verifyChain } from './seal/seal.server.ts'

let app: TestApp
let companyId: string
let branch: { id: string; children: { id: string }[] }
let ids: Map<string, string>
const id = (code: string) => ids.get(code) ?? ''

beforeAll(async () => {
  app = await testApp()
  const { login } = await app.signIn('admin')
  ;({ companyId } = login.company)
  await within(async () => {
    ids = new Map((await readTradedCurrencies(app.services.db)).map((one) => [one.code, one.id]))
    const { branches, counters } = await tree(app.services.db)
    const [first] = branches
    if (!first) throw new Error('no branch')
    branch = { id: first.id, children: counters.filter(({ branchId }) => branchId === first.id) }
  })
})
afterAll(() => app.stop())

const within = <T>(work: () => Promise<T>) => inCompany(companyId, work)
const author = { userId: null, name: 'Somebody' }

/** Posts lines at the first counter of the branch, as one event. */
const put = (
  lines: Omit<PostingLine, 'branchId'>[],
  { source = randomUUIDv7(), event = settledEvent as PostingEvent, businessDate = '2026-03-02' } = {},
) =>
  within(() => {
    const place = { branchId: branch.id, counterId: branch.children[0]?.id ?? null }
    const posting: Posting = {
      event,
      source: { type: 'deal', id: source },
      businessDate,
      branchId: branch.id,
      lines: lines.map((line) => ({ ...place, ...line })),
    }
    return app.services.db
      .transaction()
      .execute((db) => post({ db, actor: author, now: app.services.now() }, posting))
  })

const cash = (amount: string) => ({ part: 'cash' as const, itemId: id('MYR'), quantity: amount, amount })
const open = (amount: string) =>
  put([cash(amount), { part: 'opening', amount: `-${amount}` }], { event: adjustmentEvents.opening })
const buy = (code: string, quantity: string, cost: string, options = {}) =>
  put([{ part: 'stock', itemId: id(code), quantity, amount: cost }, cash(`-${cost}`)], options)
const sell = (code: string, quantity: string, proceeds: string) =>
  put([{ part: 'stock', itemId: id(code), quantity: `-${quantity}`, proceeds }, cash(proceeds)])

const pool = (code: string) =>
  app.owner<{ quantity: string; value: string }>(
    'select quantity::float8::text as quantity, value::float8::text as value from ledger.pool where item_id = $1',
    [id(code)],
  )
const clean = () =>
  within(async () => {
    const wrong = (await look(app.services.db)).filter((one) => one.wrong > 0)
    const { differences } = await app.services.db.transaction().execute(replay)
    return [...wrong, ...differences]
  })

describe('a posting', () => {
  test('moves stock, cash and the journal together, at average cost', async () => {
    await open('100000')
    await buy('USD', '1000', '4450')
    await buy('USD', '500', '2235')
    const { lines } = await sell('USD', '600', '2712')
    expect(lines.map(({ amount }) => amount)).toEqual(['-2674', '-38', '2712'])
    expect(await pool('USD')).toEqual([{ quantity: '900', value: '4011' }])
    expect(await clean()).toEqual([])
  })

  test('is refused where there is not enough, and nothing has moved', async () => {
    await expect(sell('USD', '901', '4000')).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      data: { available: '900' },
    })
    await expect(sell('EUR', '1', '5')).rejects.toThrow()
    await expect(buy('USD', '1', '10000000')).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    expect(await pool('USD')).toEqual([{ quantity: '900', value: '4011' }])
    expect(await clean()).toEqual([])
  })

  test('comes once for an event of its source', async () => {
    const source = randomUUIDv7()
    await buy('SGD', '10', '33', { source })
    await expect(buy('SGD', '10', '33', { source })).rejects.toThrow(/duplicate key .*"posted_/)
    await expect(put([cash('1'), { part: 'fee', amount: '-2' }])).rejects.toThrow('differ by')
  })

  test('of an event that no module declares is refused, also under the name of one', async () => {
    const lines = [cash('1'), { part: 'opening', amount: '-1' }]
    const undeclared = { code: 'deal.guessed', parts: ['cash', 'opening'] }
    await expect(put(lines, { event: undeclared })).rejects.toThrow("No module declares 'deal.guessed'")
    await expect(put(lines, { event: { ...undeclared, code: 'opening' } })).rejects.toThrow('otherwise')
  })

  test('is undone by its mirror, once, at what it was worth then', async () => {
    await buy('AUD', '100', '290')
    const { lines, id: entryId, businessDate: done } = await sell('AUD', '40', '124')
    await buy('AUD', '40', '160')
    const [{ sourceId } = { sourceId: '' }] = await app.owner<{ sourceId: string }>(
      'select source_id as "sourceId" from ledger.entry where id = $1',
      [entryId],
    )
    const undo = (businessDate: string) =>
      within(() =>
        app.services.db
          .transaction()
          .execute((db) =>
            reverse(
              { db, actor: author, now: app.services.now() },
              { source: { type: 'deal', id: sourceId }, event: settledEvent, businessDate },
            ),
          ),
      )
    // Nothing is undone on a day before it was done.
    const mirror = await undo('2026-02-01')
    expect(mirror).toMatchObject({
      event: 'deal.settled.reversed',
      reversesId: entryId,
      businessDate: done,
    })
    const amounts = (all: readonly { amount: string }[]) =>
      all.map(({ amount }) => amount.replace('-', '')).toSorted()
    expect(amounts(mirror.lines)).toEqual(amounts(lines))
    expect(await pool('AUD')).toEqual([{ quantity: '140', value: '450' }])
    await expect(undo(done)).rejects.toThrow(/duplicate key .*"posted_/)
    expect(await clean()).toEqual([])
    await sell('AUD', '140', '450')
  })

  test('goes into no locked period', async () => {
    await app.owner(
      `insert into ledger.period_lock (company_id, branch_id, locked_to, reason) values ($1, $2, '2026-02-28', 'closed')`,
      [companyId, branch.id],
    )
    await expect(buy('SGD', '10', '33', { businessDate: '2026-02-28' })).rejects.toMatchObject({
      code: 'PERIOD_LOCKED',
    })
    await buy('SGD', '10', '33', { businessDate: '2026-03-01' })
  })

  test('is done again where the mapping may have changed since it was read', async () => {
    const { db, now } = app.services
    const stale = within(() =>
      db.transaction().execute(async (tx) => {
        pinSettings(tx)
        await revisionOf(tx)
        await app.owner('update ledger.mapping set account_id = account_id')
        const lines = [cash('5'), { part: 'opening' as const, amount: '-5' }]
        const place = { branchId: branch.id, counterId: branch.children[0]?.id ?? null }
        return post(
          { db: tx, actor: author, now: now() },
          {
            event: adjustmentEvents.opening as PostingEvent,
            source: { type: 'opening', id: randomUUIDv7() },
            businessDate: '2026-03-02',
            branchId: branch.id,
            lines: lines.map((line) => ({ ...place, ...line })),
          },
        )
      }),
    )
    await expect(stale).rejects.toMatchObject({ code: '40001' })
  })

  test('of many at once on the same drawer and pool: all that fit, each once, no stock below zero', async () => {
    await buy('GBP', '100', '520')
    const answers = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? sell('GBP', '10', '53') : buy('JPY', '1000', '28.5'))),
    )
    const sold = answers.filter(({ status }, at) => at % 2 && status === 'fulfilled')
    expect(sold).toHaveLength(10)
    expect(await pool('GBP')).toEqual([{ quantity: '0', value: '0' }])
    expect(await pool('JPY')).toEqual([{ quantity: '20000', value: '570' }])
    expect(await clean()).toEqual([])
  })
})

test('what is in stock is the balance of a currency, for who may see the branch', async () => {
  const balances = async (who: string) =>
    Object.fromEntries(
      (await (await app.signIn(who)).call(companyCurrencies.getCompanyCurrencies)).body.map((one) => [
        one.currencyCode,
        one.balance,
      ]),
    )
  expect(await balances('admin')).toMatchObject({ USD: '900', SGD: '20', GBP: '0', EUR: '0' })
  await app.owner(`update ledger.holding set reserved = 100 where item_id = $1`, [id('USD')])
  expect((await balances('admin'))['USD']).toBe('800')
  await app.owner(`update ledger.holding set reserved = 0 where item_id = $1`, [id('USD')])
  const costs = await within(() => averageCosts(app.services.db))
  expect(costs.get(id('USD'))).toBe('4.456666666667')
  expect(costs.has(id('GBP'))).toBe(false)
})

describe('what is kept for a deal', () => {
  const inTx = <T>(work: (db: Tx) => Promise<T>) => within(() => app.services.db.transaction().execute(work))
  const keep = (sourceId: string, quantity: string, expiresAt: Date | null = null) => {
    const promised: Promised<'stock'> = {
      part: 'stock',
      branchId: branch.id,
      counterId: branch.children[0]?.id ?? null,
      itemId: id('USD'),
      quantity,
    }
    return inTx((db) => reserve(db, { sourceId, event: settledEvent, expiresAt }, [promised]))
  }
  const left = async () =>
    (
      await app.owner<{ left: number }>(
        `select sum(on_hand - reserved)::float8 as left from ledger.holding where item_id = $1`,
        [id('USD')],
      )
    )[0]?.left

  test('nobody else can sell or keep; asked again it replaces what was kept; released it is there', async () => {
    const [one, other] = [randomUUIDv7(), randomUUIDv7()]
    await keep(one, '700')
    await expect(keep(other, '201')).rejects.toMatchObject({
      code: 'INSUFFICIENT_STOCK',
      data: { available: '200' },
    })
    await expect(sell('USD', '300', '1350')).rejects.toMatchObject({ code: 'INSUFFICIENT_STOCK' })
    await keep(one, '800')
    expect(await left()).toBe(100)
    expect(await inTx((db) => countPromisedAt(db, branch.children[0]?.id ?? ''))).toBe(1)
    expect(await inTx((db) => release(db, one))).toEqual([one])
    expect(await inTx((db) => release(db, one))).toEqual([])
    expect(await left()).toBe(900)
    await expect(keep(one, '1').then(() => keep(other, '900'))).rejects.toThrow()
    await inTx((db) => release(db, one))
  })

  test('runs out at its time', async () => {
    const now = app.services.now()
    const [soon, late] = [randomUUIDv7(), randomUUIDv7()]
    await keep(soon, '100', new Date(now.getTime() + 60_000))
    await keep(late, '50')
    expect(await inTx((db) => releaseExpired(db, now))).toEqual([])
    expect(await inTx((db) => releaseExpired(db, new Date(now.getTime() + 60_000)))).toEqual([soon])
    expect(await left()).toBe(850)
    await inTx((db) => release(db, late))
    expect(await clean()).toEqual([])
  })

  test('of many at once is never more than there is', async () => {
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => keep(randomUUIDv7(), '100')))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    expect(await left()).toBe(0)
    const far = new Date('2100-01-01T00:00:00Z')
    await app.owner(`update ledger.reservation set expires_at = '2099-01-01'`)
    expect(await inTx((db) => releaseExpired(db, far))).toHaveLength(9)
    expect(await left()).toBe(900)
  })
})

describe('the journal', () => {
  test('can be added to and never changed', async () => {
    const { db } = app.services
    await expect(within(() => db.updateTable('ledger.line').set({ amount: '1' }).execute())).rejects.toThrow(
      'permission denied',
    )
    await expect(app.owner('update ledger.line set amount = 1')).rejects.toThrow('append-only')
    await expect(app.owner('delete from ledger.entry')).rejects.toThrow('append-only')
    await expect(
      app.owner(
        `insert into ledger.line (company_id, at, entry_id, position, account_id, branch_id, amount, business_date)
         select company_id, at, entry_id, 99, account_id, branch_id, 1, business_date from ledger.line limit 1`,
      ),
    ).rejects.toThrow('differ')
  })

  test('is sealed in a chain, what came since by another seal', async () => {
    const { db } = app.services
    const now = app.services.now()
    const sealed = await within(() => sealAll(db, now))
    expect(sealed).toBeGreaterThan(10)
    await buy('SGD', '10', '33')
    expect(await within(() => sealAll(db, now))).toBe(1)
    expect(await within(() => sealAll(db, now))).toBe(0)
    expect(await within(() => verifyChain(db))).toMatchObject({ seals: 3, entries: sealed + 1 })
  })

  test('a holding or pool that says something else than the lines is found', async () => {
    await app.owner(`update ledger.pool set value = value + 0.01 where item_id = $1`, [id('USD')])
    expect(await clean()).toHaveLength(3)
    await app.owner(`update ledger.pool set value = value - 0.01 where item_id = $1`, [id('USD')])
    await app.owner(`update ledger.holding set on_hand = on_hand + 1 where item_id = $1`, [id('USD')])
    expect((await clean()).length).toBeGreaterThan(1)
    await app.owner(`update ledger.holding set on_hand = on_hand - 1 where item_id = $1`, [id('USD')])
    expect(await clean()).toEqual([])
  })
})
