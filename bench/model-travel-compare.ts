import type pg from 'pg'
import { stockRequests } from '#modules/inventory/requests/requests.contract.ts'
import { branchTransfers, transitAgeing } from '#modules/inventory/travel/travel.contract.ts'
import { sure } from './model-house.ts'
import type { Play, Travel } from './model-play.ts'
import { readFilling } from './model-requests.ts'
import { exact, sum } from './model/numbers.ts'

// What travels, beside the model: by transfer in the tables after every event, on the reports and requests after a batch.

/** Value and quantity in transit by transfer: what was sent and has not arrived, and nothing where nothing travels. */
export async function compareTransit(play: Play, owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ id: string; item: string; quantity: string; value: string }>(
    `select holder_id id, item_id item, quantity, value from ledger.pool
     where kind = 'transit' and branch_id = any($1) and (quantity <> 0 or value <> 0)
       and item_id <> all($2)`,
    [play.house.branches.map(({ id }) => id), play.house.goods.map(({ id }) => id)],
  )
  const codes = new Map(play.house.items.map(({ id, code }) => [id, code]))
  const there = new Map(rows.map(({ id, item, ...one }) => [`${id} ${codes.get(item)}`, one]))
  const toBanks = play.book.bankLoads().map(({ id, amount }) => {
    const figure = amount.toFixed(2)
    return [`${id} ${play.house.local.code}`, { quantity: figure, value: figure }] as const
  })
  const here = new Map([...play.book.travelling().map(({ id, ...one }) => [id, one] as const), ...toBanks])
  const nothing = { quantity: '0', value: '0' }
  for (const key of new Set([...there.keys(), ...here.keys()]))
    for (const part of ['quantity', 'value'] as const)
      play.same(
        `in transit, ${key} ${part}`,
        (there.get(key) ?? nothing)[part],
        (here.get(key) ?? nothing)[part],
      )
  const total = (some: Iterable<{ value: string }>) =>
    sum([...some].map(({ value }) => exact(value))).toFixed()
  play.same('in transit, all', total(there.values()), total(here.values()))
}

const wasSent = ({ values }: Travel) => values.length > 0

/** What the reports say of each line that was sent: what it cost, what came, and what is on the way. */
export async function compareReports(play: Play): Promise<void> {
  const { admin } = play.house
  const sent = await sure(admin.call(branchTransfers.list, { from: '2026-01-01', to: '2026-12-31' }))
  const aged = await sure(admin.call(transitAgeing.list, {}))
  play.same('branch transfers agree with the books', String(sent.booked.agrees), 'true')
  play.same('transit ageing agrees with the books', String(aged.booked.agrees), 'true')
  const left = new Map(play.book.travelling().map((one) => [one.id, one.quantity]))
  const known = new Map(sent.rows.map((row) => [`${row.transferId} ${row.code}`, row]))
  const ageing = new Map(aged.rows.map((row) => [`${row.transferId} ${row.code}`, row]))
  for (const travel of play.travels.filter(wasSent))
    for (const [at, { item, quantity }] of travel.lines.entries()) {
      const key = `${travel.id} ${item.code}`
      const row = known.get(key)
      play.same(`report of ${key}: quantity`, row?.quantity ?? 'none', quantity)
      play.same(`report of ${key}: value`, row?.value ?? 'none', travel.values[at] ?? '')
      play.same(
        `report of ${key}: received`,
        row?.received ?? 'none',
        travel.counted[at]?.toFixed() ?? 'none',
      )
      play.same(`report of ${key}: on the way`, row?.onWay ?? 'none', left.get(key) ?? '0')
      play.same(`ageing of ${key}`, ageing.get(key)?.quantity ?? '0', left.get(key) ?? '0')
    }
}

/** What each request has got by its loads, and what it has become. */
export async function compareRequests(play: Play): Promise<void> {
  for (const asked of play.requests.filter(({ isEnded }) => !isEnded)) {
    const shown = await sure(play.house.admin.call(stockRequests.getById, { id: asked.id }))
    const own = readFilling(play, asked)
    for (const [at, line] of own.entries())
      for (const part of ['received', 'onItsWay', 'open'] as const)
        play.same(
          `request ${shown.number}, line ${at}: ${part}`,
          shown.lines.find(({ itemId }) => itemId === asked.lines[at]?.item.id)?.[part] ?? 'none',
          line[part].toFixed(),
        )
    const isFull = own.every(({ quantity, received }) => received.gte(quantity))
    const isBegun = own.some(({ received, onItsWay }) => received.plus(onItsWay).gt(0))
    play.same(
      `state of request ${shown.number}`,
      shown.state,
      isFull ? 'completed' : isBegun ? 'inPart' : 'open',
    )
    // What is completed stays so.
    asked.isEnded = isFull
  }
}
