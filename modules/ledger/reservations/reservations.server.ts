import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import { type Db, inCompany } from '#kit/server/database.server.ts'
import { hook } from '#kit/server/hooks.server.ts'
import type { Job } from '#kit/server/jobs.server.ts'
import type { PostingEvent } from '../events/events.domain.ts'
import { accountFor } from '../accounts/accounts.domain.ts'
import { mapping } from '../accounts/accounts.queries.ts'
import { keepsStock } from '#modules/settings/public.server.ts'
import { isOfDrawers } from '../posting/by-value.domain.ts'
import { type Account, counterOf, holderOf } from '../posting/posting.domain.ts'
import { lock } from '../posting/posting.queries.ts'
import * as queries from './reservations.queries.ts'

/** What a source asks to be kept for it: units of an item, above zero, of the holding that a part of its event will move. */
export interface Promised<P extends string = string> {
  /** What the mapping leads to an account, or the account itself. */
  part: P | Account
  branchId: string
  counterId: string | null
  itemId: string
  modeId?: string | null
  /** Of money with a partner or at a bank: who holds it. */
  holderId?: string | null
  quantity: string
}

/**
 * Keeps stock for a source until it is posted, released, or expires. Throws INSUFFICIENT_STOCK where less is available, and
 * NO_ACCOUNT; a source has one set of promises: what it had before is taken back first.
 */
export async function reserve<P extends string>(
  db: Db,
  { sourceId, event, expiresAt }: { sourceId: string; event: PostingEvent<P>; expiresAt: Date | null },
  promised: readonly Promised<NoInfer<P>>[],
): Promise<void> {
  await queries.take(db, [sourceId])
  const rows = await mapping(db)
  const isKept = await keepsStock(db)
  const wanted = promised.flatMap(({ part, quantity, modeId = null, holderId: holder = null, ...place }) => {
    const accountId =
      typeof part === 'string' ? accountFor(rows, { part, event: event.code, modeId, ...place }) : part.id
    if (accountId === undefined) throw new Refusal('NO_ACCOUNT', { part })
    const keeps = rows.find((row) => row.accountId === accountId)?.keeps ?? null
    const account = typeof part === 'string' ? { id: accountId, keeps } : part
    // Nobody knows what lies in a drawer where no stock is kept: nothing there can be promised.
    if (!isKept && isOfDrawers(account)) return []
    const [counterId, holderId] = [
      counterOf(place, account),
      holderOf({ holderId: holder }, account, sourceId),
    ]
    return [{ ...place, counterId, holderId, accountId, quantity }]
  })
  const { holdings } = await lock(db, wanted, [])
  const asked = new Map<string, { id: string; quantity: string }>()
  for (const { quantity, ...place } of wanted) {
    const held = holdings.find((one) =>
      (['branchId', 'counterId', 'accountId', 'itemId', 'holderId'] as const).every(
        (key) => one[key] === place[key],
      ),
    )
    const before = held && asked.get(held.id)
    const sum = new Exact(before?.quantity ?? 0).plus(quantity)
    const available = held ? new Exact(held.onHand).minus(held.reserved) : new Exact(0)
    if (!held || (sum.greaterThan(available) && !held.mayBeNegative))
      throw new Refusal('INSUFFICIENT_STOCK', {
        itemId: place.itemId,
        holderId: place.holderId,
        available: available.toFixed(),
      })
    asked.set(held.id, { id: held.id, quantity: sum.toFixed() })
  }
  await queries.add(db, sourceId, [...asked.values()], expiresAt?.toISOString() ?? null)
}

/** Takes back what is kept for a source, as before it is posted, or when it is cancelled. */
export const release = (db: Db, sourceId: string): Promise<string[]> => queries.take(db, [sourceId])

/** Told which sources lost what was kept for them, in the transaction that took it back. */
export const reservationsExpired = hook<{ sourceIds: readonly string[]; at: Date }, void>(
  'ledger.reservationsExpired',
)

/** Takes back what has run out, in the company of the connection; answers the sources that lost it. */
export async function releaseExpired(db: Db, now: Date): Promise<string[]> {
  const sources = await queries.listExpired(db, now)
  if (sources.length === 0) return []
  const sourceIds = await queries.take(db, sources)
  await reservationsExpired.ask(db, { sourceIds, at: now })
  return sourceIds
}

/** Gives back every minute what was promised up to a time that is past. */
export const reservationJobs: readonly Job[] = [
  {
    name: 'ledger.releaseExpired',
    cron: '* * * * *',
    run: async (_payload, { services: { db, now } }) => {
      for (const companyId of await queries.listCompaniesWithExpired(db, now()))
        await inCompany(companyId, () => db.transaction().execute((tx) => releaseExpired(tx, now())))
    },
  },
]
