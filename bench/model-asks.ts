import type { CallOf } from '#kit/contract/endpoint.contract.ts'
import { deals } from '#modules/exchange/deals/deals.contract.ts'
import type { Counter, Mode, Person, Traded } from './model-places.ts'
import {
  type AskedLine,
  branchAt,
  eventId,
  itemOfLine,
  type Known,
  modelOptions,
  type Play,
} from './model-play.ts'
import { feesFor } from './model-rules.ts'
import { openBook } from './model/book.ts'
import { exact, round, sum, toCoin, worth } from './model/numbers.ts'

// What somebody at a counter asks for. Sums are the model's: the server says at which rates it deals, and nothing else.

type Draft = CallOf<typeof deals.create>
type Rated = { rate: string; mid: string }

const local = ({ traded, quantity }: AskedLine, { rate }: Rated) =>
  worth(exact(quantity), exact(rate), traded.item.quoteUnit, 2)

/** The account of the counter's branch by which something is dealt now and then, in what its currency can be divided into. */
function someAccount({ dice, house }: Play, counter: Counter, { currencyId, subCurrencyId }: Traded) {
  const own = house.banks.accounts.filter(
    (one) => one.branch === counter.branchId && one.currencyId === currencyId && subCurrencyId === null,
  )
  return own.length > 0 && dice.roll(2) === 0 ? dice.pick(own) : undefined
}

/** Some lines, mostly of what small customers deal, now and then more. */
function someLines(play: Play, counter: Counter): AskedLine[] {
  const { roll, pick } = play.dice
  return Array.from({ length: 1 + (roll(2) === 0 ? 0 : roll(4)) }, (): AskedLine => {
    const traded = pick(play.house.traded)
    const side = pick(['buy', 'sell'] as const)
    const mid = exact(play.house.mids.get(traded.currencyId) ?? 1).div(traded.item.quoteUnit)
    const value = roll(12) === 0 ? 2000 + roll(6000) : 15 + roll(900)
    const account = someAccount(play, counter, traded)
    const step = account ? exact(10).pow(-account.exponent) : exact(traded.step)
    const steps = exact(value).div(mid).div(step).floor()
    const quantity = (steps.lt(1) ? exact(1) : steps).times(step).toFixed()
    return { traded, side, quantity, ...(account && { account }) }
  })
}

const walkIns = ['E1000001', 'E1000002', 'E1000003', 'E1000004'].map((idNumber) => ({
  name: `Visitor ${idNumber}`,
  idType: 'PASSPORT' as const,
  idNumber,
  idIssuingCountry: 'AU',
}))

/** Who deals: a customer on file, somebody with a passport, or nobody. */
function someone(
  play: Play,
): Pick<Draft, 'customerId' | 'purpose' | 'sourceOfFunds' | 'thirdParty' | 'walkIn'> {
  const { roll, pick } = play.dice
  const said = { purpose: 'Travel', sourceOfFunds: 'Savings' }
  const kind = roll(10)
  if (kind < 6) {
    const party = {
      name: `Bearer ${roll(5)} of the notes`,
      idType: 'PASSPORT' as const,
      idNumber: `T${roll(5)}00`,
      idIssuingCountry: 'NZ',
    }
    return { customerId: pick(play.house.customers), ...said, ...(roll(15) === 0 && { thirdParty: party }) }
  }
  return kind < 8 ? { walkIn: pick(walkIns), ...said } : said
}

const kindOf = (modes: readonly Mode[], id: string) => modes.find((mode) => mode.id === id)?.kind ?? ''

/** What the model says a basket comes to, with the fees of domain 5.3, before it is dealt. */
export function modelOf(
  play: Play,
  counter: Counter,
  lines: readonly AskedLine[],
  rates: readonly Rated[],
  given: Pick<Known, 'payments' | 'waived'>,
) {
  const bare = lines.map((line, at) => ({ ...line, local: local(line, rates[at] as Rated) }))
  const signed = sum(bare.map((line) => (line.side === 'sell' ? line.local : line.local.negated())))
  const cash = play.house.modes.in.find(({ kind }) => kind === 'cash')?.id ?? null
  const said = given.payments.flatMap(({ direction, modeId, amount = '0' }) =>
    direction === 'in' ? [{ modeId, amount: exact(amount).toFixed() }] : [],
  )
  const byCash = signed.lt(0) || cash === null ? [] : [{ modeId: cash, amount: signed.toFixed() }]
  const paying = given.payments.length > 0 ? said : byCash
  const branch = branchAt(play, counter.branchId)
  const charged = feesFor(play.house.fees, { branch, paying, lines: bare })
  const fees = charged.filter(({ rule }) => !given.waived.includes(rule.id))
  return { branch, charged, fees: fees.map(({ fee }) => fee) }
}

export const dealInput = (
  play: Play,
  counter: Counter,
  lines: readonly AskedLine[],
  rates: readonly Rated[],
) => ({
  id: eventId(play),
  date: play.days.get(counter.id)?.date ?? '',
  branch: counter.branchId,
  place: counter.id,
  lines: lines.map((line, at) => ({
    side: line.side,
    item: itemOfLine(line),
    quantity: line.quantity,
    rate: rates[at]?.rate ?? '0',
    mid: rates[at]?.mid ?? '0',
  })),
})

/** Payments that add up to what the model says is due, by one mode or two. */
function somePayments(
  play: Play,
  counter: Counter,
  lines: readonly AskedLine[],
  rates: readonly Rated[],
  waived: string[],
): Known['payments'] {
  const { pick, roll } = play.dice
  const netWith = (payments: Known['payments']) => {
    const { fees } = modelOf(play, counter, lines, rates, { payments, waived })
    const scratch = openBook(modelOptions(play.house, false))
    return exact(scratch.deal({ ...dealInput(play, counter, lines, rates), fees }).net)
  }
  const direction = netWith([]).lt(0) ? ('out' as const) : ('in' as const)
  const modes = play.house.modes[direction]
  const [first, second] = [pick(modes), roll(3) === 0 ? pick(modes) : undefined]
  const payment = (mode: Mode, amount: string) => ({ mode: mode.kind, modeId: mode.id, direction, amount })
  const due = netWith([payment(first, '0')])
  if (direction === 'in' ? due.lte(0) : due.gte(0)) return []
  const inCoins = (mode: Mode, amount: typeof due) =>
    mode.kind === 'cash' ? toCoin(amount, exact('0.05'), 'nearest') : amount
  const part = second
    ? inCoins(
        first,
        round(
          due
            .abs()
            .times(1 + roll(9))
            .div(10),
          2,
        ),
      )
    : due.abs()
  if (!second) return [payment(first, inCoins(first, part).toFixed())]
  // What the fee comes to is known by what the first pays.
  const all = netWith([payment(first, part.toFixed()), payment(second, '1')])
  const rest = inCoins(second, all.abs().minus(part))
  return [payment(first, part.toFixed()), payment(second, rest.toFixed())].filter(({ amount }) =>
    exact(amount).gt(0),
  )
}

function drafted(
  lines: readonly AskedLine[],
  payments: Known['payments'],
  waived: string[],
  house: Play['house'],
) {
  return {
    lines: lines.map(({ traded, side, quantity, rate = null, account }) => ({
      side,
      currencyId: traded.currencyId,
      subCurrencyId: traded.subCurrencyId,
      quantity,
      ...(rate !== null && { rate, reason: 'Asked for' }),
      ...(account && { transfer: { accountId: account.id, reference: 'FT 1' } }),
    })),
    payments: payments.map(({ modeId, amount = '0', direction = 'in' }) => ({
      direction,
      modeId,
      amount: exact(amount).toFixed(),
      // Somebody pays with a larger note, and gets the change.
      ...(direction === 'in' &&
        kindOf(house.modes.in, modeId) === 'cash' && { tendered: exact(amount).plus(50).toFixed() }),
    })),
    waivedFees: waived.map((ruleId) => ({ ruleId, reason: 'A regular' })),
  }
}

/** What somebody at a counter asks for: rates now and then negotiated, fees waived, paid by other modes than cash. */
export async function someDeal(play: Play, counter: Counter, teller: Person) {
  const { roll, pick } = play.dice
  const lines = someLines(play, counter)
  const who = someone(play)
  const base = { ...who, ...drafted(lines, [], [], play.house), askAuthorization: roll(20) === 0 }
  if (roll(2) === 0) return { lines, who, draft: base, payments: [], waived: [] }
  const priced = await teller.call(deals.price, base)
  if (priced.status !== 200) return { lines, who, draft: base, payments: [], waived: [] }
  const negotiated = roll(4) === 0 ? lines[roll(lines.length)] : undefined
  const rates = priced.body.lines.map(({ mid, rate }, at) => {
    const isAsked = negotiated !== undefined && negotiated === lines[at]
    const factor = exact(1000 + (1 + roll(30)) * pick([1, -1])).div(1000)
    return { mid, rate: isAsked ? round(exact(rate).times(factor), 4).toFixed() : rate }
  })
  if (negotiated) negotiated.rate = rates[lines.indexOf(negotiated)]?.rate ?? '0'
  const { charged } = modelOf(play, counter, lines, rates, { payments: [], waived: [] })
  const waivable = charged.filter(({ rule }) => rule.isWaivable)
  const waived = waivable.length > 0 && roll(3) === 0 ? [pick(waivable).rule.id] : []
  const payments = roll(3) > 0 ? somePayments(play, counter, lines, rates, waived) : []
  const asked = drafted(lines, payments, waived, play.house)
  return { lines, who, draft: { ...base, ...asked }, payments, waived }
}
