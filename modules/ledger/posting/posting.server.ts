import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Actor } from '#kit/server/context.server.ts'
import type { Db } from '#kit/server/database.server.ts'
import { revisionOf } from '#kit/server/remembered.server.ts'
import { exponentOf } from '#modules/currencies/public.server.ts'
import { currentCompany } from '#modules/organisation/public.server.ts'
import { accountFor, type Keeping } from '../accounts/accounts.domain.ts'
import { mapping } from '../accounts/accounts.queries.ts'
import { leafOf, leafVersion, wordsHash } from '../seal/leaf.server.ts'
import {
  type Books,
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

const isShut = (
  { lockedTo, isUnlocked }: Pick<queries.Locked, 'isUnlocked' | 'lockedTo'>,
  businessDate: string,
) => lockedTo !== null && lockedTo >= businessDate && !isUnlocked

/** Whether nothing may be posted at a branch on a day. It stays so until the caller's transaction ends. */
export async function isLocked(
  { db, now }: Pick<Poster, 'db' | 'now'>,
  branchId: string,
  businessDate: string,
): Promise<boolean> {
  await queries.holdPeriod(db)
  return isShut(await queries.lock(db, [], [], { branchId, businessDate, now }), businessDate)
}

/**
 * Posts one business event: the only writer of journal, stock and cost. In the caller's transaction, of which it should be
 * among the last acts: it locks holdings and then cost pools until the commit. Throws INSUFFICIENT_STOCK, PERIOD_LOCKED,
 * NO_ACCOUNT, and DUPLICATE where the event of this source is posted already. Answers the entry, its lines, and in
 * `moved` the amount of each line of the posting, by its place.
 */
export async function post({ db, actor, now }: Poster, posting: Posting) {
  const { localCurrency } = await currentCompany(db)
  const { xact, companyId } = await queries.holdPeriod(db)
  const accountOf = await accounts(db, posting.event)
  const places = posting.lines.flatMap((line) => placeOf(line, accountOf(line)))
  const pooled = [
    ...new Map(
      places.flatMap(({ keeps, branchId, itemId }) =>
        keeps === 'pool' ? [[poolKey(branchId, itemId), { branchId, itemId }] as const] : [],
      ),
    ).values(),
  ]
  const when = { branchId: posting.branchId, businessDate: posting.businessDate, now }
  let locked = await queries.lock(db, places, pooled, when)
  if (locked.pools.length < pooled.length) {
    await queries.beginPools(db, pooled)
    locked = await queries.lock(db, places, pooled, when)
  }
  // What was remembered of the mapping may be of before the posting was held: then all of it is done again.
  const known = await revisionOf(db)
  if (known && known.mark !== locked.mark)
    throw Object.assign(new Error('Settings have changed under a posting'), { code: '40001' })
  if (isShut(locked, posting.businessDate)) throw new Refusal('PERIOD_LOCKED', { date: locked.lockedTo })

  const before = new Map(locked.pools.map((one) => [poolKey(one.branchId, one.itemId), one]))
  const { lines, pools, moved } = settle(posting.lines, {
    accountOf,
    pools: before,
    exponent: exponentOf(localCurrency),
  })
  const deltas = deltasOf(lines, locked.holdings, new Map(places.map((one) => [one.accountId, one.keeps])))
  for (const { onHand, reserved, quantity, mayBeNegative, ...place } of deltas) {
    const left = new Exact(onHand).plus(quantity)
    if (new Exact(quantity).isNegative() && left.lessThan(reserved) && !mayBeNegative)
      throw new Refusal('INSUFFICIENT_STOCK', {
        itemId: place.itemId,
        available: new Exact(onHand).minus(reserved).toFixed(),
      })
  }
  const words = { note: posting.note ?? '', author: actor.name }
  const wordsSalt = randomBytes(16)
  const entry = {
    companyId,
    id: randomUUIDv7(),
    at: now.toISOString(),
    xact,
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
  const kept = lines.map((line, at) => ({ ...line, position: at + 1, businessDate: entry.businessDate }))
  const leaf = leafOf(leafVersion, entry, kept)
  if (!leaf) throw new Error('Leaves are made in a way that is not known')
  await queries.write(
    db,
    { ...entry, leafVersion, leaf },
    lines,
    deltas,
    pooled.map(({ branchId, itemId }) => {
      const key = poolKey(branchId, itemId)
      const after = pools.get(key)
      const was = before.get(key)
      if (!after || !was) throw new Error('A pool was locked and is not settled')
      return { ...was, ...after }
    }),
  )
  return { ...entry, lines, moved }
}

/** The account that each line of this event goes to. */
async function accounts(db: Db, event: string): Promise<Books['accountOf']> {
  const rows = await mapping(db)
  const keeps = new Map(rows.map((row) => [row.accountId, row.keeps]))
  return ({ part, branchId, itemId = null, modeId = null }) => {
    if (typeof part !== 'string') return part
    const id = accountFor(rows, { part, event, branchId, itemId, modeId })
    if (id === undefined) throw new Refusal('NO_ACCOUNT', { part })
    return { id, keeps: keeps.get(id) ?? null }
  }
}

/** Where a line keeps something, if it does. */
function placeOf(line: PostingLine, account: { id: string; keeps: Keeping | null }) {
  const { branchId, counterId = null, itemId = null } = line
  if (account.keeps === null || itemId === null) return []
  return [{ branchId, counterId, accountId: account.id, itemId, keeps: account.keeps }]
}

/** What the lines change of each place, beside what was there. */
function deltasOf(
  lines: readonly SettledLine[],
  holdings: readonly queries.Holding[],
  keeps: ReadonlyMap<string, Keeping>,
) {
  const keyOf = (one: queries.HoldingKey) =>
    [one.branchId, one.counterId, one.accountId, one.itemId].join(' ')
  const known = new Map(holdings.map((one) => [keyOf(one), one]))
  const deltas = new Map<string, queries.Holding & { id: string; quantity: string }>()
  for (const { accountId, itemId, quantity, branchId, counterId } of lines) {
    if (itemId === null || quantity === null || !keeps.has(accountId)) continue
    const place = { branchId, counterId, accountId, itemId }
    const key = keyOf(place)
    const nothing = { ...place, id: null as never, onHand: '0', reserved: '0', mayBeNegative: false }
    const had = deltas.get(key) ?? { ...(known.get(key) ?? nothing), quantity: '0' }
    deltas.set(key, { ...had, quantity: new Exact(had.quantity).plus(quantity).toFixed() })
  }
  return [...deltas.values()]
}
