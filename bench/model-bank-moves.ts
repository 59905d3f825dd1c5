import { bankTransfers } from '#modules/bank/transfers/transfers.contract.ts'
import { dayOfAll, endOf, undoneOn, unitsFor } from './model-bank-ends.ts'
import type { PaidBy, ToBank } from './model-bank-places.ts'
import {
  branchAt,
  countersOf,
  dateAt,
  eventId,
  feed,
  heldAt,
  noteReply,
  type Play,
  todayAt,
} from './model-play.ts'
import { exact, zero } from './model/numbers.ts'

// Local money on its way to accounts of local and foreign money, from accounts and drawers.

const keyOf = ({ id, version }: ToBank) => ({ id, version })
const movers = ({ house }: Play) => [house.admin, house.chief, house.banks.accountant]
/** The day of a leg at a bank: what is said, or today there. */
const dayAt = (play: Play, branchId: string, asked: string | null) =>
  asked ?? todayAt(branchAt(play, branchId))

interface Leaving {
  kind: 'deposit' | 'transfer'
  from: PaidBy
  to: ToBank['to']
  amount: string
  asked: string | null
}

async function send(play: Play, { kind, from, to, amount, asked }: Leaving): Promise<void> {
  const maker = play.dice.pick(movers(play))
  const isAccount = 'account' in from
  const draft = {
    kind,
    amount,
    toAccountId: to.id,
    fromAccountId: isAccount ? from.account.id : null,
    branchId: isAccount ? null : from.at.branchId,
    counterId: isAccount ? null : from.at.counterId,
    businessDate: asked,
    slip: `S${play.count}`,
  }
  const made = noteReply(play, `${kind} to a bank`, await maker.call(bankTransfers.create, draft))
  if (!made) return
  const date = isAccount ? dayAt(play, from.account.branch, asked) : dateAt(play, from.at)
  const { id, version, state } = made
  play.same('date of what goes to a bank', made.sentDate, date)
  play.same('value of what goes to a bank', made.value, exact(amount).toFixed(2))
  play.banks.moved.push({ id, version, state, maker, from, to, amount, date, arrivedOn: '' })
  feed(play, 'to a bank', () => play.book.sendToBank({ id, date, from: endOf(from), to, amount }))
}

/** Between accounts: to another of local money, or to foreign money, of which it is said what arrived. */
async function transfer(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const { accounts } = play.house.banks
  const account = pick(accounts.filter(({ item }) => item === null))
  const to = pick(accounts.filter((one) => one !== account && (roll(2) === 0 || one.item !== null)))
  if (!to) return
  const amount = exact(5000 + roll(900_000))
    .div(100)
    .toFixed(2)
  await send(play, {
    kind: 'transfer',
    from: { account },
    to,
    amount,
    asked: roll(2) === 0 ? dayOfAll(play) : null,
  })
}

async function deposit(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const { accounts } = play.house.banks
  const { id: counterId, branchId } = pick(countersOf(play))
  const held = heldAt(play, branchId, counterId).get(play.house.local.code) ?? zero
  const amount = held
    .times(1 + roll(roll(9) === 0 ? 120 : 15))
    .div(100)
    .floor()
  if (amount.lt(1)) return
  const to = pick(accounts.filter(({ item }) => item === null))
  await send(play, {
    kind: 'deposit',
    from: { at: { branchId, counterId } },
    to,
    amount: amount.toFixed(),
    asked: null,
  })
}

/** The bank has it: whole, or less what it kept; of foreign money so much as it says. */
async function arrive(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const known = pick(play.banks.moved.filter(({ state }) => state === 'inTransit').slice(0, 8))
  if (!known) return
  const { id, to } = known
  const sent = exact(known.amount)
  const kept = roll(3) === 0 ? exact(1 + roll(2500)).div(100) : zero
  const arrived =
    to.item === null ? sent.minus(kept.lt(sent) ? kept : zero).toFixed(2) : unitsFor(play, to, sent)
  const isWhole = to.item === null && sent.eq(arrived)
  const day = dayOfAll(play)
  const asked = roll(4) > 0 && day >= known.date ? day : null
  const said = { ...keyOf(known), amount: isWhole ? null : arrived, businessDate: asked }
  const made = noteReply(play, 'arrived at a bank', await pick(movers(play)).call(bankTransfers.arrive, said))
  if (!made) return
  const date = dayAt(play, to.branch, asked)
  const charge = feed(play, 'arrived at a bank', () =>
    play.book.arriveAtBank({ id: arrivalOf(known), date, load: id, amount: arrived }),
  )
  play.same('date of an arrival', made.arrivedDate ?? 'none', date)
  play.same('what a bank kept', made.charge, charge?.toFixed(2) ?? 'refused')
  play.same('gain of an arrival', made.gain, '0.00')
  Object.assign(known, { version: made.version, state: made.state, arrivedOn: date })
}

const arrivalOf = ({ id }: ToBank) => `${id} arrived`

const spotOf = (from: PaidBy) =>
  'account' in from ? { branchId: from.account.branch, counterId: null } : from.at

/** What is on its way is taken back, and what arrived is reversed: the last of its entries first. */
async function takeBack(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const wanted = roll(2) === 0 ? 'inTransit' : 'arrived'
  const known = pick(play.banks.moved.filter(({ state }) => state === wanted).slice(-8))
  if (!known) return
  const { id, from, to, arrivedOn } = known
  const endpoint = wanted === 'arrived' ? bankTransfers.reverse : bankTransfers.takeBack
  const asked = { ...keyOf(known), note: 'A slip' }
  const made = noteReply(play, `${wanted} taken back`, await pick(movers(play)).call(endpoint, asked))
  if (!made) return
  known.state = made.state
  const undo = (date: string, undoes: string) =>
    feed(play, 'taken back', () => play.book.undoBank({ id: eventId(play), date, undoes, load: id }))
  if (wanted === 'arrived')
    undo(undoneOn(play, { branchId: to.branch, counterId: null }, arrivedOn), arrivalOf(known))
  undo(undoneOn(play, spotOf(from), known.date), id)
}

/** How often money goes to a bank, arrives and comes back. */
export const bankMoveActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [8, transfer],
  [6, deposit],
  [14, arrive],
  [4, takeBack],
]
