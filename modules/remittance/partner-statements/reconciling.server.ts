import { Exact } from '#kit/domain/decimals.domain.ts'
import { Refusal } from '#kit/domain/refusal.domain.ts'
import type { Db } from '#kit/server/database.server.ts'
import { publish } from '#kit/server/outbox.server.ts'
import { addEvent } from '#modules/documents/public.server.ts'
import { heldLinesOfPartner } from '#modules/ledger/public.server.ts'
import { inwardEvent } from '../inward/inward.domain.ts'
import { prefundEvents } from '../prefunds/prefunds.domain.ts'
import { findPrefund } from '../prefunds/places.server.ts'
import type { Acting } from '../queue/implied.server.ts'
import {
  amountOf,
  expectedBalance,
  type LineKind,
  matchStatement,
  type Ours,
  type Unlike,
} from '../statement-differences/matching.domain.ts'
import {
  type DifferenceKind,
  differenceEvent,
  differenceType,
} from '../statement-differences/statement-differences.domain.ts'
import {
  keepMatch,
  listPending,
  matchedAmong,
  type PendingDifference,
  rows as differenceRows,
} from '../statement-differences/statement-differences.queries.ts'
import { isSameStatement } from './former-statements.domain.ts'
import { keepFormer, linesOf } from './former-statements.queries.ts'
import * as queries from './partner-statements.queries.ts'
import type { StatementRow } from './statement-file.domain.ts'

type Prefund = NonNullable<Awaited<ReturnType<typeof findPrefund>>>
export interface DayStatement {
  day: string
  source: 'api' | 'file'
  lines: readonly StatementRow[]
  /** At the end of the day; null where the partner does not say. */
  balance: string | null
}

/** So many days before the first that is looked at something may have been posted that a later statement has. */
const daysBefore = 7
const most = 200_000

/** What a statement is to the one that was there of its day. */
export type StatementNews = 'changed' | 'new' | 'same'

/**
 * Holds a statement of a day against the books, in the caller's transaction. The newest is the statement of its day, whichever way it
 * came; one that says something else is kept as it was, and one that says the same changes nothing.
 */
export async function takeStatement(
  ctx: Acting,
  providerId: string,
  statement: DayStatement,
): Promise<{ differences: number; news: StatementNews }> {
  const { db, now, actor } = ctx
  const found = await findPrefund(db, providerId)
  if (!found) throw new Refusal('PREFUND_MISSING')
  await queries.lockPrefund(db, found.id)
  const { day, source, lines, balance } = statement
  const values = { source, balance, lines: lines.length, readAt: now.toISOString(), readBy: actor.name }
  const there = await queries.ofDay(db, providerId, day)
  const before = there && (await linesOf(db, there.id))
  const isSame = there && before && isSameStatement({ balance: there.balance, lines: before }, statement)
  if (isSame) return { ...(await reconcile(ctx, found)), news: 'same' as const }
  if (there && before) await keepFormer(db, there, before)
  const { id } = there
    ? await queries.rows.update(db, there, values)
    : await queries.rows.insert(db, { ...values, providerId, day })
  const isReopened = await queries.replaceLines(db, { id, providerId }, lines)
  const prefund = (await findPrefund(db, providerId)) ?? found
  // A movement that loses what explained it may be of any day since the first statement.
  const from = isReopened ? await queries.firstDayOf(db, providerId) : prefund.reconciledFrom
  const first = from === null || day < from ? day : from
  const { differences } = await reconcile(ctx, { ...prefund, reconciledFrom: first })
  return { differences, news: there ? ('changed' as const) : ('new' as const) }
}

/** Holds all that is not explained yet against each other, and keeps what that finds. Answers how many differences there are. */
async function reconcile(ctx: Acting, prefund: Prefund): Promise<{ differences: number }> {
  const { db } = ctx
  const { providerId } = prefund
  const now = await compare(db, prefund)
  for (const { lines, moves } of now.matches)
    await keepMatch(db, providerId, { lineIds: lines.map(({ id }) => id), moves })
  await keepDifferences(ctx, prefund, now)
  const oldest = now.unlike.flatMap(({ move }) => move?.day ?? []).toSorted()[0] ?? now.upTo
  await queries.setReconciledFrom(db, prefund.id, oldest < now.upTo ? oldest : now.upTo)
  await publish(db, { topic: 'changed', data: { home: '/remittance/statement-differences' } })
  return { differences: now.due.length + (now.unexplained === null ? 0 : 1) }
}

/** How the books and the statements of a partner are to each other now. */
export async function compare(db: Db, prefund: Prefund) {
  const { providerId, reconciledFrom } = prefund
  const last = await queries.latestOf(db, providerId)
  const upTo = last?.day ?? ''
  const from = reconciledFrom ?? upTo
  const { ledger, moves } = await movesOf(db, providerId, from)
  const theirs = await queries.unmatchedLines(db, providerId)
  const { matches, unlike: found } = matchStatement(theirs, moves)
  // What was posted before the first statement is in the balance with which it began.
  const unlike = found.filter(({ line, move }) => line !== null || (move !== null && move.day >= from))
  const due = unlike.filter(({ line, move }) => line !== null || (move !== null && move.day <= upTo))
  const expected = expectedBalance(ledger, unlike)
  const rest = last?.balance ? new Exact(last.balance).minus(expected) : new Exact(0)
  return {
    ledger,
    last,
    upTo,
    matches,
    unlike,
    /** Of what is unlike, what a statement should have shown. */
    due,
    expected,
    /** By how much the partner's balance is above what is expected; null where it fits, or is not said. */
    unexplained: rest.isZero() ? null : rest.toFixed(),
  }
}

const kinds: Readonly<Record<string, LineKind>> = {
  [prefundEvents.topUp.code]: 'topUp',
  [prefundEvents.withdrawal.code]: 'topUp',
  [prefundEvents.charge.code]: 'fee',
  [prefundEvents.accepted.code]: 'payout',
  [prefundEvents.returned.code]: 'return',
  [inwardEvent.code]: 'topUp',
}

/** What the books hold, and the movements from a little before a day that nothing explains yet. */
async function movesOf(db: Db, providerId: string, from: string): Promise<{ ledger: string; moves: Ours[] }> {
  const start = from === '' ? '9999-12-31' : before(from)
  const { before: opening, lines } = await heldLinesOfPartner(db, providerId, {
    from: start,
    to: '9999-12-31',
    most,
  })
  const moved = lines.filter(({ quantity }) => quantity !== null && !new Exact(quantity).isZero())
  const ledger = moved.reduce((sum, { quantity }) => sum.plus(quantity ?? 0), new Exact(opening)).toFixed()
  const known = await matchedAmong(db, [...new Set(moved.map(({ entryId }) => entryId))])
  const references = await queries.referencesOf(db, [...new Set(moved.map(({ sourceId }) => sourceId))])
  const seen = new Set<string>()
  const moves = moved.flatMap(({ entryId, position, businessDate, event, sourceId, quantity }): Ours[] => {
    const code = event.replace(/\.reversed$/, '')
    // Of an order that was accepted the balance pays the payout first, then the fee.
    const isFee = code === prefundEvents.accepted.code && seen.has(entryId)
    seen.add(entryId)
    if (code === differenceEvent.code || known.has(`${entryId} ${position}`)) return []
    const kind = isFee ? 'fee' : (kinds[code] ?? 'topUp')
    const called = references.get(sourceId) ?? [sourceId]
    return [{ entryId, position, day: businessDate, references: called, kind, amount: quantity ?? '0' }]
  })
  return { ledger, moves }
}

const before = (day: string) => Temporal.PlainDate.from(day).subtract({ days: daysBefore }).toString()

type Compared = Awaited<ReturnType<typeof compare>>

/** Differences become what was found: new ones are open, what is not found any more is explained. */
async function keepDifferences(ctx: Acting, prefund: Prefund, found: Compared): Promise<void> {
  const { db, now } = ctx
  const pending = new Map(
    (await listPending(db, prefund.providerId)).map((one) => [
      placeOf({ ...one, isBalance: one.kind === 'balance' }),
      one,
    ]),
  )
  for (const one of [...found.due.map(differenceOf), ...balanceDifference(found)]) {
    const place = placeOf({ ...one, isBalance: one.kind === 'balance' })
    const there = pending.get(place)
    pending.delete(place)
    if (!there) await open(ctx, prefund, one)
    else if (!new Exact(there.amount).equals(one.amount)) await differenceRows.update(db, there, one)
  }
  // A partner that does not say its balance has not said that it is right.
  if (found.last?.balance === null) pending.delete(wholeBalance)
  for (const gone of pending.values()) {
    await differenceRows.update(db, gone, { state: 'explained', endedAt: now.toISOString() })
    await note(ctx, gone, { act: 'explain', fromState: gone.state, toState: 'explained' })
  }
}

interface Placed {
  lineId: string | null
  entryId: string | null
  position: number | null
  isBalance: boolean
}

const wholeBalance = 'balance'
const placeOf = ({ lineId, entryId, position, isBalance }: Placed): string =>
  isBalance ? wholeBalance : `${lineId} ${entryId} ${position}`

interface Finding extends Omit<Placed, 'isBalance'> {
  kind: DifferenceKind
  day: string
  reference: string
  movement: LineKind | ''
  ours: string | null
  theirs: string | null
  amount: string
}

function differenceOf({ line, move }: Unlike): Finding {
  return {
    kind: line === null ? 'missingThere' : move === null ? 'missingHere' : 'amount',
    day: line?.day ?? move?.day ?? '',
    reference: line?.reference ?? move?.references[0] ?? '',
    movement: line?.kind ?? move?.kind ?? '',
    lineId: line?.id ?? null,
    entryId: move?.entryId ?? null,
    position: move?.position ?? null,
    ours: move?.amount ?? null,
    theirs: line?.amount ?? null,
    amount: amountOf({ line, move }),
  }
}

const balanceDifference = ({ unexplained, expected, last, upTo }: Compared): Finding[] =>
  unexplained === null
    ? []
    : [
        {
          kind: 'balance',
          day: upTo,
          reference: '',
          movement: '',
          lineId: null,
          entryId: null,
          position: null,
          ours: expected,
          theirs: last?.balance ?? null,
          amount: unexplained,
        },
      ]

async function open(ctx: Acting, prefund: Prefund, found: Finding): Promise<void> {
  const { providerId, branchId } = prefund
  const row = await differenceRows.insert(ctx.db, {
    ...found,
    state: 'open',
    providerId,
    branchId,
    foundAt: ctx.now.toISOString(),
  })
  await note(ctx, row, { act: 'find', fromState: null, toState: 'open' })
}

/** A line of its history, by whoever brought the statement. */
const note = (
  { db, now, actor }: Acting,
  { id, branchId }: Pick<PendingDifference, 'branchId' | 'id'>,
  event: { act: string; fromState: string | null; toState: string },
) =>
  addEvent(
    db,
    { type: differenceType, id },
    { ...event, byId: actor.userId, byName: actor.name, branchId, at: now.toISOString(), note: '' },
  )
