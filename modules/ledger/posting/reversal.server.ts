import { Exact } from '#kit/domain/decimals.domain.ts'
import { notFound } from '#kit/domain/refusal.domain.ts'
import type { PostingEvent } from '../events/events.domain.ts'
import type { PostingLine } from './posting.domain.ts'
import { postMirror, type Poster } from './posting.server.ts'
import { entryOf, type StoredLine } from './reversal.queries.ts'

/**
 * Posts the mirror of the entry that an event of a source made: every line negated, to its own account and at its own value,
 * as the event `<event>.reversed` of the same source. Where what was taken in has been dealt with since, the difference to
 * what it costs now goes to gain or loss. Its date is the later of the original's and of `businessDate`. Throws as `post` does,
 * DUPLICATE where it is reversed already. Answers the entry, and that difference by item, a gain above zero.
 */
export async function reverse(
  poster: Poster,
  undone: { source: { type: string; id: string }; event: PostingEvent; businessDate: string; note?: string },
) {
  const original = await entryOf(poster.db, undone.source.id, undone.event.code)
  if (!original) throw notFound()
  const { id, at, branchId } = original
  const businessDate = laterOf(original.businessDate, undone.businessDate)
  // What comes back first: an entry that moved stock within a branch finds it there.
  const lines = original.lines.map(mirrored).toSorted((a, b) => rank(a) - rank(b))
  const entry = await postMirror(poster, {
    ...undone,
    businessDate,
    branchId,
    reverses: { id, at },
    lines,
  })
  const gains = new Map<string, string>()
  for (const [place, { itemId, quantity = '0', amount = '0' }] of lines.entries()) {
    const gain = new Exact(entry.moved[place] ?? amount).minus(amount)
    if (itemId && quantity.startsWith('-') && !gain.isZero())
      gains.set(itemId, gain.plus(gains.get(itemId) ?? 0).toFixed())
  }
  return { ...entry, gains }
}

/** Nothing is undone before it was done. */
const laterOf = (one: string, other: string) => (one > other ? one : other)

const negated = (value: string) => new Exact(value).negated().toFixed()

const mirrored = ({
  accountId,
  keeps,
  party,
  partyType,
  partyId,
  quantity,
  amount,
  ...line
}: StoredLine): PostingLine => ({
  ...line,
  part: { id: accountId, keeps, party },
  ...(partyType !== null && partyId !== null && { party: { type: partyType, id: partyId } }),
  ...(quantity !== null && { quantity: negated(quantity) }),
  amount: negated(amount),
})

const rank = ({ quantity = '0' }: PostingLine) => (quantity.startsWith('-') ? 1 : 0)
