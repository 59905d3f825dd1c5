import { workspaces } from '#modules/access/workspaces/workspaces.contract.ts'
import { type Deal, deals } from '#modules/exchange/deals/deals.contract.ts'
import { someDeal } from './model-asks.ts'
import { begin, follow } from './model-follow.ts'
import { compareGates, gatesBeyond, isShort } from './model-limits.ts'
import type { Person } from './model-places.ts'
import { countersOf, type Known, type Play, noteReply } from './model-play.ts'

// What can happen to deals, by people who may and now and then by people who may not.

async function createDeal(play: Play): Promise<void> {
  const { roll, pick } = play.dice
  const counter = pick(countersOf(play))
  const teller = pick(counter.tellers)
  const { lines, who, draft, payments, waived } = await someDeal(play, counter, teller)
  const upTo = pick([
    'settle',
    'settle',
    'settle',
    'settle',
    'submit',
    'submit',
    'hold',
    'quote',
    'draft',
  ] as const)
  const beyond = gatesBeyond(play, counter, lines)
  const answer = await teller.call(deals.create, { ...draft, upTo })
  // The payments are what the model says is due, at the rates of this moment.
  if (answer.code === 'PAYMENTS_DIFFER') play.deviates('the payments of a deal are not what it comes to')
  if (answer.code === 'INSUFFICIENT_STOCK' && !isShort(play, counter, lines))
    play.deviates('a deal is refused for want of stock that is there')
  const made = noteReply(play, `deal up to ${upTo}`, answer)
  if (!made) return
  if (upTo !== 'draft' && upTo !== 'quote') compareGates(play, made, beyond)
  const subject = who.customerId ?? who.walkIn?.idNumber ?? null
  const known = begin(play, { counter, teller, made, asked: { lines, payments, waived, subject } })
  if (roll(50) === 0) known.maker = pick(counter.tellers)
}

/** Whoever else may decide, and now and then the maker, who may not. */
function otherThan(play: Play, { branch, counter, maker }: Known): Person {
  const { roll, pick } = play.dice
  const { admin, chief, compliance } = play.house
  if (roll(12) === 0) return maker
  return pick(
    [...branch.seniors, ...counter.tellers, admin, chief, compliance].filter((one) => one !== maker),
  )
}
type Next = Deal | undefined
interface Ask {
  play: Play
  known: Known
  /** The deal by id and version. */
  of: { id: string; version: number }
  maker: Person
  other: Person
}

const one = <T>({ dice: { roll } }: Play, list: readonly T[]): T[] => list.filter(() => roll(2) === 0)

async function update({ play, known, of, maker }: Ask): Promise<undefined> {
  const { lines, who, draft, payments, waived } = await someDeal(play, known.counter, maker)
  const next = noteReply(play, 'update', await maker.call(deals.update, { ...draft, ...of }))
  if (!next) return
  follow(play, known, next)
  Object.assign(known, { lines, payments, waived, subject: who.customerId ?? who.walkIn?.idNumber ?? null })
}

async function quote({ play, known, of, maker }: Ask): Promise<Next> {
  const next = noteReply(play, 'quote', await maker.call(deals.quote, of))
  // At the rates of a new quote what was agreed in cash alone is worked out anew.
  if (next && known.payments.length === 1 && known.payments[0]?.mode === 'cash') known.payments = []
  return next
}

async function remove({ play, known, of, maker }: Ask): Promise<undefined> {
  const gone = noteReply(play, 'delete', await maker.call(deals.delete, of))
  if (gone) play.deals.splice(play.deals.indexOf(known), 1)
}

const decisions = {
  authorization: [deals.approveAuthorization, deals.rejectAuthorization],
  limit: [deals.approveLimit, deals.rejectLimit],
  rba: [deals.clearRba, deals.rejectRba],
  reversal: [deals.approveReversal, deals.rejectReversal],
  rest: [deals.approveRest, deals.rejectRest],
} as const

async function decide({ play, known, of, other }: Ask): Promise<Next> {
  const { pick, roll } = play.dice
  const { openGates } = known.latest
  const kind = pick(openGates.length > 0 ? openGates : (['authorization'] as const))
  const [approve, reject] = decisions[kind]
  const isRejected = roll(8) === 0
  const answer = await other.call(isRejected ? reject : approve, { ...of, note: 'Looked at' })
  return noteReply(play, `${kind} ${isRejected ? 'rejected' : 'approved'}`, answer)
}

/** What comes another way than over the counter: payments, and foreign money that is bought by a bank. */
const awaited = ({ latest }: Known) => [
  ...latest.payments.filter(
    (payment) => payment.needsClearing && payment.direction === 'in' && !payment.isSettled,
  ),
  ...latest.lines.flatMap(({ side, transfer, isSettled }) =>
    side === 'buy' && transfer && !isSettled ? transfer : [],
  ),
]

async function clear({ play, known, of, other }: Ask): Promise<Next> {
  const { pick } = play.dice
  const state = pick(['received', 'cleared', 'cleared', 'cleared', 'bounced'] as const)
  const ask = { ...of, payment: pick(awaited(known)).id, state, note: 'Looked at' }
  return noteReply(play, `payment ${state}`, await other.call(deals.clearPayment, ask))
}

const isUncleared = ({ state }: { state: string }) => state !== 'cleared'

/** All that a deal awaits is there. */
async function clearAll({ play, known, other }: Ask): Promise<void> {
  for (const { id: payment } of awaited(known).filter(isUncleared)) {
    const { id, version } = known.latest
    const said = { id, version, payment, state: 'cleared' as const, note: 'Seen' }
    const next = noteReply(play, 'payment cleared', await other.call(deals.clearPayment, said))
    if (next) follow(play, known, next)
  }
}

async function clearAndSettle(ask: Ask): Promise<undefined> {
  const { play, known } = ask
  await clearAll({ ...ask, other: play.dice.pick([play.house.admin, play.house.chief]) })
  const { id, version } = known.latest
  return settleBy(false)({ ...ask, of: { id, version } })
}

const settleBy =
  (isPart: boolean) =>
  async ({ play, known, of, maker }: Ask) => {
    const { lines, payments } = known.latest
    const part = isPart
      ? {
          lines: one(
            play,
            lines.flatMap(({ position, isSettled }) => (isSettled ? [] : position)),
          ),
          payments: one(
            play,
            payments.flatMap(({ id, isSettled }) => (isSettled ? [] : id)),
          ),
        }
      : { lines: null, payments: null }
    const next = noteReply(
      play,
      isPart ? 'settled in part' : 'settled',
      await maker.call(deals.settle, { ...of, ...part }),
    )
    if (next) follow(play, known, next, part)
    return undefined
  }

const byMaker =
  (name: 'cancel' | 'submit') =>
  async ({ play, of, maker }: Ask) =>
    noteReply(play, name, await maker.call(deals[name], of))
const byEither =
  (name: 'hold' | 'releaseHold') =>
  async ({ play, of, maker, other }: Ask) =>
    noteReply(play, name, await play.dice.pick([maker, other]).call(deals[name], of))

/** Whoever may not reverse so much alone asks for it. */
async function reverse({ play, known, of, other }: Ask): Promise<Next> {
  const seat = (await other.call(workspaces.current)).body?.counterId
  await other.call(workspaces.switch, { type: 3, workspaceId: known.counter.id })
  const answer = await other.call(deals.reverse, { ...of, note: 'They came back' })
  if (seat) await other.call(workspaces.switch, { type: 3, workspaceId: seat })
  if (answer.code !== 'OVER_LIMIT_ASK') return noteReply(play, 'reverse', answer)
  noteReply(play, 'reverse', answer)
  return noteReply(
    play,
    'reversal asked for',
    await other.call(deals.askReversal, { ...of, note: 'They came back' }),
  )
}

const open = ['draft', 'quote', 'waiting', 'pending', 'partiallySettled']

interface Step {
  weight: number
  from: readonly string[]
  /** Of deals that are in such a state. */
  isFit?: (known: Known) => boolean
  run: (ask: Ask) => Promise<Next>
}

const steps: Record<string, Step> = {
  submit: { weight: 4, from: ['draft', 'quote'], run: byMaker('submit') },
  quote: { weight: 2, from: ['draft', 'quote'], run: quote },
  delete: { weight: 1, from: ['draft', 'quote'], run: remove },
  update: { weight: 3, from: ['draft', 'quote', 'waiting', 'pending'], run: update },
  decide: { weight: 11, from: ['waiting'], run: decide },
  hold: { weight: 2, from: open, isFit: ({ latest }) => !latest.isOnHold, run: byEither('hold') },
  releaseHold: {
    weight: 4,
    from: open,
    isFit: ({ latest }) => latest.isOnHold,
    run: byEither('releaseHold'),
  },
  cancel: { weight: 2, from: ['draft', 'quote', 'waiting', 'pending'], run: byMaker('cancel') },
  settle: { weight: 7, from: ['pending', 'partiallySettled'], run: settleBy(false) },
  'settle in part': { weight: 10, from: ['pending', 'partiallySettled'], run: settleBy(true) },
  clear: {
    weight: 8,
    from: ['waiting', 'pending', 'partiallySettled'],
    isFit: (known) => awaited(known).length > 0,
    run: clear,
  },
  'clear and settle': {
    weight: 10,
    from: ['pending', 'partiallySettled'],
    isFit: (known) => awaited(known).some(isUncleared),
    run: clearAndSettle,
  },
  'decide on a reversal': {
    weight: 3,
    from: ['settled', 'partiallySettled'],
    isFit: ({ latest }) => latest.openGates.includes('reversal'),
    run: decide,
  },
  reverse: { weight: 6, from: ['settled', 'partiallySettled'], run: reverse },
}

/** One step of a deal that is in a state for it; nothing where there is none. */
async function take(play: Play, { from, isFit, run }: Step): Promise<void> {
  const { roll, pick } = play.dice
  const fit = play.deals.filter((known) => from.includes(known.latest.state) && (isFit?.(known) ?? true))
  if (fit.length === 0) return
  // The latest are most asked for, and nobody is forgotten.
  const known = roll(2) === 0 ? pick(fit) : pick(fit.slice(-12))
  const { id, version } = known.latest
  const ask = { play, known, of: { id, version }, maker: known.maker, other: otherThan(play, known) }
  const next = await run(ask)
  if (next) follow(play, known, next)
}

/** Ends or settles what is open at a counter, so that its day can be closed. */
export async function tidy(play: Play, counterId: string): Promise<void> {
  const { admin } = play.house
  const left = play.deals.filter(
    ({ counter, latest }) => counter.id === counterId && open.includes(latest.state),
  )
  for (const known of left) {
    const ask = (): Ask => {
      const { id, version } = known.latest
      return { play, known, of: { id, version }, maker: known.maker, other: admin }
    }
    const go = async (run: (given: Ask) => Promise<Next>) => {
      const next = await run(ask())
      if (next) follow(play, known, next)
    }
    if (known.latest.isOnHold) await go((given) => byEither('releaseHold')({ ...given, maker: admin }))
    if (known.latest.state !== 'partiallySettled') {
      await go(byMaker('cancel'))
      continue
    }
    const { id, version } = known.latest
    await clearAll({ play, known, of: { id, version }, maker: known.maker, other: admin })
    await go(settleBy(false))
  }
}

const actOf = ([title, step]: [string, Step]) =>
  [step.weight, Object.assign((play: Play) => take(play, step), { title })] as const

/** What can happen to deals, and how often. */
export const dealActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [34, createDeal],
  ...Object.entries(steps).map(actOf),
]
