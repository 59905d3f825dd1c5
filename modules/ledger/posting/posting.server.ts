import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Actor } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import { revisionOf } from '#kit/server/remembered.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { accountFor, isPooled, type Keeping } from '../accounts/accounts.domain.ts'
import { mapping } from '../accounts/accounts.queries.ts'
import { kindsOf, parts, type PostingEvent, postingEvents } from '../events/events.domain.ts'
import { takeByValue } from './by-value.domain.ts'
import { leafOf, leafVersion, wordsHash } from './leaf.server.ts'
import {
  type Account,
  type Books,
  counterOf,
  holderOf,
  poolKey,
  type Posting,
  type PostingLine,
  settle,
  type SettledLine,
} from './posting.domain.ts'
import * as queries from './posting.queries.ts'

export interface Poster {
  db: Db
  actor: Pick<Actor, 'userId' | 'name'> | { userId: null; name: string }
  now: Date
}

/** The first of these branches into which nothing may be posted on that day. */
const shutOf = (periods: readonly queries.Period[], businessDate: string): queries.Period | undefined =>
  periods.find(({ lockedTo, isUnlocked }) => lockedTo !== null && lockedTo >= businessDate && !isUnlocked)

/** A drawer, or the vault of a branch. */
interface Place {
  branchId: string
  counterId: string | null
}

/**
 * Asked before an entry is posted that touches other branches than its own, where the poster has asked: an answer throws where one
 * of these places is not at that day. What it holds open stays so until the transaction ends.
 */
export const daysElsewhere = hook<{ places: readonly Place[]; businessDate: string; now: Date }, void>(
  'ledger.daysElsewhere',
)

/** Up to which day a branch is locked, where nothing may be posted there on a day. It stays so until the caller's transaction ends. */
export async function lockOf(
  { db, now }: Pick<Poster, 'db' | 'now'>,
  branchId: string,
  businessDate: string,
): Promise<string | undefined> {
  await queries.holdPeriod(db)
  const { periods } = await queries.lock(db, [], [], { branchIds: [branchId], businessDate, now })
  return shutOf(periods, businessDate)?.lockedTo ?? undefined
}

/** Whether nothing may be posted at a branch on a day. It stays so until the caller's transaction ends. */
export const isLocked = async (poster: Pick<Poster, 'db' | 'now'>, branchId: string, businessDate: string) =>
  (await lockOf(poster, branchId, businessDate)) !== undefined

/**
 * Posts one business event: the only writer of journal, stock and cost. In the caller's transaction, of which it should be
 * among the last acts: it locks holdings and then cost pools until the commit. Throws INSUFFICIENT_STOCK, PERIOD_LOCKED where any
 * branch that it touches is locked, NO_ACCOUNT, and DUPLICATE where the event of this source is posted already. Answers the entry, its lines, and in
 * `moved` the amount and in `gains` the gain or loss of each line of the posting, by its place.
 */
export function post<P extends string>(poster: Poster, posting: Posting<P>) {
  const { event, ...rest } = posting
  const { code, gainsAtHome } = declared(event)
  return postAs(poster, { ...rest, event: code, gainsAtHome })
}

/** Posts the mirror of an entry, as the event `<event>.reversed`. */
export function postMirror(
  poster: Poster,
  { event, ...posting }: Posting & { reverses: { id: string; at: string } },
) {
  const { code, gainsAtHome } = declared(event)
  return postAs(poster, { ...posting, event: `${code}.reversed`, gainsAtHome })
}

/** A module must say in its manifest what it posts, or whoever reads the books does not know the event. */
function declared(event: PostingEvent): PostingEvent {
  if (postingEvents.get(event.code) !== event) throw new Error(`'${event.code}' is declared otherwise`)
  return event
}

async function postAs(poster: Poster, asked: Named) {
  const { db } = poster
  const { localCurrency } = await currentCompany(db)
  const { xact, companyId } = await queries.holdPeriod(db)
  const accountOf = await accounts(db, asked.event)
  const posting = (await keepsStock(db)) ? asked : { ...asked, lines: takeByValue(asked.lines, accountOf) }
  const { places, pooled, locked } = await lockBooks(poster, posting, accountOf)
  const before = new Map(locked.pools.map((one) => [poolKey(one), one]))
  const { lines, pools, moved, gains } = settle(posting.lines, {
    accountOf,
    pools: before,
    exponent: exponentOf(localCurrency),
    document: posting.source.id,
    home: posting.branchId,
    gainsAtHome: posting.gainsAtHome === true,
    grossOf: (part) => parts.get(part).gross,
    kindsOf,
  })
  const deltas = deltasOf(lines, locked.holdings, new Map(places.map((one) => [one.accountId, one.keeps])))
  const goods = new Set(places.flatMap(({ keeps, accountId }) => (keeps === 'retail' ? [accountId] : [])))
  const below = new Set(posting.lines.flatMap((line) => (line.mayGoBelow ? [storeOf(line)] : [])))
  const mayBeNegative = <R extends { branchId: string; itemId: string; mayBeNegative: boolean }>(row: R) =>
    row.mayBeNegative || below.has(storeOf(row))
  refuseShort(deltas, (one) => (goods.has(one.accountId) ? below.has(storeOf(one)) : one.mayBeNegative))
  const entry = entryOf(poster, posting, { xact, companyId })
  const kept = lines.map((line, at) => ({ ...line, position: at + 1, businessDate: entry.businessDate }))
  const leaf = leafOf(leafVersion, entry, kept)
  if (!leaf) throw new Error('Leaves are made in a way that is not known')
  const settled = pooled.map((one) => {
    const key = poolKey(one)
    const after = pools.get(key)
    const was = before.get(key)
    if (!after || !was) throw new Error('A pool was locked and is not settled')
    return { ...was, ...after, mayBeNegative: mayBeNegative(was) }
  })
  const moves = deltas.map((one) => ({ ...one, mayBeNegative: mayBeNegative(one) }))
  await queries.write(db, { ...entry, leafVersion, leaf }, lines, moves, settled)
  return { ...entry, lines, moved, gains }
}

interface Named extends Omit<Posting, 'event'> {
  event: string
  gainsAtHome: PostingEvent['gainsAtHome'] | undefined
  reverses?: { id: string; at: string }
}

/**
 * Locks the holdings and cost pools of a posting and the periods of its branches. Throws PERIOD_LOCKED, and a serialization failure
 * where the mapping has changed since it was read.
 */
async function lockBooks({ db, now }: Poster, posting: Named, accountOf: Books['accountOf']) {
  const { businessDate, branchId: home, source } = posting
  const places = posting.lines.flatMap((line) => placeOf(line, accountOf(line), source.id))
  const pooled = poolsOf(places)
  const branchIds = [...new Set([home, ...posting.lines.map(({ branchId }) => branchId)])]
  const elsewhere = posting.lines.filter(({ branchId }) => branchId !== home)
  if (elsewhere.length > 0) {
    const drawers = elsewhere.map(({ branchId, counterId = null }) => ({ branchId, counterId }))
    await daysElsewhere.ask(db, { places: drawers, businessDate, now })
  }
  const when = { branchIds, businessDate, now }
  let locked = await queries.lock(db, places, pooled, when)
  if (locked.pools.length < pooled.length) {
    await queries.beginPools(db, pooled)
    locked = await queries.lock(db, places, pooled, when)
  }
  // What was remembered of the mapping may be of before the posting was held: then all of it is done again.
  const known = await revisionOf(db)
  if (known && known.mark !== locked.mark)
    throw Object.assign(new Error('Settings have changed under a posting'), { code: '40001' })
  const shut = shutOf(locked.periods, businessDate)
  if (shut) throw new Refusal('PERIOD_LOCKED', { date: shut.lockedTo })
  return { places, pooled, locked }
}

/** The cost pools that these places belong to, each once. */
function poolsOf(places: readonly ReturnType<typeof placeOf>[number][]) {
  const pools = places.flatMap(({ keeps, branchId, itemId, holderId }) =>
    isPooled(keeps) ? [{ branchId, kind: keeps, holderId, itemId }] : [],
  )
  return [...new Map(pools.map((pool) => [poolKey(pool), pool])).values()]
}

const storeOf = ({ branchId, itemId }: Pick<PostingLine, 'branchId' | 'itemId'>) => `${branchId} ${itemId}`

/** Refuses what takes more from a place than is there and not promised; INSUFFICIENT_STOCK. */
function refuseShort<D extends ReturnType<typeof deltasOf>[number]>(
  deltas: readonly D[],
  mayGoBelow: (delta: D) => boolean,
): void {
  for (const delta of deltas) {
    const { onHand, reserved, quantity, itemId, holderId } = delta
    const left = new Exact(onHand).plus(quantity)
    if (new Exact(quantity).isNegative() && left.lessThan(reserved) && !mayGoBelow(delta))
      throw new Refusal('INSUFFICIENT_STOCK', {
        itemId,
        holderId,
        available: new Exact(onHand).minus(reserved).toFixed(),
      })
  }
}

/** The entry of the journal, with the salted hash of its words. */
function entryOf({ actor, now }: Poster, posting: Named, held: { xact: string; companyId: string }) {
  const words = { note: posting.note ?? '', author: actor.name }
  const wordsSalt = randomBytes(16)
  return {
    companyId: held.companyId,
    id: randomUUIDv7(),
    at: now.toISOString(),
    xact: held.xact,
    businessDate: posting.businessDate,
    branchId: posting.branchId,
    event: posting.event,
    sourceType: posting.source.type,
    sourceId: posting.source.id,
    reversesId: posting.reverses?.id ?? null,
    reversesAt: posting.reverses?.at ?? null,
    ...words,
    authorId: actor.userId,
    wordsSalt,
    wordsHash: wordsHash(wordsSalt, words),
  }
}

/** The account that each line of this event goes to. */
async function accounts(db: Db, event: string): Promise<Books['accountOf']> {
  const rows = await mapping(db)
  const known = new Map(rows.map(({ accountId, keeps, party }) => [accountId, { keeps, party }]))
  return ({ part, branchId, itemId = null, modeId = null }) => {
    if (typeof part !== 'string') return part
    const id = accountFor(rows, { part, event, branchId, itemId, modeId })
    if (id === undefined) throw new Refusal('NO_ACCOUNT', { part })
    return { id, ...(known.get(id) ?? { keeps: null, party: null }) }
  }
}

/** Where a line keeps something, if it does. */
function placeOf(line: PostingLine, account: Account, document: string) {
  const { branchId, itemId = null } = line
  if (account.keeps === null || itemId === null) return []
  const [counterId, holderId] = [counterOf(line, account), holderOf(line, account, document)]
  return [{ branchId, counterId, accountId: account.id, itemId, holderId, keeps: account.keeps }]
}

/** What the lines change of each place, beside what was there. */
function deltasOf(
  lines: readonly SettledLine[],
  holdings: readonly queries.Holding[],
  keeps: ReadonlyMap<string, Keeping>,
) {
  const keyOf = (one: queries.HoldingKey) =>
    [one.branchId, one.counterId, one.accountId, one.itemId, one.holderId].join(' ')
  const known = new Map(holdings.map((one) => [keyOf(one), one]))
  const deltas = new Map<string, queries.Holding & { id: string; quantity: string }>()
  for (const { accountId, itemId, quantity, branchId, counterId, holderId } of lines) {
    if (itemId === null || quantity === null || !keeps.has(accountId)) continue
    const place = { branchId, counterId, accountId, itemId, holderId }
    const key = keyOf(place)
    const nothing = { ...place, id: null as never, onHand: '0', reserved: '0', mayBeNegative: false }
    const had = deltas.get(key) ?? { ...(known.get(key) ?? nothing), quantity: '0' }
    deltas.set(key, { ...had, quantity: new Exact(had.quantity).plus(quantity).toFixed() })
  }
  return [...deltas.values()]
}
