// Long because reconciliations, matches, transfers and rules are tried on accounts of their own, with the same few helpers.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { roles } from '#modules/access/roles/roles.contract.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { monthEnd } from '#modules/ledger/month-end/month-end.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { branches } from '#modules/organisation/branches/branches.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { rows as accountRows } from '../accounts/accounts.queries.ts'
import { sumOf } from '../clearing/clearing.domain.ts'
import { findProcessedBefore } from '../clearing/matches.queries.ts'
import { lineExtentOf, listLines, listOpen, sumOutstanding } from '../clearing/open.queries.ts'
import { openLines, standingOf } from '../reconciliations/figures.server.ts'
import { bankReconciliations } from '../reconciliations/reconciliations.contract.ts'
import { bankRules } from '../rules/rules.contract.ts'
import { statements } from '../statements/statements.contract.ts'
import { bankTransfers } from '../transfers/transfers.contract.ts'
import { bankMatches } from './matches.contract.ts'

let app: TestApp
let call: Call
let send: Awaited<ReturnType<TestApp['signIn']>>['send']
let companyId: string
let branchId: string
const currencies = new Map<string, string>()
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) =>
  call(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })

/** The answer to a call that is let through. */
async function ok<A extends { status: number; body: unknown; error: unknown }>(
  answer: Promise<A>,
): Promise<A> {
  const found = await answer
  expect(found.status, JSON.stringify(found.error)).toBe(200)
  return found
}

beforeAll(async () => {
  app = await testApp()
  app.setNow(new Date('2026-03-20T04:00:00Z'))
  const session = await app.signIn('admin')
  ;({ call, send } = session)
  companyId = session.login.company.companyId
  branchId = (await call(branches.list, {})).body.items[0]?.id ?? ''
  for (const { id, name } of (await call(bankAccounts.choices)).body.currencies) currencies.set(name, id)
})
afterAll(() => app.stop())
// What the page reads by SQL is what the rules of clearing say of all lines and items.
afterEach(() =>
  inCompany(companyId, async () => {
    const { db } = app.services
    const all = await db.selectFrom('bank.reconciliation').selectAll().execute()
    for (const row of all) {
      const of = await accountRows.get(db, row.accountId)
      const standing = await standingOf(db, of, row)
      const since = await findProcessedBefore(db, of.id, row.toOn)
      const extent = { account: of, to: row.toOn, since }
      const { items, total } = await listOpen(db, extent, {})
      const posted = standing.clearing.open.filter(({ isPending }) => !isPending)
      expect(items.map(({ entryId, position }) => `${entryId} ${position}`)).toEqual(
        posted.map(({ id }) => id),
      )
      expect(total).toBe(items.length)
      const open = openLines(standing).map(({ id, left }) => ({ id, left }))
      const { lines } = await listLines(db, lineExtentOf(row), { isOpen: true })
      expect(lines.map(({ id, left }) => ({ id, left }))).toEqual(open)
      const waiting = sumOf(standing.outstanding.map(({ amount }) => amount))
      expect(await sumOutstanding(db, extent)).toBe(waiting)
    }
  }),
)

let count = 0
async function account(currency: string, opening: string, openingValue?: string) {
  count += 1
  const ledgerId =
    currency === 'MYR'
      ? (await call(ledgers.create, { code: `12${50 + count}`, name: `Bank ${count}`, class: 'asset' })).body
          .id
      : undefined
  const number = `88001234${count}`
  const made = await moving(bankAccounts.create, {
    code: `${currency}${count}`,
    name: `${currency} ${count}`,
    bankName: 'Harbour Bank',
    number,
    branchId,
    currencyId: currencies.get(currency) ?? '',
    ...(ledgerId && { ledgerId }),
    ...(opening !== '0' && {
      openingAmount: opening,
      openingValue: openingValue ?? null,
      openedOn: '2026-01-01',
    }),
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return { id: made.body.id, number, currency }
}
type Account = Awaited<ReturnType<typeof account>>

const short = (day: string) => day.replaceAll('-', '').slice(2)
const euro = (amount: string) => amount.replace('-', '').replace('.', ',')
/** Imports a statement of these lines, in the format that banks use most. */
async function bring(
  { id, number, currency }: Account,
  opening: string,
  lines: readonly (readonly [day: string, amount: string, text: string])[],
  closing: string,
) {
  const [first, last] = [lines[0]?.[0] ?? '', lines.at(-1)?.[0] ?? '']
  const text = [
    ':20:1',
    `:25:${number}`,
    ':28C:1',
    `:60F:C${short(first)}${currency}${euro(opening)}`,
    ...lines.flatMap(([day, amount, words]) => [
      `:61:${short(day)}${short(day).slice(2)}${amount.startsWith('-') ? 'D' : 'C'}${euro(amount)}NMSCNONREF`,
      `:86:${words}`,
    ]),
    `:62F:C${short(last)}${currency}${euro(closing)}`,
    '-',
  ].join('\n')
  const { status, error } = await send(statements.import, { accountId: id }, new File([text], 'day.sta'))
  expect(status, JSON.stringify(error)).toBe(200)
}
async function start({ id }: Account, toOn: string) {
  const { status, body, error } = await call(bankReconciliations.initialize, { accountId: id, toOn })
  expect(status, JSON.stringify(error)).toBe(200)
  return body
}
const linesOf = async (reconciliationId: string) =>
  (await call(bankMatches.lines, { reconciliationId, pageSize: 200 })).body.items
const itemsOf = async (reconciliationId: string) =>
  (await call(bankMatches.items, { reconciliationId, pageSize: 200 })).body.items
const amounts = (found: readonly { amount: string | null }[]) => found.map(({ amount }) => amount)
async function match(reconciliationId: string, lineIds: readonly string[], itemIds: readonly string[]) {
  const lines = lineIds.map((id) => ({ id }))
  return moving(bankMatches.match, { reconciliationId, lines, itemIds: [...itemIds] })
}
async function processed(id: string) {
  const { body } = await call(bankReconciliations.getById, { id })
  return call(bankReconciliations.process, { id, version: body.version })
}
const charge = async ({ id }: Account, amount: string, businessDate: string, note = '') => {
  const made = await moving(bankTransfers.create, {
    kind: 'charge',
    fromAccountId: id,
    amount,
    businessDate,
    note,
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const interest = async ({ id }: Account, amount: string, businessDate: string) =>
  (await moving(bankTransfers.create, { kind: 'interest', toAccountId: id, amount, businessDate })).body
const sent = async (from: Account, to: Account, amount: string, businessDate: string, slip = '') => {
  const draft = {
    kind: 'transfer' as const,
    fromAccountId: from.id,
    toAccountId: to.id,
    amount,
    businessDate,
    slip,
  }
  const made = await moving(bankTransfers.create, draft)
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
const balanceOf = async (code: string) =>
  Number((await call(ledgers.list)).body.find((one) => one.code === code)?.balance ?? 0)
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

describe('a reconciliation of an account', () => {
  test('what is outstanding on a day stays so in its report, and what is posted later is shown apart', async () => {
    const own = await account('MYR', '10000')
    await charge(own, '500', '2026-01-20', 'Cheque 101')
    await interest(own, '1200', '2026-01-28')
    await charge(own, '250', '2026-01-30', 'Cheque 102')
    const january = [
      ['2026-01-28', '1200.00', 'Deposit'],
      ['2026-01-31', '-250.00', 'Cheque 102'],
    ] as const
    await bring(own, '10000.00', january, '10950.00')
    const first = await start(own, '2026-01-31')
    expect(first).toMatchObject({ opening: '10000.00', closing: '10950.00' })
    expect((await processed(first.id)).error.code).toBe('RECONCILIATION_LEFT')
    const lines = await linesOf(first.id)
    const items = await itemsOf(first.id)
    expect(amounts(items)).toEqual(['-500.00', '1200.00', '-250.00'])
    await ok(match(first.id, [lines[0]?.id ?? ''], [items[1]?.id ?? '']))
    await ok(match(first.id, [lines[1]?.id ?? ''], [items[2]?.id ?? '']))
    const months = { month: '2026-01', branchId }
    const left = async () =>
      (await call(monthEnd.get, months)).body.steps.find(({ step }) => step === 'banks')?.count
    const before = await left()
    app.setNow(new Date('2026-03-20T04:01:00Z'))
    expect((await processed(first.id)).body.state).toBe('processed')
    expect(await left()).toBe((before ?? 0) - 1)

    app.setNow(new Date('2026-03-20T04:02:00Z'))
    await charge(own, '75', '2026-01-29', 'Late')
    await bring(own, '10950.00', [['2026-02-03', '-500.00', 'Cheque 101']], '10450.00')
    const second = await start(own, '2026-02-28')
    expect(second).toMatchObject({ opening: '10950.00', fromOn: '2026-02-01', closing: '10450.00' })
    expect(amounts(await itemsOf(second.id))).toEqual(['-500.00', '-75.00'])
    const [cheque] = await linesOf(second.id)
    const [open] = await itemsOf(second.id)
    await ok(match(second.id, [cheque?.id ?? ''], [open?.id ?? '']))
    expect((await processed(second.id)).body).toMatchObject({
      state: 'processed',
      figures: { book: '10375.00', outstanding: '-75.00', expected: '10450.00' },
    })

    const { body } = await call(bankReconciliations.report, { id: first.id })
    expect(body.frozen).toMatchObject({ book: '10450.00', outstandingSum: '-500.00', closing: '10950.00' })
    expect(amounts(body.frozen?.outstanding ?? [])).toEqual(['-500.00'])
    expect(body).toMatchObject({ laterSum: '-75.00', later: [{ note: 'Late', on: '2026-01-29' }] })
    expect(body.live).toMatchObject({ book: '10375.00', outstandingSum: '-575.00', closing: '10950.00' })
    const listed = await call(statements.list, {
      filters: [{ key: 'accountId', operator: 'Equals', value: own.id }],
    })
    expect(listed.body.items.map(({ state }) => state)).toEqual(['processed', 'processed'])
    const [one] = listed.body.items
    const removed = await call(statements.remove, { id: one?.id ?? '', version: one?.version ?? 0 })
    expect(removed.error.code).toBe('STATEMENT_PROCESSED')
  })

  test('one after another: a second one waits for the first, and ends later; a deleted one makes room', async () => {
    const own = await account('MYR', '100')
    await bring(own, '100.00', [['2026-02-10', '-10.00', 'Fee']], '90.00')
    const first = await start(own, '2026-02-28')
    const again = { accountId: own.id, toOn: '2026-03-10' }
    expect((await call(bankReconciliations.initialize, again)).error.code).toBe('RECONCILIATION_UNFINISHED')
    const saved = { id: first.id, version: first.version, closing: '89.00', note: 'Checked' }
    const { version } = (await call(bankReconciliations.save, saved)).body
    const [line] = await linesOf(first.id)
    await ok(
      moving(bankMatches.createFromLine, {
        reconciliationId: first.id,
        lineId: line?.id ?? '',
        kind: 'charge',
      }),
    )
    expect((await processed(first.id)).error).toMatchObject({
      code: 'RECONCILIATION_CLOSING',
      message: expect.stringContaining('90') as string,
    })
    expect((await call(bankReconciliations.delete, { id: first.id, version })).body.state).toBe('deleted')
    const next = await start(own, '2026-02-28')
    // What was matched is still matched.
    expect(next.figures).toMatchObject({ openCount: 0, expected: '90.00' })
    await ok(processed(next.id))
    const earlier = await call(bankReconciliations.initialize, { accountId: own.id, toOn: '2026-02-28' })
    expect(earlier.error).toMatchObject({ code: 'RECONCILIATION_ORDER', invalidParams: [{ field: 'toOn' }] })
  })

  test('undoing one side opens the other before it is processed, and leaves what is processed alone', async () => {
    const own = await account('MYR', '10000')
    const paid = await charge(own, '640', '2026-03-05', 'Heron')
    await bring(own, '10000.00', [['2026-03-05', '-640.00', 'Heron']], '9360.00')
    const first = await start(own, '2026-03-10')
    const [line] = await linesOf(first.id)
    const [item] = await itemsOf(first.id)
    await ok(match(first.id, [line?.id ?? ''], [item?.id ?? '']))
    const second = await charge(own, '640', '2026-03-06', 'Heron again')
    const other = (await itemsOf(first.id))[0]
    expect((await match(first.id, [line?.id ?? ''], [other?.id ?? ''])).error).toMatchObject({
      code: 'LINE_LEFT',
      message: expect.stringContaining('0.00') as string,
    })
    const reversed = { note: 'Wrong payee' }
    await ok(moving(bankTransfers.reverse, { id: second.id, version: second.version, ...reversed }))
    await ok(moving(bankTransfers.reverse, { id: paid.id, version: paid.version, ...reversed }))
    expect(await linesOf(first.id)).toMatchObject([{ left: '-640.00', matches: [] }])
    expect((await processed(first.id)).error.code).toBe('RECONCILIATION_LEFT')

    const third = await charge(own, '640', '2026-03-05', 'Heron')
    const open = (await itemsOf(first.id)).find(({ note }) => note === 'Heron')
    await ok(match(first.id, [line?.id ?? ''], [open?.id ?? '']))
    await ok(processed(first.id))
    await ok(moving(bankTransfers.reverse, { id: third.id, version: third.version, ...reversed }))
    expect((await call(bankReconciliations.getById, { id: first.id })).body.state).toBe('processed')
    expect(await linesOf(first.id)).toMatchObject([{ left: '0.00', matches: [{ kind: 'match' }] }])
    const next = await start(own, '2026-03-20')
    expect(amounts(await itemsOf(next.id))).toEqual(['640.00'])
    expect(next.figures).toMatchObject({ book: '10000.00', outstanding: '640.00', expected: '9360.00' })
  })

  test('a foreign account counts in its own currency, and a fee leaves at cost', async () => {
    const usd = await account('USD', '5000', '22250')
    await charge(usd, '1000', '2026-03-04', 'Payment')
    await bring(usd, '5000.00', [['2026-03-04', '-1010.00', 'Payment and fee']], '3990.00')
    const one = await start(usd, '2026-03-05')
    const [line] = await linesOf(one.id)
    const [item] = await itemsOf(one.id)
    const base = { reconciliationId: one.id, lineId: line?.id ?? '' }
    await ok(moving(bankMatches.createFromLine, { ...base, kind: 'charge', amount: '-10' }))
    const part = [{ id: line?.id ?? '', amount: '-1000' }]
    const paid = { reconciliationId: one.id, lines: part, itemIds: [item?.id ?? ''] }
    await ok(moving(bankMatches.match, paid))
    expect(await linesOf(one.id)).toMatchObject([
      { left: '0.00', matches: [{ amount: '-10.00' }, { amount: '-1000.00' }] },
    ])
    await ok(processed(one.id))
    const { balance, value } = (await call(bankAccounts.getById, { id: usd.id })).body
    expect([balance, value]).toEqual(['3990.00', '17755.50'])
    expect(await wrong()).toEqual([])
  })
})

describe('suggestions', () => {
  test('sure means one: equal amounts are shown with their points and none is ticked until a reference says which', async () => {
    const [from, own] = [await account('MYR', '10000'), await account('MYR', '0')]
    for (const [day, slip] of [
      ['2026-03-02', 'R1'],
      ['2026-03-03', 'R2'],
      ['2026-03-03', 'R3'],
    ] as const)
      await sent(from, own, '250', day, slip)
    await bring(own, '0.00', [['2026-03-03', '250.00', 'CASH DEP']], '250.00')
    const one = await start(own, '2026-03-10')
    const suggested = async () => (await call(bankMatches.suggestions, { reconciliationId: one.id })).body
    const found = await suggested()
    expect(found.sureCount).toBe(0)
    expect(found.lines[0]?.suggestions.map(({ items, score }) => [items[0]?.note, score.total])).toEqual([
      ['R2', 70],
      ['R3', 70],
      ['R1', 67],
    ])

    await bring(own, '250.00', [['2026-03-03', '250.00', 'CASH DEP R3']], '500.00')
    const named = await suggested()
    const second = named.lines.find(({ isSure }) => isSure)
    expect(second?.suggestions[0]).toMatchObject({
      score: { total: 90, reference: 20 },
      items: [{ note: 'R3' }],
    })
    const sure = () => moving(bankMatches.matchSure, { reconciliationId: one.id })
    const both = await Promise.all([sure(), sure()])
    expect(both.map(({ body }) => body.matches.length).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect((await suggested()).lines[0]?.suggestions).toHaveLength(2)
  })

  test('several that add up are shown in every way, and one that is left alone', async () => {
    const [from, own] = [await account('MYR', '10000'), await account('MYR', '0')]
    for (const amount of ['400', '600', '300', '700']) await sent(from, own, amount, '2026-03-04', 'Deposit')
    await bring(
      own,
      '0.00',
      [
        ['2026-03-04', '1000.00', 'CASH DEP'],
        ['2026-03-04', '300.00', 'DEP'],
      ],
      '1300.00',
    )
    const one = await start(own, '2026-03-10')
    const [big, small] = await linesOf(one.id)
    const waysOf = async () => {
      const { lines } = (await call(bankMatches.suggestions, { reconciliationId: one.id })).body
      return lines
        .find(({ lineId }) => lineId === big?.id)
        ?.suggestions.map(({ items }) => amounts(items).map(String).toSorted().join(' '))
        .toSorted()
    }
    expect(await waysOf()).toEqual(['300.00 700.00', '400.00 600.00'])
    const items = await itemsOf(one.id)
    const idOf = (amount: string) => items.find((item) => item.amount === amount)?.id ?? ''
    await ok(match(one.id, [small?.id ?? ''], [idOf('300.00')]))
    expect(await waysOf()).toEqual(['400.00 600.00'])
    // One line by several deposits, which arrive by it.
    await ok(match(one.id, [big?.id ?? ''], [idOf('400.00'), idOf('600.00')]))
    expect((await call(bankAccounts.getById, { id: own.id })).body.balance).toBe('1300.00')
    const uneven = await match(one.id, [], [idOf('700.00')])
    expect(uneven.error.code).toBe('MATCH_SUM')
  })
})

describe('one transfer between two banks', () => {
  test('is one document whether it was entered first or found in the first file', async () => {
    const [a, b] = [await account('MYR', '5000'), await account('MYR', '0')]
    await sent(a, b, '1500', '2026-03-10', 'T1')
    await bring(a, '5000.00', [['2026-03-10', '-1500.00', 'T1']], '3500.00')
    await bring(b, '0.00', [['2026-03-11', '1500.00', 'T1']], '1500.00')
    const transit = await balanceOf('1020')
    for (const own of [a, b]) {
      const one = await start(own, '2026-03-12')
      const [line] = await linesOf(one.id)
      const [item] = await itemsOf(one.id)
      await ok(match(one.id, [line?.id ?? ''], [item?.id ?? '']))
      await ok(processed(one.id))
    }
    expect((await balanceOf('1020')) - transit).toBe(-1500)

    const [c, d] = [await account('MYR', '5000'), await account('MYR', '0')]
    await bring(d, '0.00', [['2026-03-11', '1500.00', 'From C']], '1500.00')
    const into = await start(d, '2026-03-12')
    const [line] = await linesOf(into.id)
    const made = await moving(bankMatches.createFromLine, {
      reconciliationId: into.id,
      lineId: line?.id ?? '',
      kind: 'transferIn',
      otherAccountId: c.id,
      sentOn: '2026-03-10',
    })
    expect(made.status, JSON.stringify(made.error)).toBe(200)
    await bring(c, '5000.00', [['2026-03-10', '-1500.00', 'To D']], '3500.00')
    const out = await start(c, '2026-03-12')
    const { lines } = (await call(bankMatches.suggestions, { reconciliationId: out.id })).body
    expect(lines[0]?.suggestions[0]).toMatchObject({
      score: { amount: 50, date: 20 },
      items: [{ amount: '-1500.00' }],
    })
    const [left] = await itemsOf(out.id)
    await ok(match(out.id, [lines[0]?.lineId ?? ''], [left?.id ?? '']))
    for (const { id } of [into, out]) await ok(processed(id))
    const all = await call(bankTransfers.list, {
      filters: [{ key: 'fromAccountId', operator: 'Equals', value: c.id }],
    })
    expect(all.body.items).toHaveLength(1)
    expect((await balanceOf('1020')) - transit).toBe(-1500)
    expect(await wrong()).toEqual([])
  })
})

describe('rules', () => {
  test('a run does what the preview says, once, and what it did stays when the rule goes', async () => {
    const own = await account('MYR', '100')
    await charge(own, '12.40', '2026-03-02', 'Coffee')
    await bring(
      own,
      '100.00',
      [
        ['2026-03-01', '-10.00', 'MONTHLY FEE'],
        ['2026-03-02', '-12.40', 'COFFEE HOUSE'],
        ['2026-03-03', '10.00', 'FEE REFUND'],
        ['2026-03-04', '-8.00', 'fee'],
        ['2026-03-05', '-3.00', 'CARD FEE'],
      ],
      '76.60',
    )
    const one = await start(own, '2026-03-10')
    const reconciliationId = one.id
    const byText = new Map((await linesOf(one.id)).map((line) => [line.text, line.id]))
    const [coffee] = await itemsOf(one.id)
    await ok(match(one.id, [byText.get('COFFEE HOUSE') ?? ''], [coffee?.id ?? '']))
    const left = {
      reconciliationId,
      lineIds: [byText.get('CARD FEE') ?? ''],
      itemIds: [],
      reason: 'Disputed',
    }
    await ok(call(bankMatches.exclude, left))
    const ledgerId = (await call(ledgers.list)).body.find(({ code }) => code === '5050')?.id ?? ''
    const draft = { accountId: own.id, contains: 'fee', direction: 'out' as const, ledgerId }
    const preview = (await call(bankRules.preview, draft)).body
    expect(preview).toMatchObject({
      fitCount: 4,
      change: [{ amount: '-10.00' }, { amount: '-8.00' }],
      against: [{ text: 'COFFEE HOUSE' }],
      excluded: [{ text: 'CARD FEE' }],
    })
    const rule = (await call(bankRules.create, draft)).body
    const before = await balanceOf('5050')
    const run = () => moving(bankRules.run, { id: rule.id, reconciliationId })
    expect((await run()).body.matches).toHaveLength(2)
    expect((await balanceOf('5050')) - before).toBe(18)
    expect((await run()).body.matches).toHaveLength(0)
    expect((await call(bankRules.preview, draft)).body).toMatchObject({
      change: [],
      against: [{ text: 'COFFEE HOUSE' }],
    })
    await call(bankRules.delete, { id: rule.id, version: rule.version })
    const fees = (await linesOf(one.id)).filter(({ matches: made }) => made[0]?.source === 'rule')
    expect(fees).toHaveLength(2)
    // What a match posted itself goes back with it.
    await ok(
      moving(bankMatches.unmatch, {
        reconciliationId,
        matchId: fees[0]?.matches[0]?.id ?? '',
        note: 'Undone',
      }),
    )
    expect((await balanceOf('5050')) - before).toBe(8)
    expect(amounts(await itemsOf(one.id))).toEqual([])
    expect(await wrong()).toEqual([])
  })

  test('a rule of an account that somebody does not see is not theirs to move to another', async () => {
    const own = await account('MYR', '100')
    const ledgerId = (await call(ledgers.list)).body.find(({ code }) => code === '5050')?.id ?? ''
    const draft = { accountId: own.id, contains: 'fee', direction: 'out' as const, ledgerId }
    const { id, version } = (await call(bankRules.create, draft)).body
    const elsewhere = (await call(branches.list, {})).body.items[1]?.id ?? ''
    const role = await ok(
      call(roles.create, {
        name: 'Matcher',
        description: '',
        baseRole: 'accountant',
        level: 2,
        limits: [],
        permissions: ['view_bank_reconciliations', 'manage_bank_reconciliations'],
      }),
    )
    const workspaces = [{ type: 2 as const, workspaceId: elsewhere }]
    await app.addUser({ userName: 'matcher', roleIds: [role.body.id], workspaces })
    const there = await moving(bankAccounts.create, {
      code: 'THERE',
      name: 'There',
      bankName: 'Harbour Bank',
      number: '88009999',
      branchId: elsewhere,
      currencyId: currencies.get('USD') ?? '',
    })
    const { call: by } = await app.signIn('matcher')
    const moved = await by(bankRules.update, { ...draft, id, version, accountId: there.body.id })
    expect(moved.error.code).toBe('NOT_FOUND')
  })

  test('a statement stays while a line of it is posted, so that its fee is not charged again by a corrected file', async () => {
    const own = await account('MYR', '100')
    const fee = [['2026-03-01', '-10.00', 'MONTHLY FEE']] as const
    await bring(own, '100.00', fee, '90.00')
    const { id: reconciliationId } = await start(own, '2026-03-10')
    const ledgerId = (await call(ledgers.list)).body.find(({ code }) => code === '5050')?.id ?? ''
    const draft = { accountId: own.id, contains: 'fee', direction: 'out' as const, ledgerId }
    const rule = (await call(bankRules.create, draft)).body
    const before = await balanceOf('5050')
    const run = () => ok(moving(bankRules.run, { id: rule.id, reconciliationId }))
    const matchId = (await run()).body.matches[0] ?? ''
    const listed = await call(statements.list, {
      filters: [{ key: 'accountId', operator: 'Equals', value: own.id }],
    })
    const [one] = listed.body.items
    const remove = () => call(statements.remove, { id: one?.id ?? '', version: one?.version ?? 0 })
    expect((await remove()).error.code).toBe('STATEMENT_MATCHED')
    await ok(moving(bankMatches.unmatch, { reconciliationId, matchId, note: 'Wrong file' }))
    await ok(remove())
    await bring(own, '100.00', fee, '90.00')
    expect((await run()).body.matches).toHaveLength(1)
    expect((await balanceOf('5050')) - before).toBe(10)
    expect(await wrong()).toEqual([])
  })

  test('an unknown receipt waits in suspense', async () => {
    const own = await account('MYR', '0')
    await bring(own, '0.00', [['2026-03-02', '77.00', 'Unknown']], '77.00')
    const one = await start(own, '2026-03-10')
    const [line] = await linesOf(one.id)
    const before = await balanceOf('2200')
    const asked = { reconciliationId: one.id, lineId: line?.id ?? '' }
    expect((await moving(bankMatches.createFromLine, { ...asked, kind: 'charge' })).error.code).toBe(
      'LINE_DIRECTION',
    )
    await ok(moving(bankMatches.createFromLine, { ...asked, kind: 'suspense' }))
    expect((await balanceOf('2200')) - before).toBe(-77)
    await ok(processed(one.id))
  })
})
