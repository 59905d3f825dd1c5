import { deepEqual, equal, throws } from 'node:assert/strict'
import { type Book, openBook, Refused } from './book.ts'
import { crossRate, exact, inNotes, inverse, taxFee, withMargin } from './numbers.ts'
import type { Options } from './types.ts'

// The worked numbers of the domain document (17.3, and 3.3 to 3.5 where they say more), one function each.

const currencies = {
  MYR: { exponent: 2, unit: 1 },
  USD: { exponent: 2, unit: 1 },
  SGD: { exponent: 2, unit: 1 },
  JPY: { exponent: 0, unit: 100 },
  KWD: { exponent: 3, unit: 1 },
}
const day = '2026-11-02'
const till = { branch: 'A', place: 'till' }

let lastId = 0
const next = () => ({ id: `e${++lastId}`, date: day })

function openTill(options: Partial<Options> = {}) {
  const book = openBook({ local: 'MYR', currencies, ...options })
  book.opening({ ...next(), ...till, item: 'MYR', quantity: '1000000' })
  return book
}

type Side = 'buy' | 'sell'

/** One line, settled in cash at once. */
function trade(book: Book, side: Side, item: string, quantity: string, rate: string, mid = rate) {
  const event = next()
  book.deal({ ...event, ...till, customer: 'c', lines: [{ side, item, quantity, rate, mid }] })
  const settled = book.settle({ ...next(), deal: event.id })
  return { deal: event.id, line: settled.lines[0], payment: settled.payments[0] }
}

function pool(book: Book, item: string, branch = 'A') {
  const found = book.pools().find((one) => one.item === item && one.branch === branch)
  return found && [found.quantity, found.value, found.wac]
}

const sound = (book: Book) => deepEqual(book.faults(), [])

/** USD bought 1000 at 4.45 and 500 at 4.47, then 600 sold at 4.52 against a mid of 4.49. */
function soldSome() {
  const book = openTill()
  equal(trade(book, 'buy', 'USD', '1000', '4.45').line?.cost, '4450.00')
  deepEqual(pool(book, 'USD'), ['1000.00', '4450.00', '4.45000000'])
  equal(trade(book, 'buy', 'USD', '500', '4.47').line?.cost, '2235.00')
  deepEqual(pool(book, 'USD'), ['1500.00', '6685.00', '4.45666667'])
  const sale = trade(book, 'sell', 'USD', '600', '4.52', '4.49')
  return { book, sale }
}

function buyAndSell() {
  const { book, sale } = soldSome()
  equal(sale.payment?.amount, '2712.00')
  deepEqual(sale.line, {
    item: 'USD',
    local: '2712.00',
    cost: '2674.00',
    gain: '38.00',
    margin: '18.00',
    holding: '20.00',
  })
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['900.00', '4011.00'])
  const [run] = book.revalue({ ...next(), date: '2026-11-30', rates: { USD: '4.48' } })
  deepEqual([run?.closing, run?.unrealised], ['4032.00', '21.00'])
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['900.00', '4011.00'])
  const left = (until: string) =>
    book.balances({ until }).find(({ role }) => role === 'stockRevaluation')?.amount
  deepEqual([left('2026-11-30'), left('2026-12-01')], ['21.00', '0.00'])
  equal(book.profit({ to: '2026-11-30' }).find(({ item }) => item === 'USD')?.profit, '59.00')
  sound(book)
}

function transferred() {
  const { book } = soldSome()
  const sent = next()
  const move = { from: till, to: { branch: 'B', place: 'vault' }, item: 'USD', quantity: '300' }
  equal(book.send({ ...sent, ...move }), '1337.00')
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['600.00', '2674.00'])
  sound(book)
  deepEqual(book.receive({ ...next(), transfer: sent.id, quantity: '299' }), {
    value: '1332.54',
    gap: '4.46',
    overage: '0.00',
  })
  deepEqual(pool(book, 'USD', 'B')?.slice(0, 2), ['299.00', '1332.54'])
  sound(book)
}

function cancelledSale() {
  const { book, sale } = soldSome()
  trade(book, 'buy', 'USD', '400', '4.60')
  deepEqual(pool(book, 'USD'), ['1300.00', '5851.00', '4.50076923'])
  equal(book.reverse({ ...next(), deal: sale.deal }).gain, '-38.00')
  deepEqual(pool(book, 'USD'), ['1900.00', '8525.00', '4.48684211'])
  sound(book)
}

function cancelledBuy() {
  const { book } = soldSome()
  const { deal } = trade(book, 'buy', 'USD', '400', '4.60')
  book.reverse({ ...next(), deal })
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['900.00', '4011.00'])
  sound(book)
}

/** What remains cannot take the original cost: out at the average, the difference booked (3.3). */
function cancelledBuyThatNoLongerFits() {
  const book = openTill()
  const dear = trade(book, 'buy', 'USD', '100', '9.00')
  trade(book, 'buy', 'USD', '100', '1.00')
  trade(book, 'sell', 'USD', '100', '5.00')
  deepEqual(book.reverse({ ...next(), deal: dear.deal }).lines, [
    { item: 'USD', cost: '500.00', difference: '-400.00' },
  ])
  deepEqual(pool(book, 'USD'), ['0.00', '0.00', null])
  sound(book)
}

function perHundred() {
  const book = openTill()
  equal(trade(book, 'buy', 'JPY', '250000', '2.85').line?.cost, '7125.00')
  const { line } = trade(book, 'sell', 'JPY', '100000', '2.92')
  deepEqual([line?.local, line?.cost, line?.gain], ['2920.00', '2850.00', '70.00'])
  deepEqual(pool(book, 'JPY')?.slice(0, 2), ['150000', '4275.00'])
  sound(book)
}

function crossed() {
  const notes = inNotes({ local: '3280', rate: '4.52', unit: 1, note: '1', places: 2 })
  deepEqual(
    [notes.units, notes.quantity, notes.local, notes.change].map((value) => value.toFixed()),
    ['725.66371681', '725', '3277', '3'],
  )
  equal(crossRate('3.28', 1, '4.52', 1).toFixed(8), '0.72566372')
  const book = openTill()
  trade(book, 'buy', 'USD', '1000', '4.45')
  const cross = next()
  const sgd = { side: 'buy', item: 'SGD', quantity: '1000', rate: '3.28', mid: '3.30' } as const
  const usd = { side: 'sell', item: 'USD', quantity: '725', rate: '4.52', mid: '4.49' } as const
  equal(book.deal({ ...cross, ...till, lines: [sgd, usd] }).net, '-3.00')
  const { payments } = book.settle({ ...next(), deal: cross.id })
  deepEqual([payments[0]?.direction, payments[0]?.amount], ['out', '3.00'])
  sound(book)
}

function rates() {
  deepEqual([inverse('3.28').toFixed(8), inverse('3.32').toFixed(8)], ['0.30487805', '0.30120482'])
  const both = (...margin: Parameters<typeof withMargin>) =>
    Object.values(withMargin(...margin)).map((rate) => rate.toFixed())
  deepEqual(both('4.49', 1, { kind: 'absolute', buy: '0.03', sell: '0.03' }), ['4.46', '4.52'])
  deepEqual(both('4.49', 1, { kind: 'percentage', buy: '0.006', sell: '0.006' }), ['4.46306', '4.51694'])
  deepEqual(both('4.49', 1, { kind: 'pips', buy: '250', sell: '250', size: '0.0001' }), ['4.465', '4.515'])
  const { tax, net } = taxFee(exact('50'), exact('0.02'), 'inclusive', 2)
  deepEqual([tax.toFixed(2), net.toFixed(2)], ['0.98', '49.02'])
}

function shortCover() {
  const book = openTill({ negativeStock: true })
  trade(book, 'buy', 'USD', '100', '4.45')
  equal(trade(book, 'sell', 'USD', '150', '4.52').line?.cost, '667.50')
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['-50.00', '-222.50'])
  equal(trade(book, 'buy', 'USD', '200', '4.50').line?.gain, '-2.50')
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['150.00', '675.00'])
  sound(book)
}

function oneByOne() {
  const book = openTill()
  book.opening({ ...next(), ...till, item: 'USD', quantity: '3', cost: '10.00' })
  const costs = ['1', '1', '1'].map((quantity) => trade(book, 'sell', 'USD', quantity, '4').line?.cost)
  deepEqual(costs, ['3.33', '3.34', '3.33'])
  deepEqual(pool(book, 'USD')?.slice(0, 2), ['0.00', '0.00'])
  sound(book)
}

/** 3.5 B, the published treatment: 50 000 at 1.5, closing 1.7, sold later at 1.75. */
function permanently() {
  const book = openTill()
  trade(book, 'buy', 'USD', '50000', '1.5')
  const [run] = book.revalue({ ...next(), rates: { USD: '1.7' }, method: 'permanent' })
  equal(run?.unrealised, '10000.00')
  equal(trade(book, 'sell', 'USD', '50000', '1.75').line?.gain, '2500.00')
  sound(book)
}

/**
 * Fees with tax, cash rounding, several modes and settlement in two steps: nothing is left on any account.
 */
function inParts() {
  const book = openTill({ cashRounding: '0.05' })
  book.opening({ ...next(), ...till, item: 'KWD', quantity: '100.000', cost: '1450.00' })
  const deal = next()
  const fees = [
    { amount: '10.00', tax: { rate: '0.06', kind: 'exclusive' } },
    { amount: '5.30', tax: { rate: '0.06', kind: 'inclusive' } },
  ] as const
  const lines = [{ side: 'sell', item: 'KWD', quantity: '12.345', rate: '14.62', mid: '14.55' }] as const
  const priced = book.deal({ ...deal, ...till, customer: 'c', lines, fees })
  deepEqual([priced.net, priced.due], ['196.38', '196.40'])
  const first = book.settle({
    ...next(),
    deal: deal.id,
    hand: [{ line: 0, quantity: '2.345' }],
    pay: [{ mode: 'bank', amount: '96.30' }],
  })
  deepEqual([first.state, first.account, first.open], ['partlySettled', '-46.12', '100.08'])
  const second = book.settle({ ...next(), deal: deal.id, pay: [{ mode: 'cash', tendered: '150' }] })
  deepEqual([second.state, second.account, second.rounding], ['settled', '0.00', '-0.02'])
  deepEqual([second.payments[0]?.amount, second.payments[0]?.change], ['100.10', '49.90'])
  deepEqual(book.cash(), [
    {
      customer: 'c',
      date: day,
      localIn: '100.10',
      localOut: '0.00',
      foreignIn: '0.00',
      foreignOut: '180.48',
      both: '280.58',
      larger: '180.48',
    },
  ])
  throws(() => book.cancel({ ...next(), deal: deal.id }), Refused)
  sound(book)
  book.reverse({ ...next(), deal: deal.id })
  deepEqual(book.cash(), [])
  deepEqual(pool(book, 'KWD')?.slice(0, 2), ['100.000', '1450.00'])
  sound(book)
}

/** What was opened goes back at its own value, or at the average where that no longer fits; a float as it came. */
function takenBack() {
  const book = openTill()
  const [first, second, moved] = [next(), next(), next()]
  book.opening({ ...first, ...till, item: 'USD', quantity: '100', cost: '445.00' })
  book.opening({ ...second, ...till, item: 'USD', quantity: '100', cost: '455.00' })
  book.float({ ...moved, branch: 'A', from: 'till', to: 'vault', item: 'USD', quantity: '50' })
  equal(book.undo({ ...next(), undoes: moved.id }), '0.00')
  trade(book, 'sell', 'USD', '20', '4.52')
  deepEqual(pool(book, 'USD'), ['180.00', '810.00', '4.50000000'])
  equal(book.undo({ ...next(), undoes: first.id }), '0.00')
  deepEqual(pool(book, 'USD'), ['80.00', '365.00', '4.56250000'])
  throws(() => book.undo({ ...next(), undoes: first.id }), Refused)
  throws(() => book.undo({ ...next(), undoes: second.id }), Refused)
  trade(book, 'buy', 'USD', '20', '4.00')
  // The last of the pool takes all that is left of its value: 10.00 less than it came in for.
  equal(book.undo({ ...next(), undoes: second.id }), '-10.00')
  deepEqual(pool(book, 'USD'), ['0.00', '0.00', null])
  sound(book)
}

/** A rounding that is agreed with the deal posts with its first notes, whatever is paid later. */
function agreed() {
  const book = openTill({ cashRounding: '0.05', roundingAt: 'first', customerAccount: 'payable' })
  book.opening({ ...next(), ...till, item: 'USD', quantity: '100', cost: '445.00' })
  const deal = next()
  const lines = [{ side: 'sell' as const, item: 'USD', quantity: '3', rate: '4.511', mid: '4.5' }]
  equal(book.deal({ ...deal, ...till, customer: 'c', lines }).due, '13.55')
  equal(book.settle({ ...next(), deal: deal.id, pay: [] }).rounding, '-0.02')
  const paid = book.settle({ ...next(), deal: deal.id, pay: [{ mode: 'cash' }] })
  deepEqual([paid.payments[0]?.amount, paid.rounding, paid.state], ['13.55', '0.00', 'settled'])
  sound(book)
}

export const vectors = [
  takenBack,
  agreed,
  buyAndSell,
  transferred,
  cancelledSale,
  cancelledBuy,
  cancelledBuyThatNoLongerFits,
  perHundred,
  crossed,
  rates,
  shortCover,
  oneByOne,
  permanently,
  inParts,
]
