import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPartner } from '#apps/server/test-partner.ts'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { position } from '#modules/inventory/position/position.contract.ts'
import { revaluations } from '#modules/ledger/revaluations/revaluations.contract.ts'
import { monthEnd } from '#modules/ledger/month-end/month-end.contract.ts'
import { configuration } from '#modules/settings/configuration/configuration.contract.ts'
import { work } from '#modules/approvals/work/work.contract.ts'
import { prefundMoves } from '../prefund-moves/prefund-moves.contract.ts'
import { statementDifferences } from '../statement-differences/statement-differences.contract.ts'
import { partnerStatements, reconciliations } from './partner-statements.contract.ts'

// The partner holds its own books in the simulator: what its statements say is held against ours.

const clock = { now: new Date('2026-11-25T02:00:00Z') }
let partner: Awaited<ReturnType<typeof openPartner>>
const key = ({ id, version }: { id: string; version: number }) => ({ id, version })

beforeAll(async () => {
  partner = await openPartner({
    clock,
    balance: '0',
    partner: { fee: '0', cutOff: '14:00', timeZone: 'Asia/Jakarta' },
    bank: { currency: 'IDR', amount: '90000000', value: '23400' },
  })
})
afterAll(() => partner.stop())

/** A top-up by our books. */
const entered = async (amount: string, reference: string) => {
  const { moving, providerId, admin } = partner
  const { items } = (await admin(prefundMoves.list, {})).body
  const accountId = items.find((one) => one.accountId !== null)?.accountId ?? null
  return moving(prefundMoves.create, { kind: 'topUp', providerId, accountId, amount, reference })
}
/** Paid on the first day; each is sent when its test comes. */
const paid: { id: string; number: string }[] = []
const sent = async (one: { id: string } | undefined) => {
  if (!one) throw new Error('It is paid')
  await partner.send(one)
  expect((await partner.look(one)).state).toMatch(/accepted|paid/)
}
/** The next day at the partner, after its cut-off. */
const nextDay = async () => {
  partner.later(86_400)
  await partner.askStatements()
}
const open = async () =>
  (
    await partner.admin(statementDifferences.list, {
      filters: [{ key: 'state', operator: 'Equals', value: ['open', 'disputed'] }],
    })
  ).body.items
const pending = async () =>
  (await partner.admin(work.list, {})).body.mine.filter(({ kind }) => kind === 'difference')
const figures = async () => {
  const [row] = (await partner.admin(reconciliations.list, {})).body.rows
  if (!row) throw new Error('There is a balance')
  return row
}
/** Reads the statement of a day from a file. */
const read = async (day: string, lines: readonly string[]) => {
  const file = new File([['Reference,Kind,Amount,Balance', ...lines].join('\r\n')], 'day.csv', {
    type: 'text/csv',
  })
  const { session, providerId } = partner
  return (await session.send(partnerStatements.readFile, { providerId, day }, file)).body
}
/** What the books hold is what the partner says, with what is known to differ. */
const fits = async () => {
  const { ledger, notThere, notHere, expected, balance, unexplained } = await figures()
  expect(Number(ledger) - Number(notThere) + Number(notHere)).toBe(Number(expected))
  expect([balance, unexplained]).toEqual([expected, '0.00'])
  expect(await partner.wrong()).toEqual([])
}

test('a statement that says what the books say leaves no difference', async () => {
  partner.later(7 * 3600)
  const { body } = await partner.topUp('10000000')
  partner.simulator.move(body.number, 'topUp', '10000000')
  for (const amount of ['1000000', '1000000', '100000', '200000', '300000', '400000'])
    paid.push(await partner.order(amount, 'gets'))
  await sent(paid[0])
  await sent(paid[1])
  await nextDay()
  expect(await open()).toEqual([])
  expect(await figures()).toMatchObject({ ledger: '8000000.00', balance: '8000000.00', day: '2026-11-25' })
  await fits()
  // The same day is not asked for again.
  await partner.askStatements()
  expect((await partner.admin(partnerStatements.list, {})).body.items).toMatchObject([
    { day: '2026-11-25', lines: 3, unmatched: 0, source: 'api' },
  ])
})

test('what is left out, doubled or wrong is a difference, pending with who manages balances', async () => {
  const [left, twice, more] = paid.slice(2)
  if (!left || !twice || !more) throw new Error('They are paid')
  partner.simulator.plan(left.number, { statement: 'omitted' })
  partner.simulator.plan(twice.number, { statement: 'doubled' })
  partner.simulator.plan(more.number, { statement: { more: '-500' } })
  for (const one of [left, twice, more]) await sent(one)
  partner.simulator.move('BANK FEE 7', 'fee', '-2500')
  await nextDay()
  const found = await open()
  expect(
    found
      .map(({ kind, movement, reference, ours, theirs, amount }) =>
        [kind, movement, reference, ours, theirs, amount].join(' | '),
      )
      .toSorted(),
  ).toEqual(
    [
      `amount | payout | ${more.number} | -300000.00 | -300500.00 | -500.00`,
      `missingHere | fee | BANK FEE 7 |  | -2500.00 | -2500.00`,
      `missingHere | payout | ${twice.number} |  | -200000.00 | -200000.00`,
      `missingThere | payout | ${left.number} | -100000.00 |  | 100000.00`,
      // The partner's own balance has none of its mistakes.
      `balance |  |  | 7297000.00 | 7397500.00 | 100500.00`,
    ].toSorted(),
  )
  expect(await pending()).toHaveLength(5)
})

test('a difference is accepted as an adjustment or disputed, with a reason', async () => {
  const [fee] = (await open()).filter(({ reference }) => reference === 'BANK FEE 7')
  if (!fee) throw new Error('It is open')
  expect((await partner.moving(statementDifferences.accept, key(fee))).status).toBe(400)
  const before = await partner.balance()
  // A charge of so much is beyond them alone; that a statement says so makes it no other.
  const workspaces = [{ type: 2 as const, workspaceId: partner.branchId }]
  await partner.app.addUser({ userName: 'keeper', roles: ['treasury'], workspaces })
  const keeper = await partner.app.signIn('keeper')
  const beyond = await keeper.call(
    statementDifferences.accept,
    { ...key(fee), note: 'Mine' },
    { headers: { 'idempotency-key': randomUUID() } },
  )
  expect(beyond.error.code).toBe('OVER_LIMIT_ASK')
  const accepted = await partner.moving(statementDifferences.accept, {
    ...key(fee),
    note: 'As in the tariff',
  })
  expect(accepted.body).toMatchObject({ state: 'accepted', reason: 'As in the tariff' })
  expect((await partner.balance())[0]).toBe((before[0] ?? 0) - 2500)
  const [amount] = (await open()).filter(({ kind }) => kind === 'amount')
  if (!amount) throw new Error('It is open')
  const disputed = await partner.admin(statementDifferences.dispute, { ...key(amount), note: 'Ticket 4411' })
  expect(disputed.body).toMatchObject({ state: 'disputed', can: ['accept'] })
  expect(await pending()).toHaveLength(3)
  expect(await partner.wrong()).toEqual([])
})

test('the next statement explains what was late, and the corrected one of a day takes its place', async () => {
  const lines = (more: readonly string[]) => read('2026-11-26', more)
  const named = (await open()).filter(({ reference }) => reference !== '')
  const of = (kind: string, movement: string) =>
    named.find((one) => one.kind === kind && one.movement === movement)?.reference ?? ''
  const right = [
    `${of('missingThere', 'payout')},payout,-100000,`,
    `${of('missingHere', 'payout')},payout,-200000,`,
    `${of('amount', 'payout')},payout,-300000,`,
    'BANK FEE 7,fee,-2500,7397500',
  ]
  const wrong = await lines(['R-1,payout,none,', ',lottery,5,'])
  expect(wrong.faults.map(({ rowNumber, field, code }) => [rowNumber, field, code])).toEqual([
    [2, 'amount', 'NOT_A_NUMBER'],
    [3, 'reference', 'REQUIRED'],
    [3, 'kind', 'NOT_A_CHOICE'],
  ])
  expect(await open()).toHaveLength(4)
  expect(await lines(right)).toMatchObject({ count: 4, differences: 0, faults: [] })
  expect(await open()).toEqual([])
  expect(await pending()).toEqual([])
  await fits()
  // Read again it changes nothing.
  expect(await lines(right)).toMatchObject({ differences: 0 })
  await fits()
})

test('a movement and its reversal explain each other, two of the same are two', async () => {
  const made = await entered('40000', 'TYPED TWICE')
  await nextDay()
  expect((await open()).map(({ kind, reference }) => [kind, reference])).toEqual([
    ['missingThere', 'TYPED TWICE'],
  ])
  await partner.moving(prefundMoves.reverse, { ...key(made.body), note: 'Typed twice' })
  partner.simulator.move('SAME', 'topUp', '500')
  partner.simulator.move('SAME', 'topUp', '500')
  await nextDay()
  expect((await open()).map(({ kind, reference }) => [kind, reference])).toEqual([
    ['missingHere', 'SAME'],
    ['missingHere', 'SAME'],
  ])
  for (let times = 0; times < 2; times += 1) expect((await entered('500', 'SAME')).status).toBe(200)
  await nextDay()
  expect(await open()).toEqual([])
  await fits()
})

test('a month ends with every partner reconciled up to its last day, and no order owed for long', async () => {
  const left = async () => {
    const { steps } = (await partner.admin(monthEnd.get, { month: '2026-11' })).body
    return steps.flatMap(({ step, count, examples }) =>
      step === 'partners' || step === 'payable' ? [[step, count, ...examples]] : [],
    )
  }
  expect(await left()).toEqual([
    ['partners', 1, 'Islands Payout'],
    ['payable', 0],
  ])
  while ((await figures()).day !== '2026-11-30') await nextDay()
  expect(await left()).toEqual([
    ['partners', 0],
    ['payable', 0],
  ])
  const charge = { kind: 'charge', providerId: partner.providerId, amount: '10', businessDate: '2026-11-30' }
  expect((await partner.moving(prefundMoves.create, charge as never)).status).toBe(200)
  await nextDay()
  expect(await left()).toContainEqual(['partners', 1, 'Islands Payout'])
  const owed = paid[5]?.number
  await partner.app.owner(
    `update remittance.payout_order set paid_at = paid_at - interval '60 days' where number = '${owed}'`,
  )
  expect(await left()).toContainEqual(['payable', 1, owed])
})

test('the position has what partners hold, and a revaluation takes it to the rate of the day', async () => {
  const { admin } = partner
  const held = Number((await figures()).ledger)
  const { rows } = (await admin(position.list, {})).body
  const [found] = rows.filter(({ code }) => code === 'IDR')
  expect(found).toMatchObject({ onHand: '0', inTransit: '0' })
  const { atBanks, atPartners, quantity } = found ?? {}
  expect([Number(atPartners), Number(quantity)]).toEqual([held, held + Number(atBanks)])
  const businessDate = '2026-11-30'
  const [idr] = (await admin(revaluations.rates, { businessDate })).body.filter(
    ({ currency }) => currency === 'IDR',
  )
  if (!idr) throw new Error('It is held')
  const rates = [{ currencyId: idr.currencyId, rate: new Exact('0.0003').times(idr.quoteUnit).toFixed() }]
  const { body } = await admin(revaluations.create, { businessDate, rateKind: 'entered', rates })
  const [line] = body.lines.filter(({ kind }) => kind === 'partner')
  expect(line).toMatchObject({ currency: 'IDR', party: 'Islands Payout' })
  expect(Number(line?.worth)).toBe(Number(new Exact(line?.quantity ?? 0).times('0.0003').toFixed(2)))
  expect(line?.difference).toBe(new Exact(line?.worth ?? 0).minus(line?.value ?? 0).toFixed(2))
  // Into the balance itself, of which each line says whose it is.
  const method = { key: 'REVALUATION_METHOD', customerType: 0, value: 'PERMANENT' } as const
  await admin(configuration.update, { settings: [method] })
  const { body: lasting } = await admin(revaluations.create, { businessDate, rateKind: 'entered', rates })
  const posted = await partner.moving(revaluations.post, key(lasting))
  expect(posted).toMatchObject({ status: 200, body: { state: 'posted', method: 'PERMANENT' } })
  expect(await partner.wrong()).toEqual([])
})

test('a movement of an earlier day is looked for again when the line that explained it is taken back', async () => {
  const late = async () =>
    (await open()).flatMap(({ kind, reference }) => (reference === 'LATE' ? [kind] : []))
  // Nothing older is open, on whose account all since then would be looked at anyway.
  for (const one of await open())
    await partner.moving(statementDifferences.accept, { ...key(one), note: 'It is ours' })
  expect(await open()).toEqual([])
  await entered('700', 'LATE')
  await nextDay()
  expect(await late()).toEqual(['missingThere'])
  partner.simulator.move('LATE', 'topUp', '700')
  await nextDay()
  expect(await late()).toEqual([])
  const { day, balance } = await figures()
  const without = new Exact(balance ?? 0).minus(700).toFixed()
  expect(await read(day ?? '', [`,,,${without}`])).toMatchObject({ count: 0, faults: [] })
  expect(await late()).toEqual(['missingThere'])
  await read(day ?? '', [`LATE,topUp,700,${balance}`])
  expect(await late()).toEqual([])
})

test('a statement that does not say the balance explains no difference of one', async () => {
  const unbalanced = async () => (await open()).filter(({ kind }) => kind === 'balance').length
  const { day, balance } = await figures()
  const less = new Exact(balance ?? 0).minus(700).toFixed()
  const states: number[] = []
  for (const said of [less, '', balance]) {
    await read(day ?? '', [`LATE,topUp,700,${said}`])
    states.push(await unbalanced())
  }
  expect(states).toEqual([1, 1, 0])
})
