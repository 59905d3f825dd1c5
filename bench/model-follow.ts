import { type Deal, deals } from '#modules/exchange/deals/deals.contract.ts'
import { dealInput, modelOf } from './model-asks.ts'
import type { Counter, Person } from './model-places.ts'
import { branchAt, eventId, feed, type Known, type Play, noteReply } from './model-play.ts'
import { exact, sum, zero } from './model/numbers.ts'
import type { Payment } from './model/types.ts'

// What became of a deal goes into the model as it was asked for; what it comes to is held beside the server's word at once.

/** Puts a deal that was submitted into the model, and holds what it comes to beside what the server says. */
function register(play: Play, known: Known): void {
  const { latest, counter, lines, payments, waived } = known
  const rates = latest.lines.map(({ rate, mid }) => ({ rate, mid }))
  for (const [at, { rate }] of lines.entries())
    if (rate !== undefined) play.same(`rate of line ${at}`, rates[at]?.rate ?? '', rate)
  const { fees } = modelOf(play, counter, lines, rates, { payments, waived })
  const agreed: Payment[] = payments.map(({ mode, amount, direction }) => ({
    mode,
    ...(amount !== undefined && { amount }),
    ...(direction && { direction }),
  }))
  const input = { ...dealInput(play, counter, lines, rates), customer: known.subject ?? '', fees, agreed }
  const made = feed(play, 'deal', () => play.book.deal(input))
  if (!made) return
  known.modelId = input.id
  known.locals = made.lines.map((line, at) => ({
    item: line.item,
    local: line.local,
    side: lines[at]?.side ?? 'buy',
    quantity: lines[at]?.quantity ?? '0',
    edge: ('edge' in line && line.edge) || '0',
  }))
  known.fee = sum(made.fees.map(({ gross }) => exact(gross)))
  const of = (side: string) =>
    sum(known.locals.flatMap((line) => (line.side === side ? exact(line.local) : [])))
  const net = exact(made.net)
  const paid = sum(
    payments.map(({ direction, amount = 0 }) =>
      direction === 'in' ? exact(amount) : exact(amount).negated(),
    ),
  )
  const due = payments.length > 0 ? paid : exact(made.due)
  const { totals } = latest
  for (const [at, { local: amount }] of known.locals.entries())
    play.same(`amount of line ${at}`, latest.lines[at]?.amount ?? '', amount)
  const money = { buy: of('buy'), sell: of('sell'), fee: known.fee, net, rounding: due.minus(net) }
  const tax = sum(made.fees.map((fee) => exact(fee.tax)))
  for (const [name, value] of Object.entries({ ...money, tax }))
    play.same(`${name} of the deal`, totals[name as keyof typeof totals], value.toFixed(2))
  play.same('business date of the deal', latest.businessDate, input.date)
  known.due = due
  const moved = (direction: string) =>
    payments.length > 0
      ? sum(
          payments.flatMap((one) =>
            one.mode === 'cash' && one.direction === direction ? exact(one.amount ?? 0) : [],
          ),
        )
      : (direction === 'in') === due.gt(0)
        ? due.abs()
        : zero
  const inNotes = (side: string) =>
    sum(
      known.locals.flatMap((line, at) =>
        line.side === side && !lines[at]?.account ? exact(line.local) : [],
      ),
    )
  const [came, went] = [inNotes('buy').plus(moved('in')), inNotes('sell').plus(moved('out'))]
  const cash = came.gt(went) ? came : went
  // Whoever names nobody is known by this deal alone.
  const subject = known.subject ?? latest.id
  play.cash.submit({ id: latest.id, subject, date: input.date, cash })
}

/** Puts a handover into the model: these lines and payments, or all that are left. */
function handOver(play: Play, known: Known, lines: number[] | null, paymentIds: string[] | null): void {
  const { modelId, counter, latest } = known
  if (modelId === null) return
  const positions = known.lines.flatMap((_, at) =>
    !known.handed.has(at) && (lines?.includes(at) ?? true) ? at : [],
  )
  const paying = latest.payments.filter(({ id }) => !known.paid.has(id) && (paymentIds?.includes(id) ?? true))
  const pay: Payment[] = paying.map(({ modeId, direction, amount }) => {
    const asked = known.payments.find((one) => one.modeId === modeId && exact(one.amount ?? 0).eq(amount))
    return known.payments.length === 0
      ? { mode: 'cash' }
      : { mode: asked?.mode ?? 'unknown', amount: asked?.amount ?? '0', direction }
  })
  const date = play.days.get(counter.id)?.date ?? ''
  const hand = positions.map((line) => ({ line }))
  const settled = feed(play, 'settle', () =>
    play.book.settle({ id: eventId(play), date, deal: modelId, hand, pay }),
  )
  known.dates.push(date)
  for (const { id } of paying) known.paid.add(id)
  const isSale = (position: number) => known.lines[position]?.side === 'sell'
  // The model hands over what it takes in before what it gives out.
  const order = [...positions.filter((one) => !isSale(one)), ...positions.filter(isSale)]
  for (const [at, position] of order.entries()) {
    known.handed.add(position)
    const piece = settled?.lines[at]
    const isSold = isSale(position)
    known.gains.set(position, {
      purchaseMargin: isSold ? '0' : (known.locals[position]?.edge ?? ''),
      dealing: isSold ? (piece?.margin ?? '') : '0',
      holding: isSold ? (piece?.holding ?? '') : '0',
      realised: isSold ? (piece?.gain ?? '') : '0',
    })
  }
  const said = latest.state === 'settled' ? 'settled' : 'partlySettled'
  play.same('state after a handover', said, settled?.state ?? 'refused')
}

/** Follows a deal that the server has moved on into the model. */
export function follow(
  play: Play,
  known: Known,
  next: Deal,
  handed?: { lines: number[] | null; payments: string[] | null },
): void {
  const before = known.latest.state
  known.latest = next
  const { state } = next
  const isOpen = ['waiting', 'pending', 'partiallySettled', 'settled'].includes(state)
  if (known.modelId === null && isOpen) register(play, known)
  if (handed) handOver(play, known, handed.lines, handed.payments)
  const { modelId } = known
  const isEnded = ['draft', 'cancelled', 'rejected'].includes(state)
  if (modelId !== null && isEnded && before !== state) {
    feed(play, 'cancel', () =>
      play.book.cancel({ id: eventId(play), date: next.businessDate, deal: modelId }),
    )
    play.cash.drop(next.id)
    known.modelId = null
  }
  if (modelId !== null && state === 'reversed' && before !== state) {
    const date = [...known.dates, play.days.get(known.counter.id)?.date ?? ''].toSorted().at(-1) ?? ''
    const back = feed(play, 'reverse', () => play.book.reverse({ id: eventId(play), date, deal: modelId }))
    known.returned = sum((back?.lines ?? []).map(({ difference }) => exact(difference))).negated()
    play.cash.drop(next.id)
    known.isReversed = true
  }
}

interface Begun {
  counter: Counter
  teller: Person
  made: Deal
  asked: Pick<Known, 'lines' | 'payments' | 'waived' | 'subject'>
}

/** Holds a new deal, and follows it as far as it was taken. */
export function begin(play: Play, { counter, teller, made, asked }: Begun): Known {
  const place = { branch: branchAt(play, counter.branchId), counter, maker: teller }
  const none = { fee: zero, due: zero, gains: new Map(), handed: new Set<number>(), paid: new Set<string>() }
  const known: Known = {
    ...place,
    ...asked,
    latest: { ...made, state: 'draft' },
    modelId: null,
    locals: [],
    ...none,
    dates: [],
    isReversed: false,
    returned: zero,
  }
  play.deals.push(known)
  follow(play, known, made, made.state === 'settled' ? { lines: null, payments: null } : undefined)
  return known
}

/** Settles what is bought and sold of a currency at a counter, in this order, all in cash and by nobody on file. */
export async function dealAt(
  play: Play,
  counter: Counter,
  code: string,
  sides: readonly [side: 'buy' | 'sell', quantity: string][],
): Promise<void> {
  const traded = play.house.traded.find(({ item }) => item.code === code)
  const [teller] = counter.tellers
  if (!traded || !teller) throw new Error(`Nobody deals in ${code}`)
  const lines = sides.map(([side, quantity]) => ({ traded, side, quantity }))
  const { currencyId, subCurrencyId } = traded
  const sent = lines.map(({ side, quantity }) => ({ side, quantity, currencyId, subCurrencyId }))
  const said = { purpose: 'Travel', sourceOfFunds: 'Savings' }
  const answer = await teller.call(deals.create, { ...said, lines: sent, payments: [], upTo: 'settle' })
  const made = noteReply(play, 'deal in order', answer)
  if (made?.state !== 'settled')
    throw new Error(`A deal in ${code} was not settled: ${JSON.stringify(answer.body)}`)
  begin(play, { counter, teller, made, asked: { lines, payments: [], waived: [], subject: null } })
}
