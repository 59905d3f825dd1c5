// Long because a month has many kinds of documents, each by its own calls, and many statements.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallOf, Endpoint, OutputOf } from '#kit/contract/endpoint.contract.ts'
import { csvReader } from '#kit/domain/csv.domain.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { sampleText } from '#kit/test/samples.ts'
import { payees } from '#modules/bank/payees/payees.contract.ts'
import { payeeExpenses } from '#modules/bank/expenses/expenses.contract.ts'
import { feeSettings } from '#modules/charges/fees/fees.contract.ts'
import { companyCurrencies } from '#modules/currencies/company-currencies/company-currencies.contract.ts'
import { paymentModes } from '#modules/currencies/modes/modes.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { adjustments } from '#modules/inventory/adjustments/adjustments.contract.ts'
import { corrections } from '#modules/inventory/corrections/corrections.contract.ts'
import { days } from '#modules/inventory/days/days.contract.ts'
import { stockItems } from '#modules/inventory/items/items.contract.ts'
import { stock } from '#modules/inventory/stock/stock.contract.ts'
import { transfers } from '#modules/inventory/transfers/transfers.contract.ts'
import { accounts } from '#modules/ledger/accounts/accounts.contract.ts'
import { manualEntries } from '#modules/ledger/entries/entries.contract.ts'
import { reverseDue } from '#modules/ledger/entries/entries.server.ts'
import { detailLedger } from '#modules/ledger/journal/journal.contract.ts'
import { sealBooks } from '#modules/ledger/public.server.ts'
import { revaluations } from '#modules/ledger/revaluations/revaluations.contract.ts'
import {
  balanceSheet,
  branchIncome,
  companyIncome,
  type Statement,
  trialBalance,
} from '#modules/ledger/statements/statements.contract.ts'
import { taxSummary } from '#modules/ledger/tax-summary/tax-summary.contract.ts'
import { baseRates } from '#modules/rates/base-rates/base-rates.contract.ts'
import { type Call, type TestApp, testApp } from './test-app.ts'
import { occupyCounter } from './test-till.ts'

// Sixty documents of a month are made by the calls of the product, and each statement is as it was worked out beside the product.

const mids = { USD: '4.42', SGD: '3.30', JPY: '2.92' }
const names = { KLC: 'Bukit Bintang', KLS: 'KL Sentral' }
const month = { from: '2026-03-01', to: '2026-03-31' }

/** The rows of a file of the golden month, by the names of its columns. */
function rowsOf(name: string): Record<string, string>[] {
  const reader = csvReader(',')
  const [head = [], ...rows] = [...reader.push(sampleText(`golden-month/${name}`)), ...reader.end()]
  return rows.map((cells) => Object.fromEntries(head.map((key, at) => [key, cells[at] ?? ''])))
}

interface Row {
  number: string
  day: string
  branch: string
  kind: string
  text: string
  currency: string
  quantity: string
  rate: string
  amount: string
  debit: string
  credit: string
  to: string
  until: string
}
/** The documents in order, each with its lines. */
const documents = [...Map.groupBy(rowsOf('documents.csv') as unknown as Row[], (row) => row.number).values()]
/** What is expected of a statement, without the columns that it leaves empty. */
const expectedOf = (statement: string, of?: string) =>
  rowsOf('expected.csv')
    .filter((row) => row['statement'] === statement && (of === undefined || row['of'] === of))
    .map(({ of: whose = '', line = '', first, second, third, fourth }) =>
      [...(of === undefined ? [whose] : []), line, first, second, third, fourth]
        .filter((cell) => cell)
        .join(' '),
    )

let app: TestApp
let companyId: string
let admin: Call
let books: Call
const ids = new Map<string, string>()
const items = new Map<string, string>()
const denominations = new Map<string, OutputOf<typeof stockItems.listSelection>[number]['denominations']>()
const places = new Map<
  string,
  { branchId: string; counterId: string; desk: Call; keeper: Call; day?: string }
>()
const made = new Map<string, { id: string; version: number; kind: string }>()
let payeeId: string
let bankModeId: string

const sure = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const moving = async <E extends Endpoint>(by: Call, endpoint: E, input: CallOf<E>) =>
  sure(await by(endpoint, input, { headers: { 'idempotency-key': randomUUID() } }))
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })
const account = (code: string) => ids.get(code) ?? ''
const item = (code: string) => items.get(code) ?? ''
const at = (code: string) => {
  const place = places.get(code)
  if (!place) throw new Error(`no branch ${code}`)
  return place
}

/** Everybody signs in on a day, at noon. */
async function begin(day: string) {
  app.setNow(new Date(`${day}T04:00:00Z`))
  admin = (await app.signIn('admin')).call
  books = (await app.signIn('accountant')).call
  for (const [code, place] of places) {
    place.desk = (await app.signIn(`desk${code}`)).call
    place.keeper = (await app.signIn(`keeper${code}`)).call
  }
  const rates = Object.entries(mids).map(([code, mid]) => ({ currencyId: item(code), mid }))
  sure(await admin(baseRates.update, { rates, reason: 'Of the day' }))
  await inCompany(companyId, () => reverseDue(app.services.db, app.services.now()))
}

/** An amount in the largest notes and coins. */
function piecesOf(itemId: string, quantity: string) {
  let left = new Exact(quantity)
  return (denominations.get(itemId) ?? []).map(({ kind, faceValue }) => {
    const count = left.div(faceValue).floor()
    left = left.minus(count.times(faceValue))
    return { kind, faceValue, count: count.toNumber() }
  })
}

/** The counter of a branch ends the day before and begins this one: what lies in its drawer is counted. */
async function openCounter(code: string, day: string) {
  const place = at(code)
  if (place.day === day) return
  const { branchId, counterId, desk } = place
  const lying = sure(await admin(stock.list, { branchId })).lines.filter((one) => one.counterId === counterId)
  const lines = lying.map(({ itemId, onHand }) => ({ itemId, pieces: piecesOf(itemId, onHand) }))
  const { day: open } = sure(await desk(days.current, { counterId }))
  if (open) await moving(desk, days.close, { ...key(open), lines })
  await moving(desk, days.open, { counterId, lines })
  await occupyCounter(app, desk, counterId)
  place.day = day
}

beforeAll(async () => {
  app = await testApp({ rates: false })
  app.setNow(new Date('2026-02-28T04:00:00Z'))
  const session = await app.signIn('admin')
  admin = session.call
  ;({ companyId } = session.login.company)
  for (const { code, id } of sure(await admin(accounts.list))) ids.set(code, id)
  for (const { code, id } of sure(await admin(companyCurrencies.list))) items.set(code, id)
  for (const { id, denominations: own } of sure(await admin(stockItems.listSelection)))
    denominations.set(
      id,
      own.toSorted((a, b) => Number(b.faceValue) - Number(a.faceValue)),
    )
  const { branches, counters } = session.login.companyStructure
  for (const [code, name] of Object.entries(names)) {
    const branchId = branches.find((one) => one.name === name)?.id ?? ''
    const counterId = counters.find((one) => one.branchId === branchId)?.id ?? ''
    const seats = [{ type: 3 as const, workspaceId: counterId }]
    const whole = [{ type: 2 as const, workspaceId: branchId }]
    await app.addUser({ userName: `desk${code}`, roles: ['branch_manager'], workspaces: seats })
    await app.addUser({ userName: `keeper${code}`, roles: ['vault_keeper'], workspaces: whole })
    places.set(code, { branchId, counterId, desk: admin, keeper: admin })
  }
  const landlord = { code: 'LAND', name: 'Landlord', kind: 'landlord' as const }
  payeeId = sure(await admin(payees.create, landlord)).id
  bankModeId =
    sure(await admin(paymentModes.listSelection)).find(({ kind }) => kind === 'bankTransfer')?.id ?? ''
  const fee = { name: 'Handling', priority: 10, kind: 'flat' as const, amount: '5.30', side: 'sell' as const }
  const tax = { taxKind: 'inclusive' as const, taxName: 'SST', taxRate: '0.06' }
  sure(await admin(feeSettings.create, { ...fee, ...tax, currencyId: item('SGD') }))
})
afterAll(() => app.stop())

type Play = (row: Row, all: readonly Row[]) => Promise<{ id: string; version: number }>

async function deal({ branch, day, kind, currency, quantity, rate }: Row) {
  await openCounter(branch, day)
  const { desk } = at(branch)
  const side = kind === 'buy' ? ('buy' as const) : ('sell' as const)
  const lines = [{ side, currencyId: item(currency), quantity, rate, reason: 'Agreed' }]
  if (kind !== 'sellByBank') {
    const done = await moving(desk, deals.create, { lines, upTo: 'settle' })
    expect(done.state, JSON.stringify(done.gates)).toBe('settled')
    return done
  }
  const { totals } = sure(await desk(deals.price, { lines }))
  const payments = [{ direction: 'in' as const, modeId: bankModeId, amount: totals.net }]
  const waiting = await moving(desk, deals.create, { lines, payments, upTo: 'submit' })
  const payment = waiting.payments[0]?.id ?? ''
  const came = sure(
    await admin(deals.clearPayment, { ...key(waiting), payment, state: 'cleared', note: 'Seen' }),
  )
  return moving(desk, deals.settle, key(came))
}

const opening: Play = ({ branch, currency, quantity, amount, text }) =>
  moving(admin, adjustments.createOpening, {
    branchId: at(branch).branchId,
    note: text,
    lines: [{ itemId: item(currency), quantity, ...(currency !== 'MYR' && { cost: amount }) }],
  })

async function entry({ branch, day, kind, text, until }: Row, all: readonly Row[]) {
  const lineOf = (row: Row, code: string, side: 'credit' | 'debit') => ({
    accountId: account(code),
    branchId: at(row.branch).branchId,
    [side]: row.amount,
    ...(row.to && { partyType: 'branch', partyId: at(row.to).branchId }),
  })
  const draft = sure(
    await books(manualEntries.create, {
      kind: kind === 'openingEntry' ? 'opening' : 'adjusting',
      branchId: at(branch).branchId,
      businessDate: day,
      reason: text,
      autoReverseOn: until || null,
      lines: all.flatMap((row) => [
        ...(row.debit ? [lineOf(row, row.debit, 'debit')] : []),
        ...(row.credit ? [lineOf(row, row.credit, 'credit')] : []),
      ]),
    }),
  )
  const given = await moving(books, manualEntries.submit, key(draft))
  // Above the limit of its maker another approves it.
  const done = given.state === 'submitted' ? await moving(admin, manualEntries.approve, key(given)) : given
  expect(done.state).toBe('posted')
  return done
}

async function transfer({ branch, to, currency, quantity }: Row) {
  const lines = [{ itemId: item(currency), quantity }]
  const [from, into] = [at(branch), at(to)]
  const vaults = {
    fromBranchId: from.branchId,
    fromCounterId: null,
    toBranchId: into.branchId,
    toCounterId: null,
  }
  const load = await moving(from.keeper, transfers.create, { ...vaults, lines })
  const sent = await moving(from.keeper, transfers.sendToTransit, key(load))
  return moving(into.keeper, transfers.complete, { ...key(sent), lines })
}

async function counted({ branch, kind, currency, quantity, text }: Row) {
  const way = kind === 'short' ? ('out' as const) : ('in' as const)
  const done = await moving(admin, corrections.createAndProcess, {
    reason: 'shortOver',
    branchId: at(branch).branchId,
    counterId: null,
    note: text,
    lines: [{ itemId: item(currency), way, quantity }],
  })
  expect(done.state).toBe('processed')
  return done
}

async function expense({ branch, day, text, amount, rate, debit }: Row) {
  const draft = sure(
    await books(payeeExpenses.create, {
      branchId: at(branch).branchId,
      payeeId,
      invoice: text,
      businessDate: day,
      dueDate: '2026-04-15',
      lines: [{ ledgerId: account(debit), amount, taxRate: rate }],
    }),
  )
  return moving(books, payeeExpenses.submit, key(draft))
}

const plays: Record<string, Play> = {
  openingEntry: entry,
  opening,
  entry,
  expense,
  transfer,
  buy: deal,
  sell: deal,
  sellByBank: deal,
  short: counted,
  over: counted,
  async float({ branch, day }, all) {
    await openCounter(branch, day)
    const { branchId, counterId, desk, keeper } = at(branch)
    const lines = all.map(({ currency, quantity }) => ({ itemId: item(currency), quantity }))
    const ends = { fromBranchId: branchId, fromCounterId: null, toBranchId: branchId, toCounterId: counterId }
    const packed = await moving(keeper, transfers.create, { ...ends, lines })
    return moving(desk, transfers.takeOver, { ...key(packed), lines })
  },
  async reverse({ branch, day, to, text }) {
    const undone = made.get(to)
    if (!undone) throw new Error(`no document ${to}`)
    if (undone.kind === 'entry')
      return moving(books, manualEntries.reverse, { ...key(undone), businessDate: day })
    await occupyCounter(app, admin, at(branch).counterId)
    return moving(admin, deals.reverse, { ...key(undone), note: text })
  },
  async revaluation({ day }, all) {
    const rates = all.map(({ currency, rate }) => ({ currencyId: item(currency), rate }))
    const draft = sure(await books(revaluations.create, { businessDate: day, rateKind: 'entered', rates }))
    return moving(books, revaluations.post, key(draft))
  },
}

test('the month is played: sixty documents by the calls of the product', { timeout: 240_000 }, async () => {
  expect(documents).toHaveLength(60)
  let today = ''
  for (const all of documents) {
    const [row] = all
    if (!row) continue
    if (row.day !== today) await begin((today = row.day))
    const done = await plays[row.kind]?.(row, all)
    if (!done) throw new Error(`document ${row.number} is of no kind: ${row.kind}`)
    made.set(row.number, { ...key(done), kind: row.kind })
  }
  expect(made.size).toBe(60)
})

/** The ledgers of a statement, and the sums of its classes. */
const told = ({ rows }: Statement, column?: number) =>
  rows
    .filter(({ kind }) => kind !== 'group')
    .map((row) =>
      [row.code || row.class, ...(column === undefined ? row.amounts : [row.amounts[column]])].join(' '),
    )
const ledgersOnly = (all: readonly string[]) => all.filter((row) => /^\d/.test(row))
const sorted = (all: readonly string[]) => all.toSorted((a, b) => a.localeCompare(b))
const scopes = ['company', 'KLC', 'KLS']
const scoped = (scope: string) => ({ ...month, branchId: scope === 'company' ? null : at(scope).branchId })
const right = ({ checks }: Statement) => checks.filter(({ isRight }) => !isRight)

test.each(scopes)('the trial balance of %s', async (scope) => {
  const statement = sure(await books(trialBalance.list, scoped(scope)))
  const rows = [...ledgersOnly(told(statement)), ['total', ...statement.totals].join(' ')]
  expect(sorted(rows)).toEqual(sorted(expectedOf('trialBalance', scope)))
})

test.each(scopes)('the balance sheet of %s', async (scope) => {
  const statement = sure(await books(balanceSheet.list, scoped(scope)))
  const rows = [...told(statement), `result ${statement.totals[0]}`]
  expect(sorted(rows)).toEqual(sorted(expectedOf('balanceSheet', scope)))
})

test('the income of the company, and of each branch beside it', async () => {
  const company = sure(await books(companyIncome.list, month))
  expect(sorted([...told(company), `result ${company.totals[0]}`])).toEqual(
    sorted(expectedOf('income', 'company')),
  )
  const beside = sure(await books(branchIncome.list, month))
  for (const [column, { name, key: kind }] of beside.columns.entries()) {
    const own = Object.entries(names).find(([, known]) => known === name)
    const scope = kind === 'amount' ? 'company' : own?.[0]
    const rows = [...told(beside, column), `result ${beside.totals[column]}`].filter(
      (row) => !row.endsWith(' 0.00'),
    )
    expect(sorted(rows)).toEqual(sorted(scope ? expectedOf('income', scope) : []))
  }
})

test('the tax of the month, and what lies in suspense', async () => {
  const { rows, agreements } = sure(await books(taxSummary.list, month))
  expect(
    rows.map(({ side, rate, documents: count, base, tax }) => [side, rate, count, base, tax].join(' ')),
  ).toEqual(expectedOf('taxSummary'))
  expect(agreements.every(({ isRight }) => isRight)).toBe(true)
  const { lines } = sure(await books(detailLedger.list, { accountId: account('2200'), ...month }))
  expect(
    lines.map(({ businessDate, debit, credit, balance }) =>
      [businessDate, '2200', debit ?? `-${credit}`, balance].join(' '),
    ),
  ).toEqual(expectedOf('suspense'))
})

test('the figures are the same once the books are sealed, and nothing speaks against them', async () => {
  const read = async () => sure(await books(trialBalance.list, { ...month, branchId: null }))
  const before = await read()
  await inCompany(companyId, () => sealBooks(app.services.db, app.services.now()))
  const after = await read()
  expect(after.rows).toEqual(before.rows)
  // What is in suspense is said, and is there.
  expect(right(after).map(({ check }) => check)).toEqual(['nothingSuspended'])
})
