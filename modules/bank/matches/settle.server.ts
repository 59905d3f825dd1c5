import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound, Refusal } from '#kit/domain/refusal.domain.ts'
import type { Ctx } from '#kit/server/context.server.ts'
import { sumOf } from '../clearing/clearing.domain.ts'
import { type NamedItem, listPostedBy } from '../clearing/items.server.ts'
import { addMatch, type Match, pendingTo } from '../clearing/matches.queries.ts'
import { withInput } from '../series/with-input.server.ts'
import { arriveTransfer } from '../transfers/transfers.server.ts'
import { itemOf, partOf, type Work } from '../work/work.server.ts'

type Writing = Ctx<unknown>

interface Asked {
  lines: readonly { id: string; amount: string | null }[]
  itemIds: readonly string[]
  source: Match['source']
  rate?: string | null
}

/** By whom and when a match is made. */
export const stampMatch = ({ actor, now }: Pick<Ctx, 'actor' | 'now'>) => ({
  createdAt: now.toISOString(),
  authorId: actor.userId,
  author: actor.name,
})

/**
 * Settles parts of lines by items. What is on its way arrives on the day of the last line; of one alone so much as the line has,
 * and the rest is what a bank kept. Throws MATCH_SUM with both sums where they differ.
 */
export async function settle(ctx: Writing, work: Work, asked: Asked): Promise<string> {
  const { account, currency } = work
  if (new Set(asked.itemIds).size < asked.itemIds.length) throw new Refusal('ITEM_SETTLED')
  const parts = asked.lines.map((line) => partOf(work, line))
  const items = asked.itemIds.map((id) => itemOf(work, id))
  const total = new Exact(sumOf(parts.map(({ amount }) => amount)))
  // What came and went back settles itself; else something of the books is asked for.
  if (items.length === 0 && (parts.length < 2 || !total.isZero())) throw new Refusal('MATCH_EMPTY')
  const pending = items.filter(({ isPending }) => isPending)
  const posted = items.filter(({ isPending }) => !isPending)
  const rest = total.minus(sumOf(posted.map(({ amount }) => amount)))
  const arrives = (item: NamedItem) => (pending.length === 1 ? rest.toFixed() : (item.amount ?? '0'))
  const sum = new Exact(sumOf(posted.map(({ amount }) => amount))).plus(sumOf(pending.map(arrives)))
  const [alone] = pending
  const isShort = alone?.amount && (rest.lessThanOrEqualTo(0) || rest.greaterThan(alone.amount))
  if (!sum.eq(total) || (alone && rest.lessThanOrEqualTo(0)) || (pending.length === 1 && isShort))
    throw new Refusal('MATCH_SUM', {
      lines: total.toFixed(currency.exponent),
      items: new Exact(sumOf(items.map(({ amount }) => amount))).toFixed(currency.exponent),
    })
  const day = parts
    .map(({ line }) => line.bookedOn)
    .toSorted()
    .at(-1)
  const own = posted.map(({ entryId, position, amount, on }) => ({
    entryId,
    position,
    amount: amount ?? '0',
    businessDate: on,
  }))
  for (const item of pending)
    own.push(
      ...(await takeIn(ctx, work, item, { amount: arrives(item), day: day ?? item.on, rate: asked.rate })),
    )
  return addMatch(
    ctx.db,
    { accountId: account.id, kind: 'match', source: asked.source, reason: '', ...stampMatch(ctx) },
    parts.map(({ line, amount }) => ({ lineId: line.id, amount })),
    own,
  )
}

interface Arriving {
  amount: string
  day: string
  rate: string | null | undefined
}

async function takeIn(ctx: Writing, { account }: Work, item: NamedItem, { amount, day, rate }: Arriving) {
  const id = item.sourceId
  const transfer = (await pendingTo(ctx.db, account.id, item.on)).find((one) => one.id === id)
  if (!transfer) throw notFound()
  const input = { id, version: transfer.version, amount, rate: rate ?? null, businessDate: day }
  await arriveTransfer(withInput(ctx, input))
  return (await listPostedBy(ctx.db, account, id, day)).filter((one) => !one.amount.startsWith('-'))
}
