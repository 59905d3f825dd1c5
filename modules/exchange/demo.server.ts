import { sql } from 'kysely'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Services } from '#kit/server/context.server.ts'
import { type Db, inCompany, type Tx } from '#kit/server/database.server.ts'
import { runAct } from '#kit/server/pipeline.server.ts'
import type { Actor } from '#modules/actor.domain.ts'
import { allCurrencies } from '#modules/currencies/public.server.ts'
import { piecesFor } from './basket/basket.domain.ts'
import { cancelDeal, hasDealtOn, makeDeal, reverseDeal } from './public.server.ts'
import { closeCounter, openCounter } from '#modules/inventory/public.server.ts'
import { adjustmentEvents, type OpeningPart } from '#modules/inventory/adjustments/adjustments.domain.ts'
import { listHeldAt, post, type PostingLine } from '#modules/ledger/public.server.ts'
import { branchRegions, todayOf, tree } from '#modules/organisation/public.server.ts'
import { permissionCodes } from '#modules/permissions.domain.ts'
import { latestMids } from '#modules/rates/public.server.ts'
import { regulars } from '#modules/customers/demo.server.ts'
import { demoBranches } from '#modules/organisation/demo.server.ts'

interface Desk {
  branchId: string
  counterId: string
}
type Currency = Awaited<ReturnType<typeof allCurrencies>>[number]

/** What a counter begins with, in local currency for each foreign one, and in local cash. */
const opening = { foreign: 30_000, local: 120_000 }
/** What a deal is worth in local currency, of somebody who is on file and of whoever else comes; each below what asks for more papers. */
const worths = { regular: { least: 400, most: 9000 }, other: { least: 100, most: 2700 } }
/** Of a hundred deals: how many are of somebody on file, given up before the money moves, taken back after it. */
const shares = { regular: 35, cancelled: 2, reversed: 1 }
/** The most asked for come first: how often each is dealt, of a hundred. */
const asked: readonly (readonly [code: string, share: number])[] = [
  ['USD', 26],
  ['SGD', 22],
  ['EUR', 12],
  ['THB', 10],
  ['GBP', 7],
  ['AUD', 7],
  ['IDR', 6],
  ['CNY', 5],
  ['JPY', 5],
]
const spread = { buy: '0.994', sell: '1.006' }
const morning = 'T01:00:00Z'

/**
 * Trades in the demonstration company for so many days back, until yesterday, at the first counter of each branch: opened,
 * dealt and closed by the same code as at a real counter, with the clock of those days. One counter's day is one
 * transaction; what is there already is left, so that a later start goes on where an earlier one was stopped, unless people have
 * made anything since. Branches that they made have none of it. Answers how many days of counters it has made.
 */
export async function tradeDemo(
  { db, now }: Pick<Services, 'db' | 'now'>,
  companyId: string,
  { days, isOver }: { days: number; isOver: () => boolean },
): Promise<number> {
  if (await inCompany(companyId, () => hasStarted(db))) return 0
  const { desks, teller, ...house } = await inCompany(companyId, () => cast(db, companyId))
  const act = <T>(work: (tx: Tx) => Promise<T>) =>
    inCompany(companyId, () => runAct(db, teller, 'demo.trade', work))
  let made = 0
  const past = workingDays(await inCompany(companyId, () => todayOf({ db, now: now() })), days)
  await sql`select kit.extend_partitions(${past[0] ?? now().toISOString()})`.execute(db)
  for (const day of past)
    for (const desk of desks) {
      if (isOver()) return made
      if (await inCompany(companyId, () => hasDealtOn(db, desk.counterId, day))) continue
      const actor = { ...teller, workspace: { type: 3 as const, regionId: null, ...desk } }
      await act((tx) => dayOf(tx, actor, day, house))
      made++
    }
  return made
}

/** Whether a person has made anything: invented deals beside theirs would be taken for real ones. */
export async function hasStarted(db: Db): Promise<boolean> {
  const made = db
    .selectFrom('kit.audit')
    .select('id')
    .where('kind', '=', 'CREATE')
    .where('outcome', '=', 'done')
    .where('address', 'is not', null)
  return (await made.limit(1).executeTakeFirst()) !== undefined
}

/** Who trades, where and with what. */
export async function cast(db: Db, companyId: string) {
  const { counters, ...all } = await tree(db)
  const own = new Set(
    (await branchRegions(db)).flatMap(({ id, code }) => (demoBranches.has(code) ? [id] : [])),
  )
  const branches = all.branches.filter(({ id }) => own.has(id))
  const seats = branches.flatMap(({ id }): Desk[] =>
    counters.flatMap((one) => (one.branchId === id ? [{ branchId: id, counterId: one.id }] : [])),
  )
  const desks = branches.flatMap(({ id }) => seats.find(({ branchId }) => branchId === id) ?? [])
  const idOf = async (userName: string) => {
    const users = db.selectFrom('access.user').select('id').where('userName', '=', userName)
    return (await users.executeTakeFirstOrThrow()).id
  }
  const id = await idOf('teller')
  const teller: Actor = {
    userId: id,
    selves: new Set([id]),
    companyId,
    provenFor: 0,
    sessionId: id,
    name: 'Mei Ling Wong',
    permissions: new Set(permissionCodes),
    baseRoles: new Set(),
    limits: new Map(
      ['deal_amount', 'daily_amount', 'rate_deviation', 'below_cost', 'refund'].map((type) => [
        type,
        'unlimited',
      ]),
    ),
    workspace: { type: 3, regionId: null, branchId: null, counterId: null },
    scope: 'all',
    assigned: 'all',
  }
  const manager = { userId: await idOf('manager'), name: 'Daniel Tan' }
  return { desks, seats, currencies: await allCurrencies(db), teller, manager, regulars: await regulars(db) }
}
export type House = Pick<Awaited<ReturnType<typeof cast>>, 'currencies' | 'manager' | 'regulars'>

/** So many days before today, the earliest first; of Sundays only yesterday, which is closed and reported on every first start. */
function workingDays(today: string, count: number): string[] {
  const midnight = new Date(`${today}T00:00:00Z`).getTime()
  return Array.from({ length: count }, (_, at) => new Date(midnight - (count - at) * 86_400_000))
    .filter((day, at) => day.getUTCDay() !== 0 || at === count - 1)
    .map((day) => day.toISOString().slice(0, 10))
}

/** The same numbers for the same day and desk, on every machine. */
function dice(seed: string): () => number {
  let state = 2_166_136_261
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16_777_619)
  return () => {
    state =
      Math.imul(state ^ (state >>> 15), 2_246_822_519) ^ Math.imul(state ^ (state >>> 13), 3_266_489_917)
    return (state >>> 0) / 2 ** 32
  }
}

async function dayOf(tx: Tx, actor: Actor, day: string, house: House): Promise<void> {
  const { currencies } = house
  const roll = dice(`${day} ${actor.workspace.counterId ?? ''}`)
  const at = new Date(`${day}${morning}`)
  const desk = { branchId: actor.workspace.branchId ?? '', counterId: actor.workspace.counterId ?? '' }
  const mids = new Map((await latestMids(tx, at)).map(({ code, mid }) => [code, mid]))
  if ((await listHeldAt(tx, desk)).length === 0) await stock(tx, actor, desk, day, { currencies, mids })
  await openCounter({ db: tx, actor, now: at }, desk.counterId, {
    lines: await countDrawer(tx, desk, currencies),
  })
  const deals = 4 + Math.floor(roll() * 6)
  await serve({ tx, actor, roll, mids, house }, { from: at, deals, minutes: 45 })
  const evening = new Date(at.getTime() + 9 * 3_600_000)
  await closeCounter({ db: tx, actor, now: evening }, desk.counterId, {
    lines: await countDrawer(tx, desk, currencies),
  })
}

interface Serving {
  tx: Tx
  actor: Actor
  roll: () => number
  mids: ReadonlyMap<string, string>
  house: House
}

/** Serves one customer after another at an open counter. */
async function serve(
  { tx, actor, roll, mids, house }: Serving,
  { from, deals, minutes }: { from: Date; deals: number; minutes: number },
): Promise<void> {
  for (let number = 0; number < deals; number++) {
    const past = number * minutes * 60_000 + Math.floor(roll() * (minutes - 5) * 60_000)
    const now = new Date(from.getTime() + past)
    const deal = dealOf(roll, house, mids)
    // Whom the drawer cannot serve goes to the next house.
    if (deal)
      await servedAt({ db: tx, actor, now, language: 'en' }, deal, house.manager).catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
      })
  }
}

/** What was dealt at a counter between its opening and now. */
export const serveSince = (serving: Omit<Serving, 'roll'>, from: Date, now: Date): Promise<void> => {
  // What is taken back is taken back twelve minutes later.
  const minutes = 30
  const deals = Math.max(0, Math.floor(((now.getTime() - from.getTime()) / 60_000 - 15) / minutes))
  return serve({ ...serving, roll: dice(from.toISOString().slice(0, 10)) }, { from, deals, minutes })
}

/** A deal until it is settled, unless the customer changes their mind before that or after. */
async function servedAt(
  acting: Parameters<typeof makeDeal>[0],
  { draft, held, end }: NonNullable<ReturnType<typeof dealOf>>,
  manager: House['manager'],
): Promise<void> {
  const { id, version } = await makeDeal(acting, draft, end === 'cancelled' ? 'submit' : 'settle', held)
  const now = new Date(acting.now.getTime() + 12 * 60_000)
  if (end === 'cancelled')
    await cancelDeal({ ...acting, now, input: { id, version, note: 'The customer changed their mind' } })
  if (end === 'reversed') {
    const actor = { ...acting.actor, ...manager }
    await reverseDeal({
      ...acting,
      now,
      actor,
      input: { id, version, note: 'Wrong currency; notes are back' },
    })
  }
}

/** What lies in a drawer, as somebody counts it who makes no mistake. */
export async function countDrawer(tx: Tx, desk: Desk, currencies: readonly Currency[]) {
  return (await listHeldAt(tx, desk)).map(({ itemId, onHand }) => {
    const { denominations = [] } = currencies.find(({ id }) => id === itemId) ?? {}
    const enough = denominations.map(({ kind, faceValue }) => ({
      kind: kind as 'note' | 'coin',
      faceValue: new Exact(faceValue).toFixed(),
      count: 1_000_000,
    }))
    return { itemId, pieces: piecesFor(onHand, enough) ?? [] }
  })
}

/** One customer: who, which currency, which way, how much, and how it ends; at the rates of that day. */
function dealOf(
  roll: () => number,
  { currencies, regulars: known }: House,
  mids: ReadonlyMap<string, string>,
) {
  let left = roll() * 100
  const [code] = asked.find(([, share]) => (left -= share) < 0) ?? ['USD']
  const currency = currencies.find((one) => one.code === code)
  const mid = mids.get(code)
  if (!currency || mid === undefined) return undefined
  const side = roll() < 0.52 ? ('sell' as const) : ('buy' as const)
  const usualRate = new Exact(mid).times(spread[side]).toSignificantDigits(5).toFixed()
  const customerId = roll() * 100 < shares.regular ? known[Math.floor(roll() * known.length)] : undefined
  const { least, most } = worths[customerId === undefined ? 'other' : 'regular']
  const worth = least + Math.floor(roll() * roll() * (most - least))
  const fate = roll() * 100
  const end =
    fate < shares.cancelled
      ? ('cancelled' as const)
      : fate < shares.cancelled + shares.reversed
        ? ('reversed' as const)
        : ('settled' as const)
  const step = new Exact(currency.cashUnit).greaterThan(1) ? currency.cashUnit : '10'
  const pieces = new Exact(worth).times(currency.quoteUnit).dividedBy(usualRate).dividedToIntegerBy(step)
  if (pieces.isZero()) return undefined
  const quantity = pieces.times(step).toFixed()
  const line = { side, currencyId: currency.id, subCurrencyId: null, quantity }
  const draft = { customerId: customerId ?? null, lines: [line] }
  return { draft, held: [{ ...line, usualRate, mid, rateRule: { kind: 'base' as const, id: null } }], end }
}

/** Opening balances of a counter, at the mids of the day. */
export async function stock(
  tx: Tx,
  actor: Actor,
  desk: Desk,
  day: string,
  { currencies, mids }: { currencies: readonly Currency[]; mids: ReadonlyMap<string, string> },
): Promise<void> {
  const local = currencies.find(({ isLocal }) => isLocal)
  if (!local) return
  const cash = String(opening.local)
  const lines: PostingLine<OpeningPart>[] = [
    { part: 'cash', ...desk, itemId: local.id, quantity: cash, amount: cash },
    { part: 'opening', ...desk, amount: `-${cash}` },
  ]
  for (const { id, code, quoteUnit } of currencies.filter((one) =>
    asked.some(([known]) => known === one.code),
  )) {
    const mid = mids.get(code)
    if (mid === undefined) continue
    const quantity = new Exact(opening.foreign)
      .times(quoteUnit)
      .dividedBy(mid)
      .dividedToIntegerBy(1000)
      .times(1000)
    const amount = quantity.times(mid).dividedBy(quoteUnit).toFixed(local.exponent)
    lines.push({ part: 'stock', ...desk, itemId: id, quantity: quantity.toFixed(), amount })
    lines.push({ part: 'opening', ...desk, amount: `-${amount}` })
  }
  const source = { type: 'opening', id: desk.counterId }
  const now = new Date(`${day}${morning}`)
  await post(
    { db: tx, actor, now },
    { event: adjustmentEvents.opening, source, businessDate: day, branchId: desk.branchId, lines },
  )
}
