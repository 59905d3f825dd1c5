import { stockRequests } from '#modules/inventory/requests/requests.contract.ts'
import { type AskedStock, peopleAt, type Play, noteReply, type Travel } from './model-play.ts'
import { endsOf, packLoad, sentLines, smallestOf, someEnds, someLoad } from './model-travel.ts'
import { exact, sum, zero } from './model/numbers.ts'

// What places ask of others, filled by loads in whole or in part.

/** A place asks another for some of what lies there, or for a little more. */
async function ask(play: Play): Promise<void> {
  const { from, to } = someEnds(play)
  const lines = someLoad(play, from)
  if (lines.length === 0) return
  const by = play.dice.pick(peopleAt(play, to))
  const draft = { ...endsOf(from, to), lines: sentLines(lines) }
  const made = noteReply(play, 'stock asked for', await by.call(stockRequests.create, draft))
  if (made) play.requests.push({ id: made.id, from, to, lines, isEnded: false })
}

const openRequests = ({ requests }: Play) => requests.filter(({ isEnded }) => !isEnded).slice(0, 8)

/** The sender packs what was asked for, or a part of it. */
async function fill(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const asked = pick(openRequests(play))
  if (!asked) return
  const { from, to, id: requestId } = asked
  const isPart = roll(2) === 0
  const lines = asked.lines.flatMap(({ item, quantity }, at) => {
    const open = exact(readFilling(play, asked)[at]?.open ?? 0)
    const steps = open
      .div(smallestOf(item))
      .times(isPart ? 0.5 : 1)
      .floor()
    const some = roll(20) === 0 ? exact(quantity) : steps.times(smallestOf(item))
    return some.gt(0) ? [{ item, quantity: some.toFixed() }] : []
  })
  await packLoad(play, { from, to, requestId, lines })
}

async function endRequest(play: Play): Promise<void> {
  const { pick, roll } = play.dice
  const asked = pick(openRequests(play))
  if (!asked) return
  const { id, from, to } = asked
  const { body } = await play.house.admin.call(stockRequests.getById, { id })
  const key = { id, version: body.version }
  const answer =
    roll(2) === 0
      ? await pick(peopleAt(play, to)).call(stockRequests.cancel, key)
      : await pick(peopleAt(play, from)).call(stockRequests.refuse, { ...key, note: 'None to spare' })
  if (noteReply(play, 'request ended', answer)) asked.isEnded = true
}

/** What loads have brought of each line of a request, what is coming and what is open. */
export function readFilling({ travels }: Play, { id, lines }: AskedStock) {
  const own = travels.filter(({ requestId }) => requestId === id)
  return lines.map(({ item, quantity }) => {
    const of = (states: readonly Travel['state'][], what: (travel: Travel, at: number) => string) =>
      sum(
        own.flatMap((travel) => {
          const at = travel.lines.findIndex((line) => line.item === item)
          return at >= 0 && states.includes(travel.state) ? exact(what(travel, at)) : []
        }),
      )
    const received = of(['completed', 'differing'], ({ counted }, at) => counted[at]?.toFixed() ?? '0')
    const onItsWay = of(
      ['created', 'pending', 'approved', 'inTransit', 'rejectedReceipt'],
      (travel, at) => travel.lines[at]?.quantity ?? '0',
    )
    const left = exact(quantity).minus(received).minus(onItsWay)
    return { quantity, received, onItsWay, open: left.lt(0) ? zero : left }
  })
}

/** What is asked for, and how often. */
export const requestActs: readonly (readonly [number, (play: Play) => Promise<void>])[] = [
  [5, ask],
  [8, fill],
  [1, endRequest],
]
