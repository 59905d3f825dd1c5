import type pg from 'pg'
import type { Play } from './model-play.ts'
import { exact, sum } from './model/numbers.ts'

// Goods beside the model: the cost pools of branches and of what travels, and what lies where, after every event, sales and what came back after a batch.

type Figures = Record<'quantity' | 'value', string>
interface Pooled {
  kind: string
  branch: string
  holder: string | null
  item: string
  quantity: string
  value: string
}

/** Quantity and value of every item in every store and every transfer. */
export async function compareGoods(play: Play, owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<Pooled>(
    `select kind, branch_id branch, holder_id holder, item_id item, quantity, value from ledger.pool
     where item_id = any($1) and kind in ('retail', 'transit') and branch_id = any($2)`,
    [play.house.goods.map(({ id }) => id), play.house.branches.map(({ id }) => id)],
  )
  const there = new Map<string, Figures>(
    rows.map(({ kind, branch, holder, item, ...one }) => [
      kind === 'retail' ? `${branch} ${item}` : `on its way ${holder} ${item}`,
      one,
    ]),
  )
  const here = new Map<string, Record<'quantity' | 'value', { toFixed: () => string }>>([
    ...play.book.goodsPools().map(({ branch, item, ...one }) => [`${branch} ${item}`, one] as const),
    ...play.book.goodsLoads().map(({ id, ...one }) => [`on its way ${id}`, one] as const),
  ])
  for (const key of new Set([...there.keys(), ...here.keys()]))
    for (const part of ['quantity', 'value'] as const)
      play.same(`goods ${key} ${part}`, there.get(key)?.[part] ?? '0', here.get(key)?.[part].toFixed() ?? '0')
  await compareStores(play, owner)
}

/** What lies in each store and at each counter, and what of a store is promised to other stores. */
async function compareStores(play: Play, owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<Record<'branch' | 'hand' | 'item' | 'reserved', string> & Placed>(
    `select branch_id branch, item_id item, counter_id place, sum(on_hand) hand, sum(reserved) reserved
     from ledger.holding where item_id = any($1) and holder_id is null and branch_id = any($2) group by 1, 2, 3`,
    [play.house.goods.map(({ id }) => id), play.house.branches.map(({ id }) => id)],
  )
  const keyOf = ({ branch, item, place }: { branch: string; item: string } & Placed) =>
    `${place === null ? 'store' : `counter ${place}`} ${branch} ${item}`
  const packed = play.shipments.filter(({ state }) => state === 'created' || state === 'approved')
  const there = new Map(rows.map((row) => [keyOf(row), row]))
  const here = new Map(play.book.goodsLying().map((one) => [keyOf(one), one]))
  for (const key of new Set([...there.keys(), ...here.keys()]))
    play.same(key, there.get(key)?.hand ?? '0', here.get(key)?.quantity.toFixed() ?? '0')
  for (const [key, { branch, item, place, reserved }] of there) {
    const own = packed
      .filter(({ from }) => place === null && from.id === branch)
      .flatMap(({ lines }) =>
        lines.flatMap(({ ware, quantity }) => (ware.id === item ? exact(quantity) : [])),
      )
    play.same(`${key} reserved`, reserved, sum(own).toFixed())
  }
}
interface Placed {
  place: string | null
}

interface Left {
  id: string
  code: string
  amount: string
}

/** What is sold and came back whole has left no revenue, tax, rounding, money or cost. */
export async function compareShop(play: Play, owner: pg.Client): Promise<void> {
  const gone = play.sales.filter(
    ({ id, state, refunds }) =>
      state === 'settled' &&
      play.book.leftOfSale(id).every((left) => left === 0) &&
      refunds.every((one) => one.state === 'settled' || one.state === 'rejected'),
  )
  const sources = new Map(
    gone.flatMap(({ id, refunds }) => [id, ...refunds.map((one) => one.id)].map((one) => [one, id])),
  )
  const { rows } = await owner.query<Left>(
    `select e.source_id id, a.code, sum(l.amount) as amount from ledger.entry e
     join ledger.line l on l.company_id = e.company_id and l.at = e.at and l.entry_id = e.id
     join ledger.account a on a.company_id = l.company_id and a.id = l.account_id
     where e.source_id = any($1) and a.code in ('1000', '1310', '2100', '4030', '4040') group by 1, 2`,
    [[...sources.keys()]],
  )
  const left = Map.groupBy(rows, ({ id, code }) => `${sources.get(id)} ${code}`)
  for (const [key, own] of left)
    play.same(`left of ${key}`, sum(own.map(({ amount }) => exact(amount))).toFixed(), '0')
  const costs = await owner.query<{ id: string; cost: string }>(
    `select s.id, (select sum(l.cost) from retail.sale_line l where l.sale_id = s.id)
       - (select sum(l.cost) from retail.refund_line l join retail.refund r on r.id = l.refund_id
          where r.sale_id = s.id and r.state = 'settled') as cost
     from retail.sale s where s.id = any($1)`,
    [gone.map(({ id }) => id)],
  )
  for (const { id, cost } of costs.rows) play.same(`cost left of ${id}`, cost, '0')
}
