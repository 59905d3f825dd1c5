// Long because each way into a candidate, and out of it, is tried on one list.
import { randomUUID } from 'node:crypto'
import { streamXlsxRows } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { reportCash } from '#apps/server/test-cash-rule.ts'
import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { openTill } from '#apps/server/test-till.ts'
import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { userAudit } from '#modules/access/user-audit/user-audit.contract.ts'
import { cdd } from '#modules/compliance/cdd/cdd.contract.ts'
import { deliveryModes } from '#modules/currencies/modes/modes.contract.ts'
import { messages } from '#modules/notifications/messages/messages.contract.ts'
import { notesOf } from '#modules/exchange/basket/basket.domain.ts'
import { type Deal, deals } from '#modules/exchange/deals/deals.contract.ts'
import { lookAtCandidates } from './check.queries.ts'
import { reportCandidates } from './report-candidates.contract.ts'
import { standingOf } from './report-candidates.domain.ts'

let app: TestApp
let usd: string
let branchId: string
let teller: Call
let manager: Call
let officer: Call
let token: string
let companyId: string

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('teller')
  teller = session.call
  manager = (await app.signIn('manager')).call
  const compliance = await app.signIn('compliance')
  companyId = compliance.login.company.companyId
  officer = compliance.call
  token = compliance.login.userInfo.accessToken
  const till = await openTill(app, session)
  await manager(workspaces.switch, { type: 3, workspaceId: till.counterId })
  usd = till.id('USD')
  branchId = till.branchId
  await reportCash(officer)
})
afterAll(() => app.stop())

const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
/** Buys 100 dollars of whoever shows this passport. */
const made = async (idNumber: string, upTo: 'submit' | 'settle' = 'settle') => {
  const walkIn = { name: 'Kamala Devi', idType: 'PASSPORT' as const, idNumber, idIssuingCountry: 'SG' }
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '100' }]
  const { status, body } = await teller(deals.create, { lines, walkIn, upTo }, key())
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Deal
}
/** What counts of a deal: its notes as they change hands, after rounding, the larger way. */
const counted = ({ amount, payments }: Deal) =>
  payments.reduce((sum, payment) => Exact.max(sum, payment.amount), new Exact(amount)).toFixed(2)
const keyOf = ({ id, version }: { id: string; version: number }) => ({ id, version })
const found = async (filters: CallOf<typeof reportCandidates.list>['filters'] = []) =>
  (await officer(reportCandidates.list, { filters })).body.items
const told = async () =>
  (
    (await officer(messages.list, { pageSize: 100 })).body as unknown as {
      title: string
      data: object | null
    }[]
  )
    .filter(({ title }) => title === 'A CTR candidate has arisen')
    .map(({ data }) => data)

test('what a rule counts is compared as the rule says, and falls below when deals are taken back', () => {
  const rule = { metric: 'sameDay', operator: '>=' as const, threshold: '600', sum: '600', counted: 2 }
  expect(standingOf(rule)).toEqual({ total: '600', isCrossed: true })
  expect(standingOf({ ...rule, operator: '>' }).isCrossed).toBe(false)
  expect(standingOf({ ...rule, metric: 'count', threshold: '3' })).toEqual({ total: '2', isCrossed: false })
})

test('of a deal the notes count, foreign or local, as they are handed over, the larger way', () => {
  const [bought, sold] = [
    { side: 'buy' as const, amount: '24999.99' },
    { side: 'sell' as const, amount: '12000.00' },
  ]
  const paid = (direction: 'in' | 'out', kind: string, amount: string) => ({ direction, kind, amount })
  expect(notesOf([bought], [paid('out', 'cash', '25000.00')], 2)).toBe('25000.00')
  expect(notesOf([bought], [paid('out', 'bankTransfer', '24999.99')], 2)).toBe('24999.99')
  expect(notesOf([sold], [paid('in', 'cheque', '12000.00')], 2)).toBe('12000.00')
  // A fee is paid in notes too; what is not cash is not.
  expect(notesOf([sold], [paid('in', 'cash', '12015.00')], 2)).toBe('12015.00')
  expect(notesOf([sold], [paid('in', 'cash', '2000.00'), paid('in', 'card', '10015.00')], 2)).toBe('12000.00')
  expect(notesOf([bought, sold], [paid('out', 'cash', '13000.00')], 2)).toBe('25000.00')
  expect(notesOf([], [paid('in', 'card', '10.00')], 2)).toBe('0.00')
})

test('deals that cross a reporting rule together become one candidate, which compliance hears of and nobody else sees', async () => {
  const first = await made('A1')
  expect(await found()).toEqual([])
  const second = await made('A1')
  const [candidate, ...others] = await found()
  expect(others).toEqual([])
  expect(candidate).toMatchObject({
    kind: 'CTR',
    code: 'OWN-CASH',
    metric: 'sameDay',
    threshold: '600.00',
    deals: 2,
    attempted: 0,
    isCrossed: true,
    state: 'open',
    branchId,
    customerName: 'Kamala Devi',
    can: ['file', 'drop'],
  })
  const id = candidate?.id ?? ''
  expect(await told()).toEqual([{ reportCandidateId: id }])
  expect(Number(candidate?.total)).toBeCloseTo(Number(counted(first)) + Number(counted(second)), 2)
  // A further deal of the day belongs to it; somebody else's does not.
  const third = await made('A1', 'submit')
  await made('B2')
  const { body } = await officer(reportCandidates.getById, { id })
  expect(body.parts.map(({ number }) => number)).toEqual([first.number, second.number, third.number])
  expect(await told()).toHaveLength(1)
  for (const call of [teller, manager]) {
    expect((await call(reportCandidates.list, {})).status).toBe(403)
    expect((await call(reportCandidates.getById, { id })).status).toBe(403)
  }

  // What is cancelled or reversed counts no more, and stays as an attempt.
  await teller(deals.cancel, { id: third.id, version: third.version })
  await manager(deals.reverse, { id: second.id, version: second.version, note: 'Changed their mind' }, key())
  const { body: now } = await officer(reportCandidates.getById, { id })
  expect(now).toMatchObject({ total: counted(first), isCrossed: false, deals: 3, attempted: 2 })
  expect(now.parts.map(({ isAttempted, state }) => [state, isAttempted])).toEqual([
    ['settled', false],
    ['reversed', true],
    ['cancelled', true],
  ])
})

test('a candidate is filed with reference and day, or it is said why not; what comes after is a new one', async () => {
  await made('C3')
  await made('C3')
  const [candidate] = await found([
    { key: 'code', operator: 'Equals', value: ['OWN-CASH'], type: 'select' },
    { key: 'state', operator: 'Equals', value: ['open'], type: 'select' },
  ])
  const of = { id: candidate?.id ?? '', version: candidate?.version ?? 0 }
  const later = await officer(reportCandidates.file, { ...of, reference: 'FIED-1', filedOn: '2099-01-01' })
  expect([later.status, later.error.invalidParams[0]?.field]).toEqual([422, 'filedOn'])
  const filedOn = candidate?.businessDate ?? ''
  const { body: filed } = await officer(reportCandidates.file, { ...of, reference: 'FIED-1', filedOn })
  expect(filed).toMatchObject({ state: 'filed', reference: 'FIED-1', filedOn, can: ['reopen'] })
  expect((await officer(reportCandidates.drop, { ...of, note: 'x' })).status).toBe(409)
  // The report is out: a further deal of the day needs another.
  await made('C3')
  const [next] = await found()
  expect(next).toMatchObject({ state: 'open', deals: 3 })
  expect(next?.id).not.toBe(of.id)
  const dropped = await officer(reportCandidates.drop, {
    id: next?.id ?? '',
    version: next?.version ?? 0,
    note: 'Part of FIED-1',
  })
  expect(dropped.body).toMatchObject({ state: 'dropped', reason: 'Part of FIED-1' })
  const again = await officer(reportCandidates.reopen, {
    id: of.id,
    version: filed.version,
    note: 'The reference was wrong',
  })
  expect(again.body).toMatchObject({ state: 'open', reference: '', filedOn: null, can: ['file', 'drop'] })
  const acts = await app.owner<{ act: string }>(
    `select act from kit.audit where act like 'reportcandidate.%' and outcome = 'done' order by at`,
  )
  expect(acts.map(({ act }) => act)).toEqual([
    'reportcandidate.file',
    'reportcandidate.drop',
    'reportcandidate.reopen',
  ])
})

test('the list is filtered by kind, rule, state, branch and date, and taken away as it is shown', async () => {
  const all = await found()
  const by = async (filter: NonNullable<CallOf<typeof reportCandidates.list>['filters']>[number]) =>
    (await found([filter])).length
  const date = all[0]?.businessDate ?? ''
  expect(
    await Promise.all([
      by({ key: 'kind', operator: 'Equals', value: ['LCTR'], type: 'select' }),
      by({ key: 'state', operator: 'Equals', value: ['dropped'], type: 'select' }),
      by({ key: 'branchId', operator: 'Equals', value: [branchId], type: 'Guid' }),
      by({ key: 'branchId', operator: 'Equals', value: [randomUUID()], type: 'Guid' }),
      by({ key: 'businessDate', operator: 'Equals', value: date, type: 'Date' }),
      by({ key: 'customerName', operator: 'Contains', value: 'kamala', type: 'String' }),
    ]),
  ).toEqual([0, 1, all.length, 0, all.length, all.length])
  expect((await officer(reportCandidates.rules)).body).toEqual(['OWN-CASH'])
  const file = await app.http.inject({
    method: 'POST',
    url: `/api${reportCandidates.export.path}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { filters: [{ key: 'state', operator: 'Equals', value: ['dropped'], type: 'select' }] },
  })
  const cells = (await Array.fromAsync(streamXlsxRows(file.rawPayload))).map(({ values }) => values)
  expect(cells).toHaveLength(2)
  expect(cells[0]).toEqual(expect.arrayContaining(['Report', 'Rule', 'Only attempted', 'Filed on']))
  expect(cells[1]).toEqual(expect.arrayContaining(['CTR', 'OWN-CASH', 'Not to be filed', 'Part of FIED-1']))
})

test('a deal that is made another’s after it counted stays with the first as an attempt, and is a candidate of the other', async () => {
  const first = await made('E1')
  const second = await made('E1', 'submit')
  const walkIn = {
    name: 'Somebody Else',
    idType: 'PASSPORT' as const,
    idNumber: 'F1',
    idIssuingCountry: 'SG',
  }
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '200' }]
  const { body: edited } = await teller(deals.update, {
    id: second.id,
    version: second.version,
    lines,
    walkIn,
  })
  await teller(deals.submit, { id: edited.id, version: edited.version }, key())
  const candidates = (await found()).slice(0, 2)
  expect(candidates.map(({ customerName }) => customerName).toSorted()).toEqual([
    'Kamala Devi',
    'Somebody Else',
  ])
  const old = candidates.find(({ customerName }) => customerName === 'Kamala Devi')
  const { body } = await officer(reportCandidates.getById, { id: old?.id ?? '' })
  expect(body.parts.map(({ number, isAttempted, amount }) => [number, isAttempted, amount])).toEqual([
    [first.number, false, counted(first)],
    [second.number, true, counted(second)],
  ])
  const hidden = (await manager(userAudit.list, { pageSize: 100 })).body.items
  expect(hidden.filter(({ act }) => act.startsWith('reportcandidate'))).toEqual([])
})

test('a deal of nobody that is changed and submitted again stays one candidate, with what it came to last', async () => {
  const bought = (quantity: string) => ({ lines: [{ side: 'buy' as const, currencyId: usd, quantity }] })
  const before = (await found()).length
  const { body: first } = await teller(deals.create, { ...bought('200'), upTo: 'submit' }, key())
  const { body: edited } = await teller(deals.update, { ...keyOf(first), ...bought('300') })
  const { body: again } = await teller(deals.submit, keyOf(edited), key())
  expect(again.state).toBe('pending')
  const all = await found()
  expect(all).toHaveLength(before + 1)
  expect(all[0]).toMatchObject({ deals: 1, total: counted(again), isCrossed: true })
  await teller(deals.cancel, keyOf(again))
  const { body } = await officer(reportCandidates.getById, { id: all[0]?.id ?? '' })
  expect(body.parts).toMatchObject([{ isAttempted: true, amount: counted(again) }])
})

test('a deal that is of nobody first and is given a name stays one candidate, and so does it without the name again', async () => {
  const walkIn = { name: 'Named Late', idType: 'PASSPORT' as const, idNumber: 'N1', idIssuingCountry: 'SG' }
  const lines = [{ side: 'buy' as const, currencyId: usd, quantity: '200' }]
  const before = (await found()).length
  let { body: current } = await teller(deals.create, { lines, upTo: 'submit' }, key())
  for (const who of [{ walkIn }, {}]) {
    const { body: edited } = await teller(deals.update, { ...keyOf(current), lines, ...who })
    ;({ body: current } = await teller(deals.submit, keyOf(edited), key()))
    expect(current.state).toBe('pending')
    const all = await found()
    expect(all).toHaveLength(before + 1)
    expect(all[0]).toMatchObject({ deals: 1, attempted: 0, total: counted(current), isCrossed: true })
  }
  // Taken out of the deals of somebody it is an attempt of theirs, and a candidate by itself.
  await made('N2')
  const second = await made('N2', 'submit')
  const { body: edited } = await teller(deals.update, { ...keyOf(second), lines })
  await teller(deals.submit, keyOf(edited), key())
  expect(await found()).toHaveLength(before + 3)
  expect((await found()).slice(0, 2)).toMatchObject([
    { deals: 1, attempted: 0 },
    { deals: 2, attempted: 1, isCrossed: false },
  ])
})

test('foreign notes bought against a transfer are cash, and so is what rounding adds', async () => {
  const bank = (await teller(deliveryModes.listSelection)).body.find(({ kind }) => kind === 'bankTransfer')
  const walkIn = { name: 'By Transfer', idType: 'PASSPORT' as const, idNumber: 'T9', idIssuingCountry: 'SG' }
  const lines = (quantity: number) => [{ side: 'buy' as const, currencyId: usd, quantity: String(quantity) }]
  const bought = { lines: lines(200), walkIn }
  const { body: priced } = await teller(deals.price, bought)
  const amount = priced.totals.buy
  const payments = [{ direction: 'out' as const, modeId: bank?.id ?? '', amount }]
  const { body: deal, status } = await teller(deals.create, { ...bought, payments, upTo: 'submit' }, key())
  expect(status, JSON.stringify(deal)).toBe(200)
  expect((await found())[0]).toMatchObject({ code: 'OWN-CASH', total: amount, customerName: 'By Transfer' })

  // The first quantity whose local money is rounded up in the customer's favour.
  let [quantity, paid] = [10, '']
  for (; paid === ''; quantity++) {
    const { totals } = (await teller(deals.price, { lines: lines(quantity), walkIn })).body
    if (totals.rounding.startsWith('-')) paid = new Exact(totals.net).plus(totals.rounding).abs().toFixed(2)
  }
  const rule = { code: 'OWN-ROUNDED', name: 'Rounded', service: 'money_changing', direction: 'both' } as const
  const more = {
    instrument: 'cash',
    metric: 'single',
    currency: 'MYR',
    operator: '>=',
    report: 'CTR',
  } as const
  const own = { ...rule, ...more, linkBy: ['customer' as const], amount: paid }
  expect((await officer(cdd.create, own)).status).toBe(200)
  const other = { ...walkIn, name: 'Rounded Up', idNumber: 'R9' }
  await teller(deals.create, { lines: lines(quantity - 1), walkIn: other, upTo: 'submit' }, key())
  expect((await found())[0]).toMatchObject({ code: 'OWN-ROUNDED', total: paid, isCrossed: true })
})

test('a candidate of a deal that is not there is found by whoever looks at the books', async () => {
  const look = () =>
    inCompany(companyId, async () =>
      (await lookAtCandidates(app.services.db)).map(({ wrong, examples }) => ({ wrong, examples })),
    )
  expect(await look()).toEqual([{ wrong: 0, examples: [] }])
  const nobodys = randomUUID()
  await app.owner(`insert into cases.report_candidate_subject (company_id, candidate_id, subject_type, subject_id, identity, customer_name, amount)
    select company_id, id, 'deal', '${nobodys}', '', 'x', 1 from cases.report_candidate limit 1`)
  expect(await look()).toEqual([{ wrong: 1, examples: [nobodys] }])
  await app.owner(`delete from cases.report_candidate_subject where subject_id = '${nobodys}'`)
})
