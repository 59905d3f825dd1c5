// Long because receipt, deposit, bounce, replacement and reconciliation are tried on one till, with the same few helpers.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Call, type TestApp, testApp } from '#apps/server/test-app.ts'
import { occupyCounter, openTill } from '#apps/server/test-till.ts'
import type { CallOf, Endpoint } from '#kit/contract/endpoint.contract.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { inCompany } from '#kit/server/database.server.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import { accounts as ledgers } from '#modules/ledger/accounts/accounts.contract.ts'
import { lookAtBooks } from '#modules/ledger/public.server.ts'
import { dashboard } from '#modules/reports/dashboard/dashboard.contract.ts'
import { bankAccounts } from '../accounts/accounts.contract.ts'
import { bankMatches } from '../matches/matches.contract.ts'
import { bankReconciliations } from '../reconciliations/reconciliations.contract.ts'
import { statements } from '../statements/statements.contract.ts'
import { bankTransfers } from '../transfers/transfers.contract.ts'
import { cheques } from './cheques.contract.ts'

let app: TestApp
let call: Call
/** An accountant, who is another person than recorded and deposited. */
let other: Call
let till: Awaited<ReturnType<typeof openTill>>
let send: Awaited<ReturnType<TestApp['signIn']>>['send']
let companyId = ''
let accountId = ''
let today = ''
const by = <E extends Endpoint>(who: Call, endpoint: E, input: CallOf<E>) =>
  who(endpoint, input, { headers: { 'idempotency-key': randomUUID() } })
const moving = <E extends Endpoint>(endpoint: E, input: CallOf<E>) => by(call, endpoint, input)

beforeAll(async () => {
  app = await testApp()
  const session = await app.signIn('admin')
  ;({ call, send } = session)
  companyId = session.login.company.companyId
  till = await openTill(app, session, { stock: { USD: ['1000', '4200.00'] } })
  other = (await app.signIn('accountant')).call
  today = (await call(dashboard.get)).body.businessDate ?? ''
  const ledgerId = (await call(ledgers.create, { code: '1250', name: 'Cheques go here', class: 'asset' }))
    .body.id
  const { currencies } = (await call(bankAccounts.choices)).body
  const made = await moving(bankAccounts.create, {
    code: 'MAIN',
    name: 'Main',
    bankName: 'Harbour Bank',
    number: '7700112233',
    branchId: till.branchId,
    currencyId: currencies.find(({ name }) => name === 'MYR')?.id ?? '',
    ledgerId,
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  accountId = made.body.id
})
afterAll(() => app.stop())

const codes = ['1020', '1250', '1320', '1400', '2000', '5050']
/** What changed in these ledgers, by code. */
async function changeBy(act: () => Promise<unknown>) {
  const read = async () =>
    new Map((await call(ledgers.list)).body.map(({ code, balance }) => [code, Number(balance)]))
  const before = await read()
  await act()
  const after = await read()
  const changes = codes.map(
    (code) => [code, new Exact(after.get(code) ?? 0).minus(before.get(code) ?? 0).toNumber()] as const,
  )
  return Object.fromEntries(changes.filter(([, change]) => change !== 0))
}
const wrong = () =>
  inCompany(companyId, async () => (await lookAtBooks(app.services.db)).filter((one) => one.wrong > 0))

/** A sale that is to be paid by a cheque, which waits for it. */
async function sale(quantity: string) {
  const line = { side: 'sell' as const, currencyId: till.id('USD'), quantity }
  const [mode] = await app.owner<{ id: string }>(
    `select id from currencies.mode where side = 'payment' and kind = 'cheque' and is_enabled limit 1`,
  )
  const { body: priced } = await call(deals.price, { lines: [line] })
  const payments = [{ direction: 'in' as const, modeId: mode?.id ?? '', amount: priced.totals.net }]
  const made = await moving(deals.create, { lines: [line], payments, upTo: 'settle' })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return { id: made.body.id, net: priced.totals.net }
}
const dealOf = async (id: string) => (await call(deals.getById, { id })).body
const paymentOf = async (id: string) => (await dealOf(id)).payments[0]
const chequeOf = async (id: string) => (await call(cheques.getById, { id })).body

let count = 100
async function draftOf(dealId: string, more: Partial<CallOf<typeof cheques.create>> = {}) {
  count += 1
  const paymentId = (await paymentOf(dealId))?.id ?? null
  return {
    paymentId,
    number: `${count}`,
    bankName: 'Reef Bank',
    drawer: 'Tan Ah Kow',
    datedOn: today,
    ...more,
  }
}
async function recorded(dealId: string) {
  const made = await moving(cheques.create, await draftOf(dealId))
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}
async function deposited(...ids: string[]) {
  const made = await moving(bankTransfers.depositCheques, {
    branchId: till.branchId,
    toAccountId: accountId,
    chequeIds: ids,
    slip: 'SLIP 7',
  })
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  return made.body
}

async function take(who: Call, name: 'bounce' | 'giveBack' | 'presentAgain', id: string) {
  const key = { id, version: (await chequeOf(id)).version }
  const said =
    name === 'presentAgain'
      ? await by(who, cheques.presentAgain, key)
      : await by(who, cheques[name], { ...key, note: 'So it is.' })
  expect(said.status, JSON.stringify(said.error)).toBe(200)
}
async function arrived(id: string) {
  const { version } = (await call(bankTransfers.getById, { id })).body
  const said = await by(other, bankTransfers.arrive, { id, version, note: 'Seen at the bank.' })
  expect(said.status, JSON.stringify(said.error)).toBe(200)
}
async function settle(id: string) {
  const done = await moving(deals.settle, { id, version: (await dealOf(id)).version })
  expect(done.status, JSON.stringify(done.error)).toBe(200)
}
/** Another person says at the deal that the money is good, without a cheque being recorded. */
async function clicked(id: string) {
  const { version, payments } = await dealOf(id)
  const payment = payments[0]?.id ?? ''
  const manager = (await app.signIn('manager')).call
  const said = await by(manager, deals.clearPayment, {
    id,
    version,
    payment,
    state: 'cleared',
    note: 'Seen.',
  })
  expect(said.status, JSON.stringify(said.error)).toBe(200)
}

async function reverse(id: string) {
  const { version } = await dealOf(id)
  const manager = (await app.signIn('manager')).call
  await occupyCounter(app, manager, till.counterId)
  const said = await by(manager, deals.reverse, { id, version, note: 'The notes came back.' })
  await occupyCounter(app, call, till.counterId)
  expect(said.status, JSON.stringify(said.error)).toBe(200)
}

test('a cheque of a deal is in hand, deposited, good and handed over, and the books have each step with its party', async () => {
  const deal = await sale('10')
  const net = Number(deal.net)
  let chequeId = ''
  const received = await changeBy(async () => {
    chequeId = (await recorded(deal.id)).id
  })
  expect(received).toEqual({ '1320': net, '2000': -net })
  expect((await paymentOf(deal.id))?.state).toBe('received')

  let deposit: Awaited<ReturnType<typeof deposited>> | undefined
  expect(
    await changeBy(async () => {
      deposit = await deposited(chequeId)
    }),
  ).toEqual({ '1320': -net, '1020': net })
  expect(deposit?.cheques.map(({ state }) => state)).toEqual(['deposited'])
  const arrival = { id: deposit?.id ?? '', version: deposit?.version ?? 0 }
  expect((await moving(bankTransfers.arrive, { ...arrival, note: 'Seen.' })).error.code).toBe(
    'MAKER_IS_CHECKER',
  )
  expect((await by(other, bankTransfers.arrive, arrival)).error.invalidParams[0]?.field).toBe('note')
  const cleared = await changeBy(async () => {
    const said = await by(other, bankTransfers.arrive, { ...arrival, note: 'Seen at the bank.' })
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(cleared).toEqual({ '1020': -net, '1250': net })
  expect((await chequeOf(chequeId)).state).toBe('cleared')
  expect((await paymentOf(deal.id))?.state).toBe('cleared')

  // The deal takes it from the customer's account: it is not in hand twice.
  const { version } = await dealOf(deal.id)
  const settled = await changeBy(async () => {
    const done = await moving(deals.settle, { id: deal.id, version })
    expect(done.status, JSON.stringify(done.error)).toBe(200)
  })
  expect(settled).toEqual({ '2000': net })
  const parties = await app.owner<{ count: string }>(
    `select count(*) from ledger.line l join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     where a.code = '1320' and l.party_id is null`,
  )
  expect(parties[0]?.count).toBe('0')

  // It comes back after the notes have gone: the customer owes it, and the charge is an expense.
  const row = await chequeOf(chequeId)
  const say = { id: chequeId, version: row.version, note: 'No funds.', charge: '25.00' }
  expect((await moving(cheques.bounce, say)).error.code).toBe('MAKER_IS_CHECKER')
  const bounced = await changeBy(async () => {
    const said = await by(other, cheques.bounce, say)
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(bounced).toEqual({ '1250': -net - 25, '1400': net, '5050': 25 })
  expect((await paymentOf(deal.id))?.state).toBe('bounced')
  expect((await chequeOf(chequeId)).state).toBe('bounced')

  // Presented again, and deposited again.
  const back = await chequeOf(chequeId)
  const again = await changeBy(async () => {
    const said = await moving(cheques.presentAgain, { id: chequeId, version: back.version })
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(again).toEqual({ '1320': net, '1400': -net })
  expect(await changeBy(() => deposited(chequeId))).toEqual({ '1320': -net, '1020': net })
  expect(await wrong()).toEqual([])
})

test('one of two cheques comes back on the way: the deposit is less by it, and taken back it leaves the other in hand', async () => {
  const [first, second] = [await sale('11'), await sale('12')]
  const [one, two] = [await recorded(first.id), await recorded(second.id)]
  const deposit = await deposited(one.id, two.id)
  const { version } = await chequeOf(one.id)
  const bounced = await changeBy(async () => {
    const said = await by(other, cheques.bounce, { id: one.id, version, note: 'Signature differs.' })
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(bounced).toEqual({ '1020': -Number(first.net), '2000': Number(first.net) })
  const now = (await call(bankTransfers.getById, { id: deposit.id })).body
  expect(Number(now.amount)).toBe(Number(second.net))
  const alone = { id: two.id, version: (await chequeOf(two.id)).version, note: 'No funds.' }
  expect((await by(other, cheques.bounce, alone)).error.code).toBe('CHEQUE_ALONE')
  const takenBack = await changeBy(async () => {
    const said = await moving(bankTransfers.takeBack, { id: now.id, version: now.version, note: 'Returned.' })
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(takenBack).toEqual({ '1020': -Number(second.net), '1320': Number(second.net) })
  expect([(await chequeOf(one.id)).state, (await chequeOf(two.id)).state]).toEqual(['bounced', 'inHand'])
  // The drawer has it again: the customer has nothing with us for it.
  const held = await chequeOf(two.id)
  const given = await changeBy(() =>
    moving(cheques.giveBack, { id: two.id, version: held.version, note: 'Paid in cash.' }),
  )
  expect(given).toEqual({ '1320': -Number(second.net), '2000': Number(second.net) })
  expect(await wrong()).toEqual([])
})

test('a stale cheque, the same one twice, one before its date and one of another branch are refused at their field', async () => {
  const deal = await sale('13')
  const faultOf = ({ error }: { error: { code: string | number; invalidParams: { field: string }[] } }) => [
    error.invalidParams[0]?.field,
    error.code,
  ]
  const old = await moving(cheques.create, await draftOf(deal.id, { datedOn: '2020-01-31' }))
  expect(faultOf(old)).toEqual(['datedOn', 'CHEQUE_STALE'])
  const made = await moving(cheques.create, await draftOf(deal.id, { number: 'a77', datedOn: '2099-01-31' }))
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  // One payment has one cheque, and a bank has one cheque of a number.
  const next = await sale('14')
  const twice = await moving(cheques.create, await draftOf(next.id, { number: 'A77', bankName: 'REEF BANK' }))
  expect(faultOf(twice)).toEqual(['number', 'CHEQUE_TWICE'])
  const paid = await moving(cheques.create, await draftOf(deal.id))
  expect(faultOf(paid)).toEqual(['paymentId', 'CHEQUE_PAYMENT_UNKNOWN'])
  const deposit = { branchId: till.branchId, toAccountId: accountId, slip: '8' }
  const early = await moving(bankTransfers.depositCheques, { ...deposit, chequeIds: [made.body.id] })
  expect(faultOf(early)).toEqual(['chequeIds.0', 'CHEQUE_POST_DATED'])
  const good = await recorded(next.id)
  const [branch] = await app.owner<{ id: string }>(
    `select id from organisation.branch where company_id = '${companyId}' and id <> '${till.branchId}' limit 1`,
  )
  const elsewhere = { ...deposit, branchId: branch?.id ?? '', chequeIds: [good.id] }
  expect(faultOf(await moving(bankTransfers.depositCheques, elsewhere))).toEqual([
    'chequeIds.0',
    'CHEQUE_OTHER_BRANCH',
  ])
  // What is among cheques is said there and not at the deal.
  const { version, payments } = await dealOf(next.id)
  const click = {
    id: next.id,
    version,
    payment: payments[0]?.id ?? '',
    state: 'cleared' as const,
    note: 'Seen.',
  }
  const manager = (await app.signIn('manager')).call
  expect((await by(manager, deals.clearPayment, click)).error.code).toBe('PAYMENT_BY_CHEQUE')
})

test('one line of the bank is a deposit of two cheques, and another takes one of them off again', async () => {
  const [first, second] = [await sale('15'), await sale('16')]
  const [one, two] = [await recorded(first.id), await recorded(second.id)]
  const deposit = await deposited(one.id, two.id)
  const short = today.replaceAll('-', '').slice(2)
  const euro = (amount: string) => amount.replace('.', ',')
  const line = (letter: string, amount: string, text: string) => [
    `:61:${short}${short.slice(2)}${letter}${euro(amount)}NMSCNONREF`,
    `:86:${text}`,
  ]
  const closing = new Exact(second.net).toFixed(2)
  const text = [
    ':20:1',
    ':25:7700112233',
    ':28C:1',
    `:60F:C${short}MYR0,00`,
    ...line('C', new Exact(first.net).plus(second.net).toFixed(2), 'DEPOSIT SLIP 7'),
    ...line('D', first.net, 'CHEQUE RETURNED'),
    `:62F:C${short}MYR${euro(closing)}`,
    '-',
  ].join('\n')
  const imported = await send(statements.import, { accountId }, new File([text], 'day.sta'))
  expect(imported.status, JSON.stringify(imported.error)).toBe(200)
  const reconciliationId = (await call(bankReconciliations.initialize, { accountId, toOn: today })).body.id
  const lines = (await call(bankMatches.lines, { reconciliationId, pageSize: 200 })).body.items
  const lineOf = (out: boolean) => lines.find(({ amount }) => amount.startsWith('-') === out)?.id ?? ''

  // One of them came back on the way: the line of the rest makes no cheque good before that was said.
  const early = { reconciliationId, lines: [{ id: lineOf(false), amount: second.net }] }
  const less = await moving(bankMatches.match, { ...early, itemIds: [`transfer ${deposit.id}`] })
  expect(less.error.code).toBe('CHEQUES_DIFFER')
  const click = { id: deposit.id, version: deposit.version, amount: second.net, note: 'Seen.' }
  expect((await by(other, bankTransfers.arrive, click)).error.code).toBe('CHEQUES_DIFFER')
  // Who received and deposited them may match: the line is more than a click.
  const matched = await moving(bankMatches.match, {
    reconciliationId,
    lines: [{ id: lineOf(false) }],
    itemIds: [`transfer ${deposit.id}`],
  })
  expect(matched.status, JSON.stringify(matched.error)).toBe(200)
  expect([(await chequeOf(one.id)).state, (await chequeOf(two.id)).state]).toEqual(['cleared', 'cleared'])
  expect((await paymentOf(second.id))?.state).toBe('cleared')

  // The cheques stay good as long as the deposit has arrived, whatever becomes of the match.
  const matchId = matched.body.matches[0] ?? ''
  const undone = await moving(bankMatches.unmatch, { reconciliationId, matchId, note: 'Wrong one.' })
  expect(undone.error.code).toBe('DEPOSIT_ARRIVED')
  const [file] = imported.body.statements
  const out = { id: file?.id ?? '', version: file?.version ?? 0 }
  expect((await call(statements.remove, out)).error.code).toBe('STATEMENT_MATCHED')

  const back = { reconciliationId, lineId: lineOf(true), kind: 'cheque' as const }
  const wrongOne = await moving(bankMatches.createFromLine, { ...back, chequeId: two.id })
  expect(wrongOne.error.code).toBe('MATCH_SUM')
  const bounced = await changeBy(async () => {
    const said = await moving(bankMatches.createFromLine, { ...back, chequeId: one.id })
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(bounced).toEqual({ '1250': -Number(first.net), '2000': Number(first.net) })
  expect((await chequeOf(one.id)).state).toBe('bounced')
  expect((await paymentOf(first.id))?.state).toBe('bounced')
  const left = (await call(bankMatches.lines, { reconciliationId, pageSize: 200 })).body.items
  expect(left.map((each) => Number(each.left))).toEqual([0, 0])
  expect(await wrong()).toEqual([])
})

test('a cheque in the place of one that bounced after the notes had gone pays what the customer owes', async () => {
  const deal = await sale('17')
  const net = Number(deal.net)
  const { id: first } = await recorded(deal.id)
  await arrived((await deposited(first)).id)
  await settle(deal.id)
  expect(await changeBy(() => take(other, 'bounce', first))).toEqual({ '1250': -net, '1400': net })
  expect(await changeBy(() => take(call, 'giveBack', first))).toEqual({})
  let second = ''
  const replaced = await changeBy(async () => {
    second = (await recorded(deal.id)).id
  })
  expect(replaced).toEqual({ '1320': net, '1400': -net })
  expect((await paymentOf(deal.id))?.state).toBe('received')
  expect(await changeBy(() => deposited(second))).toEqual({ '1320': -net, '1020': net })
  expect(await wrong()).toEqual([])
})

test('a deal that was handed over without a recorded cheque has one in hand, and the next one is another', async () => {
  const deal = await sale('18')
  const net = Number(deal.net)
  await clicked(deal.id)
  expect(await changeBy(() => settle(deal.id))).toEqual({ '1320': net })
  let id = ''
  const record = async () => {
    ;({ id } = await recorded(deal.id))
  }
  expect(await changeBy(record)).toEqual({})
  expect(await changeBy(() => take(call, 'giveBack', id))).toEqual({ '1320': -net, '1400': net })
  expect(await changeBy(record)).toEqual({ '1320': net, '1400': -net })

  // One that was given back before the notes went was never what the deal has posted.
  const early = await sale('19')
  const sum = Number(early.net)
  await take(call, 'giveBack', (await recorded(early.id)).id)
  await clicked(early.id)
  expect(await changeBy(() => settle(early.id))).toEqual({ '1320': sum })
  expect(await changeBy(() => recorded(early.id))).toEqual({})
  expect(await wrong()).toEqual([])
})

test('a cheque of a deal that is reversed is with us for the customer, and one that bounced is owed no longer', async () => {
  // It was in hand by the deal: it still is.
  const handed = await sale('20')
  const net = Number(handed.net)
  await clicked(handed.id)
  await settle(handed.id)
  const { id: held } = await recorded(handed.id)
  expect(await changeBy(() => reverse(handed.id))).toEqual({ '2000': -net })
  expect(await changeBy(() => take(call, 'giveBack', held))).toEqual({ '1320': -net, '2000': net })

  // It was recorded first, and came back after the notes had gone.
  const before = await sale('21')
  const sum = Number(before.net)
  const { id: bounced } = await recorded(before.id)
  await arrived((await deposited(bounced)).id)
  await settle(before.id)
  await take(other, 'bounce', bounced)
  expect(await changeBy(() => reverse(before.id))).toEqual({ '1400': -sum })
  expect(await changeBy(() => take(call, 'presentAgain', bounced))).toEqual({ '1320': sum, '2000': -sum })

  // It was in hand by the deal, and went back to the drawer before.
  const gone = await sale('22')
  await clicked(gone.id)
  await settle(gone.id)
  await take(call, 'giveBack', (await recorded(gone.id)).id)
  expect(await changeBy(() => reverse(gone.id))).toEqual({ '1400': -Number(gone.net) })
  expect(await wrong()).toEqual([])
})

test('on a cheque that bounced nothing is handed over, also where its mode is good at once', async () => {
  const deal = await sale('23')
  await app.owner('update exchange.deal_payment set needs_clearing = false where deal_id = $1', [deal.id])
  const { id } = await recorded(deal.id)
  await arrived((await deposited(id)).id)
  await take(other, 'bounce', id)
  const tried = async () => moving(deals.settle, { id: deal.id, version: (await dealOf(deal.id)).version })
  expect((await tried()).error.code).toBe('PAYMENT_NOT_CLEARED')
  await take(call, 'presentAgain', id)
  expect((await tried()).status).toBe(200)
})

test('the payment of the newest deal is the first that waits for its cheque', async () => {
  const [older, newer] = [await sale('24'), await sale('25')]
  const of = [await paymentOf(newer.id), await paymentOf(older.id)].map((one) => one?.id)
  const waiting = (await call(cheques.awaited, {})).body.map(({ id }) => id)
  expect(waiting.slice(0, 2)).toEqual(of)
})

test('what somebody has cleared stays so as its cheque is recorded, and settled meanwhile it is in hand once', async () => {
  const deal = await sale('26')
  await clicked(deal.id)
  await recorded(deal.id)
  expect((await paymentOf(deal.id))?.state).toBe('cleared')

  for (const quantity of ['27', '28', '29']) {
    const { id, net } = await sale(quantity)
    await clicked(id)
    const [draft, { version }] = [await draftOf(id), await dealOf(id)]
    const both = await changeBy(async () => {
      const done = await Promise.all([moving(deals.settle, { id, version }), moving(cheques.create, draft)])
      expect(done.map(({ status }) => status)).toEqual([200, 200])
    })
    expect(both).toEqual({ '1320': Number(net) })
  }
  expect(await wrong()).toEqual([])
})

test('who received a cheque of a deposit that another person made does not say that it is good', async () => {
  const deal = await sale('30')
  const made = await by(other, cheques.create, await draftOf(deal.id))
  expect(made.status, JSON.stringify(made.error)).toBe(200)
  const { id, version } = await deposited(made.body.id)
  const said = await by(other, bankTransfers.arrive, { id, version, note: 'Seen.' })
  expect(said.error.code).toBe('MAKER_IS_CHECKER')
  expect((await by(other, bankTransfers.getById, { id })).body.can).not.toContain('arrive')
})

test('a deposit that arrived by mistake is reversed though a cheque of it came back on the way, not after', async () => {
  const [first, second] = [await sale('31'), await sale('32')]
  const [one, two] = [await recorded(first.id), await recorded(second.id)]
  const deposit = await deposited(one.id, two.id)
  await take(other, 'bounce', one.id)
  await arrived(deposit.id)
  const undone = async (id: string) => {
    const { version } = (await call(bankTransfers.getById, { id })).body
    return moving(bankTransfers.reverse, { id, version, note: 'Not at the bank.' })
  }
  const left = Number(second.net)
  const back = await changeBy(async () => {
    const said = await undone(deposit.id)
    expect(said.status, JSON.stringify(said.error)).toBe(200)
  })
  expect(back).toEqual({ '1250': -left, '1320': left })
  expect([(await chequeOf(one.id)).state, (await chequeOf(two.id)).state]).toEqual(['bounced', 'inHand'])

  await take(call, 'presentAgain', one.id)
  const again = await deposited(one.id, two.id)
  await arrived(again.id)
  await take(other, 'bounce', one.id)
  expect((await undone(again.id)).error.code).toBe('CHEQUE_BOUNCED')
  expect(await wrong()).toEqual([])
})

test('a cheque is not deposited before it was received, and does not come back before it was sent', async () => {
  const deal = await sale('33')
  const { id, receivedOn } = await recorded(deal.id)
  const yesterday = new Date(Date.parse(receivedOn) - 86_400_000).toISOString().slice(0, 10)
  const draft = { branchId: till.branchId, toAccountId: accountId, chequeIds: [id], slip: '9' }
  const early = await moving(bankTransfers.depositCheques, { ...draft, businessDate: yesterday })
  expect([early.error.invalidParams[0]?.field, early.error.code]).toEqual([
    'businessDate',
    'CHEQUE_BEFORE_RECEIVED',
  ])
  await deposited(id)
  const bounce = { id, version: (await chequeOf(id)).version, note: 'No funds.', businessDate: yesterday }
  const before = await by(other, cheques.bounce, bounce)
  expect([before.error.invalidParams[0]?.field, before.error.code]).toEqual([
    'businessDate',
    'CHEQUE_BEFORE_SENT',
  ])
})

test('a cheque that is presented again is received on that day: its age counts from it, and it is not deposited before', async () => {
  const deal = await sale('34')
  const { id, receivedOn } = await recorded(deal.id)
  const { id: kept } = await recorded((await sale('35')).id)
  await arrived((await deposited(id)).id)
  await take(other, 'bounce', id)
  const later = (days: number) =>
    new Date(Date.parse(receivedOn) + days * 86_400_000).toISOString().slice(0, 10)
  app.setNow(new Date(`${later(3)}T04:00:00Z`))
  call = (await app.signIn('admin')).call
  await take(call, 'presentAgain', id)
  expect(await chequeOf(id)).toMatchObject({ state: 'inHand', receivedOn: later(3), days: 0 })
  expect(await chequeOf(kept)).toMatchObject({ receivedOn, days: 3 })
  const draft = { branchId: till.branchId, toAccountId: accountId, chequeIds: [id], slip: '10' }
  const early = await moving(bankTransfers.depositCheques, { ...draft, businessDate: later(2) })
  expect([early.error.invalidParams[0]?.field, early.error.code]).toEqual([
    'businessDate',
    'CHEQUE_BEFORE_RECEIVED',
  ])
  await deposited(id)
  expect(await wrong()).toEqual([])
})
